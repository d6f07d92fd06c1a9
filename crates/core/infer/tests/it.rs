//! Inference over real tools, over hostile ones, and over very many.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use candor_infer::{HttpMethod, InputSchema, SourceFacts, ToolFacts, ToolInference, infer};
use candor_model::{DestructivePolicy, Hint, Hints};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Real tools with the hints that their authors gave them, where somebody has put them beside the
/// workspace.
fn corpus() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/corpus");
    folder.is_dir().then_some(folder)
}

fn servers(folder: &Path) -> Vec<(String, Vec<Value>)> {
    let mut servers = Vec::new();
    for entry in fs::read_dir(folder)
        .expect("the folder is readable")
        .flatten()
    {
        let path = entry.path();
        if path.extension().is_some_and(|ending| ending == "jsonl") {
            let text = fs::read_to_string(&path).expect("the file is readable");
            let tools = text
                .lines()
                .map(|line| serde_json::from_str(line).expect("a tool"));
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            servers.push((name.into_owned(), tools.collect()));
        }
    }
    servers
}

fn labels(tool: &Value) -> Hints {
    let label = |hint: Hint| tool.get("annotations")?.get(hint.wire())?.as_bool();
    Hint::ALL
        .into_iter()
        .filter_map(|hint| Some((hint, label(hint)?)))
        .collect()
}

/// Infers the hints of a server's tools, with everything hidden that the author declared.
fn infer_blind(name: &str, tools: &[Value], destructive: DestructivePolicy) -> Vec<ToolInference> {
    let texts = |tool: &Value, key: &str| -> Vec<String> {
        let list = tool
            .get(key)
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        list.filter_map(Value::as_str).map(String::from).collect()
    };
    let lists: Vec<_> = tools
        .iter()
        .map(|tool| (texts(tool, "scopes"), texts(tool, "tags")))
        .collect();
    let facts: Vec<ToolFacts<'_>> = tools
        .iter()
        .zip(&lists)
        .map(|(tool, (scopes, tags))| ToolFacts {
            name: tool["name"].as_str().expect("a name"),
            title: tool["title"].as_str(),
            description: tool["description"].as_str(),
            input_schema: tool.get("inputSchema").map(InputSchema::Value),
            method: None,
            path: None,
            scopes,
            tags,
            declared: Hints::UNSET,
        })
        .collect();
    infer(&SourceFacts {
        name,
        tools: &facts,
        destructive,
        open_world: None,
    })
}

#[test]
fn hints_are_inferred_well_enough() {
    let Some(folder) = corpus() else {
        eprintln!("skipped: there is no folder of labelled tools beside the workspace");
        return;
    };
    let (mut labelled, mut right, mut unsafe_) = (0, 0, 0);
    let (mut writes, mut destructive) = (0, 0);
    for (name, tools) in servers(&folder) {
        let mut best = 0;
        for policy in DestructivePolicy::ALL {
            let inferences = infer_blind(&name, &tools, policy);
            let guesses = tools.iter().zip(&inferences).filter(|(tool, inference)| {
                let label = labels(tool);
                let guess = inference.guess().get(Hint::Destructive).unwrap_or(true);
                label.get(Hint::ReadOnly) != Some(true)
                    && label.get(Hint::Destructive) == Some(guess)
            });
            best = best.max(guesses.count());
        }
        destructive += best;
        for (tool, inference) in
            tools
                .iter()
                .zip(&infer_blind(&name, &tools, DestructivePolicy::default()))
        {
            let label = labels(tool);
            let written = label.get(Hint::ReadOnly) != Some(true);
            writes += usize::from(written && label.get(Hint::Destructive).is_some());
            if let Some(reads) = label.get(Hint::ReadOnly) {
                let guess = inference.guess().get(Hint::ReadOnly).unwrap_or(false);
                labelled += 1;
                right += usize::from(guess == reads);
                unsafe_ += usize::from(guess && !reads);
            }
        }
    }
    assert!(labelled > 0, "no tool of the folder has a label");
    assert!(
        100 * right >= 96 * labelled,
        "read-only: {right} of {labelled}"
    );
    assert!(
        1000 * unsafe_ <= 5 * labelled,
        "unsafe: {unsafe_} of {labelled}"
    );
    assert!(
        100 * destructive >= 80 * writes,
        "destructive: {destructive} of {writes}"
    );
}

fn tool<'a>(name: &'a str, description: &'a str, schema: &'a Value) -> ToolFacts<'a> {
    ToolFacts {
        name,
        title: None,
        description: Some(description),
        input_schema: Some(InputSchema::Value(schema)),
        method: None,
        path: None,
        scopes: &[],
        tags: &[],
        declared: Hints::UNSET,
    }
}

fn infer_all(tools: &[ToolFacts<'_>], open_world: Option<bool>) -> Vec<ToolInference> {
    infer(&SourceFacts {
        name: "source",
        tools,
        destructive: DestructivePolicy::default(),
        open_world,
    })
}

#[test]
fn a_large_source_is_quick() {
    let verbs = [
        "get", "list", "create", "update", "delete", "search", "send", "sync",
    ];
    let schema = json!({"type": "object", "properties": {
        "limit": {"type": "integer"}, "action": {"enum": ["get", "delete"]}, "url": {"type": "string"}
    }});
    let description = "Does something to a thing, and returns what came of it. ".repeat(40);
    let names: Vec<String> = (0..500)
        .map(|number| format!("app_{}_thing_{number}", verbs[number % verbs.len()]))
        .collect();
    let tools: Vec<_> = names
        .iter()
        .map(|name| tool(name, &description, &schema))
        .collect();
    let start = Instant::now();
    let inferences = infer_all(&tools, None);
    let took = start.elapsed();
    assert_eq!(inferences.len(), tools.len());
    // Generous: unoptimised, on a busy machine. `cargo xtask infer-report` has the real figure.
    assert!(took < Duration::from_mins(1), "{took:?}");
}

#[test]
fn huge_texts_cost_no_more_than_their_beginning() {
    let name = "delete_".repeat(150_000);
    let description = "Deletes everything and overwrites it. ".repeat(140_000);
    let mut deep = json!({});
    for _ in 0..100 {
        deep = json!({"properties": {"action": deep, "enum": ["get"]}});
    }
    let wide: serde_json::Map<String, Value> = (0..50_000)
        .map(|number| (format!("p{number}"), json!({"enum": ["delete"]})))
        .collect();
    let wide = json!({"properties": wide});
    for schema in [deep, wide] {
        let inference = infer_all(&[tool(&name, &description, &schema)], None).remove(0);
        assert_eq!(inference.applied().get(Hint::Destructive), Some(true));
        let title = inference.title.expect("a title");
        assert!(title.chars().count() <= 80, "{title}");
        for finding in inference.findings {
            assert!(finding.because().len() < 1000);
        }
    }
}

#[test]
fn the_open_world_is_the_sources() {
    let schema = json!({});
    let plain = tool("create_page", "", &schema);
    let says = |value| ToolFacts {
        declared: Hints::UNSET.with(Hint::OpenWorld, value),
        ..plain
    };
    let about = |tools: &[ToolFacts<'_>], setting| {
        let found = infer_all(tools, setting).remove(0).findings;
        let found = found.into_iter().find(|one| one.hint == Hint::OpenWorld);
        found.map(|one| (one.value, one.applies))
    };
    assert_eq!(about(&[plain], None), None);
    assert_eq!(about(&[plain], Some(false)), Some((false, true)));
    assert_eq!(about(&[plain, says(true), says(true)], None), None);
    let open = [plain, says(true), says(true), says(true)];
    assert_eq!(about(&open, None), Some((true, true)));
    let closed = [plain, says(false), says(false), says(false)];
    assert_eq!(about(&closed, None), Some((false, false)));
    assert_eq!(about(&closed, Some(true)), Some((true, true)));
    // A tool's own word is no evidence about itself.
    assert_eq!(about(&[says(true), plain, plain, plain], None), None);
    let url = json!({"properties": {"url": {"type": "string"}}});
    let fetch = tool("fetch_page", "", &url);
    let closed = [fetch, says(false), says(false), says(false)];
    assert_eq!(about(&closed, None), Some((true, true)));
}

#[test]
fn a_source_of_local_files_seems_closed() {
    let file = json!({"properties": {"path": {"type": "string"}}});
    let plain = json!({});
    let url = json!({"properties": {"url": {"type": "string"}}});
    let about = |schema: &Value| {
        let names = ["read_a", "write_b", "list_c", "move_d", "fetch_e"];
        let tools = names.map(|name| tool(name, "", schema));
        let found = infer_all(&tools, None).remove(1).findings;
        let found = found.into_iter().find(|one| one.hint == Hint::OpenWorld);
        found.map(|one| (one.value, one.applies, one.because()))
    };
    let closed = about(&file).expect("a suggestion");
    assert_eq!((closed.0, closed.1), (false, false));
    assert_eq!(closed.2, "5 of the source's 5 tools work on local files");
    assert_eq!(about(&plain), None);
    let open = about(&url).expect("a suggestion");
    assert_eq!((open.0, open.1), (true, false));
}

#[test]
fn siblings_teach_the_habits_of_the_house() {
    let schema = json!({});
    let plain = |name| tool(name, "", &schema);
    let gentle = |name| ToolFacts {
        declared: Hints::UNSET.with(Hint::Destructive, false),
        ..plain(name)
    };
    let alone = infer_all(&[plain("update_page")], None);
    assert_eq!(alone[0].guess().get(Hint::Destructive), Some(true));
    let tools = [
        plain("update_page"),
        gentle("update_a"),
        gentle("update_b"),
        gentle("update_c"),
    ];
    let taught = infer_all(&tools, None);
    assert_ne!(taught[0].guess().get(Hint::Destructive), Some(true));
    // What the house says of itself never makes a tool safer without a person.
    assert_ne!(taught[0].applied().get(Hint::Destructive), Some(false));
}

#[test]
fn where_similar_tools_are_declared_both_ways_repeating_stays_open() {
    let schema = json!({});
    let says = |name, value| ToolFacts {
        declared: Hints::UNSET.with(Hint::Idempotent, value),
        ..tool(name, "", &schema)
    };
    let plain = tool("delete_page", "", &schema);
    let guess = |others: &[ToolFacts<'_>]| {
        let tools: Vec<_> = std::iter::once(plain)
            .chain(others.iter().copied())
            .collect();
        infer_all(&tools, None)[0].guess().get(Hint::Idempotent)
    };
    assert_eq!(guess(&[]), Some(true));
    assert_eq!(
        guess(&[says("delete_a", true), says("delete_b", false)]),
        None
    );
    // Nor does it help that other writes disagree.
    assert_eq!(
        guess(&[says("create_a", true), says("create_b", false)]),
        None
    );
    // A few that agree say a little.
    assert_eq!(
        guess(&[says("create_a", true), says("create_b", true)]),
        Some(true)
    );
}

#[test]
fn a_post_that_words_call_destructive_is_not_suggested_to_read() {
    let deleting = json!({"properties": {"delete": {"type": "boolean"}}});
    let plain = json!({});
    for (schema, reads) in [(&plain, true), (&deleting, false)] {
        let post = ToolFacts {
            method: Some(HttpMethod::Post),
            ..tool("list_pages", "List pages.", schema)
        };
        let found = infer_all(&[post], None).remove(0);
        let guess = found.guess().get(Hint::ReadOnly) == Some(true);
        assert_eq!(guess, reads, "{schema}");
    }
}

fn any_hints() -> impl Strategy<Value = Hints> {
    prop::array::uniform4(prop::option::of(any::<bool>())).prop_map(|values| {
        let pairs = Hint::ALL.into_iter().zip(values);
        pairs
            .filter_map(|(hint, value)| Some((hint, value?)))
            .collect()
    })
}

fn any_text() -> impl Strategy<Value = String> {
    let words = [
        "get", "delete", "_", ".", " and ", "Creates", "ß", "İ", "\u{0}", "🙂", "List", "-",
    ];
    prop_oneof![
        ".{0,60}",
        prop::collection::vec(prop::sample::select(words.to_vec()), 0..12)
            .prop_map(|words| words.concat()),
    ]
}

proptest! {
    #[test]
    fn whatever_a_source_says_the_laws_hold(
        names in prop::collection::vec((any_text(), any_text(), any_hints(), 0_usize..8), 1..8),
        own in any_hints(),
        parameter in any_text(),
    ) {
        let properties: serde_json::Map<String, Value> = [
            (parameter.clone(), json!({"type": "string"})),
            ("action".to_owned(), json!({"enum": [parameter]})),
        ].into_iter().collect();
        let schema = json!({"properties": properties});
        let mut tools: Vec<_> = names
            .iter()
            .map(|(name, description, declared, method)| ToolFacts {
                declared: *declared,
                method: HttpMethod::ALL.get(*method).copied(),
                path: Some(description),
                ..tool(name, description, &schema)
            })
            .collect();
        let inferences = infer_all(&tools, None);
        prop_assert_eq!(inferences.len(), tools.len());
        for (tool, inference) in tools.iter().zip(&inferences) {
            let mut seen = String::new();
            for finding in &inference.findings {
                prop_assert!(!finding.evidence.is_empty());
                prop_assert!((50..=99).contains(&finding.confidence.percent()));
                write!(seen, "{:?}{} ", finding.hint, finding.applies).expect("a string");
                if tool.method.is_none() && finding.applies {
                    prop_assert!(finding.raises_risk(), "{:?}", finding);
                }
            }
            let mut kinds: Vec<_> = seen.split_whitespace().collect();
            kinds.sort_unstable();
            let all = kinds.len();
            kinds.dedup();
            prop_assert_eq!(all, kinds.len(), "a hint is found twice: {}", seen);
            prop_assert!(tool.method == Some(HttpMethod::Post) || all <= 4);
            let guess = inference.guess();
            let contradicts = guess.get(Hint::ReadOnly) == Some(true)
                && guess.get(Hint::Destructive) == Some(true);
            prop_assert!(!contradicts, "{:?}", inference);
            let title = inference.title.as_deref().unwrap_or_default();
            prop_assert!((1..=80).contains(&title.chars().count()), "{}", title);
        }
        tools[0].declared = own;
        prop_assert_eq!(&infer_all(&tools, None)[0], &inferences[0]);
    }
}
