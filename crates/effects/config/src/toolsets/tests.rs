//! What is written is read again as it was.

use candor_model::{
    AnnotationAuthor, ConfirmMode, Digest, FieldEdit, FieldValue, Hint, HintProfile, Opinion,
    OpinionEdit, OpinionKey, OpinionScope, Provenance, QualifiedName, SourceName, ToolNote,
    ToolNotes, ToolPattern, ToolRef, Toolset, ToolsetMember, ToolsetName,
};
use proptest::prelude::*;

use super::*;
use crate::read::LARGEST;

fn told(file: &ToolsetFile) -> String {
    let lines: Vec<String> = file.diagnostics.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

fn reference(name: Option<&str>, id: Option<&str>) -> ToolRef {
    let name = name.map(|name| QualifiedName::parse(name).expect("a name"));
    ToolRef::new(name, id.map(Digest::of)).expect("a reference")
}

fn member(text: &str) -> ToolsetMember {
    ToolsetMember::parse(text).expect("a member")
}

fn pattern(text: &str) -> ToolPattern {
    ToolPattern::parse(text).expect("a pattern")
}

fn note(name: &str, text: &str) -> ToolNote {
    ToolNote::new(name, text).expect("a note")
}

/// A note on a tool without a name.
fn unnamed() -> ToolNotes {
    let tool = reference(None, Some("unnamed"));
    let notes = vec![note("why", "Nobody knows.")];
    ToolNotes { tool, notes }
}

fn toolset(name: &str) -> Toolset {
    Toolset::new(ToolsetName::parse(name).expect("a name"))
}

/// That a tool is read-only and asked about once, for a reason.
fn said() -> Opinion {
    let provenance = std::sync::Arc::new(Provenance {
        layer: candor_model::AnnotationLayer::Toolset,
        author: AnnotationAuthor::Person("ada".into()),
        about: None,
        at_micros: Some(1),
        why: Some("here it is".into()),
    });
    let mut amendment = OpinionEdit::default();
    amendment.set_hint(Hint::ReadOnly, Some(FieldEdit::Set(true)));
    amendment.confirm = Some(FieldEdit::Set(ConfirmMode::First));
    Opinion::default().amended(&amendment, &provenance)
}

#[test]
fn a_file_that_people_review() {
    let mut reading = toolset("reading");
    reading.description = "Look, but \"touch\" nothing".to_owned();
    reading.members = vec![
        member("shop.list_*"),
        member("read_only=true"),
        ToolsetMember::Tool(reference(Some("shop.get"), Some("get"))),
        ToolsetMember::Tool(reference(None, Some("unnamed"))),
        ToolsetMember::Tool(reference(Some("shop.a=b"), None)),
        ToolsetMember::Pattern(pattern("shop.a=*")),
    ];
    let listed = reference(Some("shop.list_books"), Some("list"));
    let notes = vec![note("paging", "Ask for at most 20."), note("team", "• a")];
    reading.notes = vec![
        ToolNotes {
            tool: listed,
            notes,
        },
        unnamed(),
    ];
    reading.confirm = vec![(pattern("shop.*"), ConfirmMode::Always)];
    reading.profile = Some(HintProfile::Explicit);
    reading.provenance = Some(false);
    reading.budget = Some(4_000);
    reading.prompts_and_resources = false;
    let said = said();
    let about = pattern("shop.get");
    let key = |scope| OpinionKey {
        scope,
        about: about.clone(),
    };
    let here = OpinionScope::Toolset(reading.name.clone());
    let opinions = [
        (key(here), said.clone()),
        (key(OpinionScope::Everywhere), said),
    ];
    let mut small = toolset("small");
    small.members = vec![member("shop.list_books")];
    let toolsets = [reading, small];
    let text = write_toolsets(&toolsets, &opinions, &[]);
    insta::assert_snapshot!(text, @r#"
    # Toolsets: which tools belong together, and which notes they have.
    # `candor toolset import FILE` takes this file. The tables can stand in a candor.toml, too.

    [toolsets.reading]
    description = 'Look, but "touch" nothing'
    tools = [
        "shop.list_*",
        "read_only=true",
        { tool = "shop.get", ref_id = "2998b3232d29e8dc5a78d97a32ce83f556f3ed31b057077503df05641dd79158" },
        { ref_id = "e882bcaadb1e02e2020fd8774f86f6fccb1c1db63593f0fda63b88aaa2970afc" },
        { tool = "shop.a=b" },
        { pattern = "shop.a=*" },
    ]
    profile = "explicit"
    provenance = false
    budget = 4000
    prompts_and_resources = false
    confirm = { "shop.*" = "always" }

    [[toolsets.reading.notes]]
    tool = "shop.list_books"
    ref_id = "a330395cc0a53ad1207736546afff4735940937564bbf75ce1edad40780d9139"
    name = "paging"
    note = "Ask for at most 20."

    [[toolsets.reading.notes]]
    tool = "shop.list_books"
    ref_id = "a330395cc0a53ad1207736546afff4735940937564bbf75ce1edad40780d9139"
    name = "team"
    note = "• a"

    [[toolsets.reading.notes]]
    ref_id = "e882bcaadb1e02e2020fd8774f86f6fccb1c1db63593f0fda63b88aaa2970afc"
    name = "why"
    note = "Nobody knows."

    [toolsets.reading.annotations."shop.get"]
    read_only = true
    confirm = "first"
    why = "here it is"

    [toolsets.small]
    tools = ["shop.list_books"]
    "#);
    let file = read_toolsets("t.toml", &text);
    assert_eq!(told(&file), "");
    let back: Vec<Toolset> = file.toolsets.into_iter().map(|one| one.toolset).collect();
    assert_eq!(back, toolsets);
    let [back] = &file.opinions[..] else {
        panic!("not one: {:?}", file.opinions);
    };
    assert_eq!(back.key.to_string(), opinions[0].0.to_string());
    let confirm = back.opinion.confirm.as_ref().map(|said| &said.value);
    assert_eq!(confirm, Some(&FieldValue::Set(ConfirmMode::First)));
}

#[test]
fn notes_for_every_toolset_stand_beside_them() {
    let mut small = toolset("small");
    small.members = vec![member("shop.list_books")];
    let tool = reference(Some("shop.buy"), None);
    let notes = vec![note("budget", "Never above 100."), note("team", "Ask.")];
    let global_notes = [ToolNotes { tool, notes }, unnamed()];
    let text = write_toolsets(&[small], &[], &global_notes);
    insta::assert_snapshot!(text, @r#"
    # Toolsets: which tools belong together, and which notes they have.
    # `candor toolset import FILE` takes this file. The tables can stand in a candor.toml, too.

    [toolsets.small]
    tools = ["shop.list_books"]

    [[notes]]
    tool = "shop.buy"
    name = "budget"
    note = "Never above 100."

    [[notes]]
    tool = "shop.buy"
    name = "team"
    note = "Ask."

    [[notes]]
    ref_id = "e882bcaadb1e02e2020fd8774f86f6fccb1c1db63593f0fda63b88aaa2970afc"
    name = "why"
    note = "Nobody knows."
    "#);
    let file = read_toolsets("t.toml", &text);
    assert_eq!(told(&file), "");
    assert_eq!(file.notes, global_notes);
}

#[test]
fn only_toolsets_may_stand_in_the_file() {
    let text = r#"
[toolset.reading]
tools = ["shop.*"]
[sources.shop]
command = "shop"
[toolsets.good]
tools = ["shop.*"]
[toolsets.typo]
tool = ["shop.*"]
"#;
    insta::assert_snapshot!(told(&read_toolsets("t.toml", text)), @r#"
    t.toml:2:2: error: `toolset` does not belong in a file of toolsets [config::no-toolset]
      hint: did you mean `toolsets`?
    t.toml:4:2: error: `sources` does not belong in a file of toolsets [config::no-toolset]
      hint: only `[toolsets.NAME]` and `[[notes]]` tables may stand here
    t.toml:8:11: warning: `toolsets.typo` has no tools, so that it serves none [config::empty-toolset]
      hint: write `"source.tool"`, `"source.list_*"`, `"read_only=true"`, or `{ tool = "source.tool", ref_id = "…" }`
    t.toml:9:1: error: unknown key `tool` in `toolsets.typo` [config::unknown-key]
      hint: did you mean `tools`?
    "#);
}

#[test]
fn files_that_cannot_be_read_are_told() {
    let none = read_toolsets("t.toml", "\u{feff}# nothing\n");
    assert!(none.toolsets.is_empty() && none.diagnostics.is_empty());
    for text in ["[toolsets", "{\"toolsets\": {}}", "toolsets = 3"] {
        let file = read_toolsets("t.toml", text);
        let error = |one: &Diagnostic| one.severity == candor_model::Severity::Error;
        assert!(file.diagnostics.iter().any(error), "{text}");
        assert!(file.toolsets.is_empty());
    }
    let large = read_toolsets("t.toml", &"#".repeat(LARGEST + 1));
    insta::assert_snapshot!(told(&large), @"
    error: `t.toml` is larger than 8 MiB [config::too-large]
      hint: is this the right file?
    ");
}

/// Text as a tool's own name may be: anything that is no control character.
const OWN: &str = "[^\\pC]{1,8}";

fn any_reference() -> impl Strategy<Value = ToolRef> {
    let own = OWN.prop_filter("a note is on one tool", |own| !own.contains('*'));
    let name = ("[a-zA-Z0-9_-]{1,6}", own).prop_map(|(source, own)| {
        QualifiedName::parse(&format!("{source}.{own}")).expect("a name")
    });
    let id = any::<u8>().prop_map(|byte| Digest::of([byte]));
    (prop::option::of(name), prop::option::of(id))
        .prop_filter_map("refers to nothing", |(name, id)| ToolRef::new(name, id))
}

fn any_member() -> impl Strategy<Value = ToolsetMember> {
    let many = ("[a-zA-Z0-9_-]{1,6}", OWN)
        .prop_map(|(source, own)| ToolsetMember::Pattern(pattern(&format!("{source}.{own}*"))));
    let source = prop::option::of("[a-zA-Z0-9_-]{1,6}");
    let hint =
        (source, 0..4_usize, any::<bool>()).prop_map(|(source, hint, value)| ToolsetMember::Hint {
            source: source.map(|source| SourceName::parse(&source).expect("a name")),
            hint: Hint::ALL[hint],
            value,
        });
    prop_oneof![any_reference().prop_map(ToolsetMember::Tool), many, hint]
}

fn any_toolset() -> impl Strategy<Value = Toolset> {
    let notes = prop::collection::btree_map("[a-z0-9-]{2,5}", "[a-z•é\"'\\\\]{1,9}", 1..3);
    (
        "[a-z0-9-]{2,6}",
        "[a-zé\"']{0,9}",
        prop::collection::hash_set(any_member(), 1..6),
        prop::collection::vec((any_reference(), notes), 0..3),
        (0..5_usize, any::<Option<bool>>(), any::<bool>()),
        prop::option::of(200..=100_000_usize),
    )
        .prop_map(|(name, description, members, notes, style, budget)| {
            let mut made = toolset(&name);
            made.description = description;
            made.members = members.into_iter().collect();
            for (tool, notes) in notes {
                let about = |entry: &ToolNotes| entry.tool.to_string() == tool.to_string();
                if !made.notes.iter().any(about) {
                    let notes = notes.iter().map(|(name, text)| note(name, text)).collect();
                    made.notes.push(ToolNotes { tool, notes });
                }
            }
            made.profile = HintProfile::ALL.get(style.0).copied();
            made.provenance = style.1;
            made.prompts_and_resources = style.2;
            made.budget = budget;
            made
        })
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(toolsets in prop::collection::vec(any_toolset(), 0..4)) {
        let mut toolsets = toolsets;
        toolsets.sort_by(|a, b| a.name.cmp(&b.name));
        toolsets.dedup_by(|a, b| a.name == b.name);
        let text = write_toolsets(&toolsets, &[], &[]);
        let file = read_toolsets("t.toml", &text);
        prop_assert_eq!(told(&file), "", "{}", text);
        let back: Vec<Toolset> = file.toolsets.into_iter().map(|one| one.toolset).collect();
        prop_assert_eq!(&back, &toolsets, "{}", text);
        prop_assert_eq!(write_toolsets(&back, &[], &[]), text);
    }

    #[test]
    fn nothing_panics(text in "(\\[\\[?toolsets\\.[a-b]{2}(\\.notes)?\\]\\]?\n|(tools|notes|note|name|tool|budget|confirm) = ([\\[{\"0-9a-z.*=,}\\] ]{0,12})\n){0,12}") {
        let file = read_toolsets("t.toml", &text);
        for one in file.toolsets {
            prop_assert!(one.toolset.members.len() <= 1_000);
        }
    }
}
