//! Property tests: no input panics, and all results satisfy Candor's rules.

use std::collections::HashSet;

use candor_model::{ToolNote, ToolPattern, ToolsetMember, ToolsetName, hidden_character};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::report::MOST;
use crate::{HypertoolImport, member, note, parse_archive, parse_config, parse_persona};

/// Holds an import against every rule of the model.
fn keeps_the_rules(import: &HypertoolImport) {
    let mut names = HashSet::new();
    for set in &import.toolsets {
        assert!(ToolsetName::parse(set.name.as_str()).is_ok());
        assert!(names.insert(&set.name), "two toolsets `{}`", set.name);
        assert!(set.description.chars().count() <= 500);
        assert_eq!(hidden_character(&set.description), None);
        assert!(!set.members.is_empty(), "`{}` is empty", set.name);
        assert!(set.members.len() <= member::MOST);
        let members: HashSet<_> = set.members.iter().collect();
        assert_eq!(members.len(), set.members.len(), "a member twice");
        set.members.iter().for_each(member_keeps_the_rules);
        notes_keep_the_rules(set);
    }
    if let Some(equipped) = &import.equipped {
        assert!(names.contains(equipped), "`{equipped}` is not there");
    }
    assert!(import.left_out.len() <= MOST + 1 && import.notices.len() <= MOST + 1);
    for one in import.left_out.iter().chain(&import.notices) {
        assert!(one.code.starts_with("hypertool::"));
        assert!(
            one.message.len() < 3000 && !one.message.ends_with('.'),
            "{one}"
        );
        assert!(!one.message.chars().any(char::is_control), "{one:?}");
    }
}

fn member_keeps_the_rules(member: &ToolsetMember) {
    match member {
        ToolsetMember::Tool(tool) => {
            if let Some(name) = tool.name() {
                let pattern = ToolPattern::parse(&name.to_string()).expect("a name");
                assert_eq!(pattern.as_exact().as_ref(), Some(name));
                assert_eq!(hidden_character(name.own()), None);
            }
        }
        ToolsetMember::Pattern(pattern) => {
            assert!(pattern.is_wild());
            assert_eq!(
                ToolPattern::parse(&pattern.to_string()).as_ref(),
                Ok(pattern)
            );
        }
        ToolsetMember::Hint { .. } | ToolsetMember::Every | ToolsetMember::Except(_) => {
            panic!("hypertool knows tools and patterns only")
        }
    }
}

fn notes_keep_the_rules(set: &candor_model::Toolset) {
    let (mut by_name, mut by_id) = (HashSet::new(), HashSet::new());
    for entry in &set.notes {
        assert!(entry.tool.name().is_none_or(|name| by_name.insert(name)));
        assert!(entry.tool.ref_id().is_none_or(|id| by_id.insert(id)));
        assert!((1..=note::MOST).contains(&entry.notes.len()));
        let names: HashSet<_> = entry.notes.iter().map(ToolNote::name).collect();
        assert_eq!(names.len(), entry.notes.len(), "a note twice");
        for note in &entry.notes {
            let again = ToolNote::new(note.name().as_str(), note.text());
            assert_eq!(again.as_ref(), Ok(note));
        }
    }
}

/// Few different texts, so that they meet each other; some good, some bad, some anything.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(vec![
            "a.b", "a.c", "a.*", "my server.x", "dev", "My Set", "my-set", "my_set", "tip", "", "x",
            "a.b\u{200b}", "two\nlines", "persona-p-dev",
            "f81e359a05308b061d495f5b1ac70906e4838292cae1ae492bb3d9948e0eb9b5",
            "3b096fdf1d1d3f2730797e61ecb0220ae9a1be9618c0a00d01adcc6efd2a6ff6",
        ])
        .prop_map(str::to_owned),
        1 => any::<String>(),
        1 => "[a-z]{1,3}\\.[a-z_*=.]{1,3}",
    ]
}

/// Mostly the right value; sometimes another, or none.
fn perhaps(value: impl Strategy<Value = Value> + 'static) -> impl Strategy<Value = Option<Value>> {
    prop_oneof![
        6 => value.prop_map(Some),
        2 => Just(None),
        1 => prop::sample::select(vec![json!(null), json!(7), json!([1]), json!({}), json!("a.b")])
            .prop_map(Some),
    ]
}

fn texts() -> impl Strategy<Value = Value> {
    text().prop_map(Value::from)
}

fn object<const N: usize>(
    keys: [&'static str; N],
    values: [BoxedStrategy<Option<Value>>; N],
) -> BoxedStrategy<Value> {
    values
        .prop_map(move |values| {
            let members = keys.into_iter().zip(values);
            let members = members.filter_map(|(key, value)| Some((key.to_owned(), value?)));
            Value::Object(members.collect::<Map<_, _>>())
        })
        .boxed()
}

fn list(of: BoxedStrategy<Value>) -> impl Strategy<Value = Value> {
    prop::collection::vec(of, 0..6).prop_map(Value::from)
}

fn reference() -> BoxedStrategy<Value> {
    let field = || perhaps(texts()).boxed();
    object(
        ["namespacedName", "refId", "name", "alias"],
        [field(), field(), field(), field()],
    )
}

fn toolset() -> BoxedStrategy<Value> {
    let note = object(
        ["name", "note"],
        [perhaps(texts()).boxed(), perhaps(texts()).boxed()],
    );
    let notes = object(
        ["toolRef", "notes"],
        [perhaps(reference()).boxed(), perhaps(list(note)).boxed()],
    );
    object(
        ["name", "description", "tools", "toolNotes"],
        [
            perhaps(texts()).boxed(),
            perhaps(texts()).boxed(),
            perhaps(list(reference())).boxed(),
            perhaps(list(notes)).boxed(),
        ],
    )
}

fn config() -> BoxedStrategy<Value> {
    let toolsets = prop::collection::vec((text(), toolset()), 0..6)
        .prop_map(|all| Value::Object(all.into_iter().collect()));
    object(
        [
            "toolsets",
            "lastEquippedToolset",
            "appDefaults",
            "mcpConfigPath",
        ],
        [
            perhaps(toolsets).boxed(),
            perhaps(texts()).boxed(),
            perhaps(toolset()).boxed(),
            perhaps(texts()).boxed(),
        ],
    )
}

fn persona() -> BoxedStrategy<Value> {
    let toolset = object(
        ["name", "toolIds", "tools"],
        [
            perhaps(texts()).boxed(),
            perhaps(list(texts().boxed())).boxed(),
            perhaps(list(texts().boxed())).boxed(),
        ],
    );
    object(
        ["name", "description", "toolsets", "defaultToolset"],
        [
            perhaps(texts()).boxed(),
            perhaps(texts()).boxed(),
            perhaps(list(toolset)).boxed(),
            perhaps(texts()).boxed(),
        ],
    )
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), bytes in any::<Vec<u8>>()) {
        let _ = parse_config(&text, "c.json");
        let _ = parse_persona(&text, "p.yaml");
        let _ = parse_archive(&bytes, "p.htp");
    }

    #[test]
    fn what_looks_like_yaml_is_read_or_refused(text in "[a-c:\\-\\[\\]{}&*!|>'\" \n#,?%@\t0-9.]{0,60}") {
        if let Ok(import) = parse_persona(&text, "p.yaml") {
            keeps_the_rules(&import);
        }
    }

    #[test]
    fn every_config_gives_toolsets_that_keep_the_rules(config in config()) {
        if let Ok(import) = parse_config(&config.to_string(), "c.json") {
            keeps_the_rules(&import);
        }
    }

    #[test]
    fn every_stand_alone_toolset_keeps_the_rules(toolset in toolset()) {
        if let Ok(import) = parse_config(&toolset.to_string(), "c.json") {
            keeps_the_rules(&import);
        }
    }

    /// JSON is YAML, so a persona can be made as JSON.
    #[test]
    fn every_persona_gives_toolsets_that_keep_the_rules(persona in persona()) {
        if let Ok(import) = parse_persona(&persona.to_string(), "p/persona.yaml") {
            keeps_the_rules(&import);
        }
    }
}

/// A large file is read in time that grows with its size and no faster.
#[test]
fn many_of_everything_is_no_trouble() {
    let tools: Vec<Value> = (0..20_000)
        .map(|at| json!({ "namespacedName": format!("a.t{}", at / 2) }))
        .collect();
    let notes: Vec<Value> = (0..5_000)
        .map(|at| {
            json!({
                "toolRef": { "namespacedName": format!("a.t{}", at % 10) },
                "notes": [{ "name": format!("n-{at}"), "note": "x" }, { "name": "NO" }],
            })
        })
        .collect();
    let mut toolsets = Map::new();
    toolsets.insert(
        "big".to_owned(),
        json!({ "tools": tools, "toolNotes": notes }),
    );
    for at in 0..5_000 {
        let spaces = " ".repeat(at % 50 + 1);
        let key = format!("My{spaces}Set{}", "!".repeat(at / 50));
        toolsets.insert(key, json!({ "tools": [{ "name": "a" }] }));
    }
    let config = json!({ "toolsets": toolsets, "lastEquippedToolset": "big" });
    let import = parse_config(&config.to_string(), "c.json").expect("an import");
    keeps_the_rules(&import);
    assert_eq!(import.toolsets.len(), 5_001);
    assert_eq!(import.toolsets[0].members.len(), member::MOST);
    let notes = &import.toolsets[0].notes;
    assert_eq!((notes.len(), notes[0].notes.len()), (10, note::MOST));
    assert_eq!(import.left_out.len(), MOST + 1);
}
