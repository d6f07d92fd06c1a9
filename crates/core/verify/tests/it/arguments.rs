//! Calls that are made from a schema.

use candor_verify::{ArgumentContext, KnownValues, ListedTool, WorldFacts, cases};
use serde_json::{Value, json};

fn facts() -> WorldFacts {
    WorldFacts {
        folder: "/w".to_owned(),
        files: vec!["/w/notes.txt".to_owned()],
        folders: vec!["/w/docs".to_owned()],
        local_url: "http://127.0.0.1:9".to_owned(),
        seed: 7,
    }
}

fn made(tool: &Value, known: &KnownValues) -> Vec<Value> {
    let tool = ListedTool::read(tool).expect("a tool");
    let context = ArgumentContext {
        tool: &tool,
        facts: &facts(),
        known,
    };
    cases(context, 12)
        .into_iter()
        .map(|case| case.arguments)
        .collect()
}

#[test]
fn every_choice_is_tried() {
    let tool = json!({"name": "render", "inputSchema": {"properties": {
        "format": {"enum": ["a", "b", "c"]}, "deep": {"type": "boolean"}}, "required": ["format"]}});
    let made = made(&tool, &KnownValues::default());
    for format in ["a", "b", "c"] {
        assert!(made.iter().any(|one| one["format"] == format), "{made:?}");
    }
    for deep in [true, false] {
        assert!(made.iter().any(|one| one["deep"] == deep), "{made:?}");
    }
}

#[test]
fn readers_get_what_is_there_and_writers_something_new() {
    let schema = json!({"properties": {"path": {"type": "string"}}, "required": ["path"]});
    let read = made(
        &json!({"name": "read_file", "inputSchema": schema}),
        &KnownValues::default(),
    );
    assert_eq!(read[0]["path"], "/w/notes.txt");
    let write = made(
        &json!({"name": "write_file", "inputSchema": schema}),
        &KnownValues::default(),
    );
    assert!(
        write[0]["path"]
            .as_str()
            .is_some_and(|path| path.starts_with("/w/candor-")),
        "{write:?}"
    );
}

#[test]
fn a_writer_is_asked_to_write_the_same_thing_again() {
    let schema = json!({"properties": {"path": {"type": "string"}, "content": {"type": "string"}}, "required": ["path", "content"]});
    let made = made(
        &json!({"name": "write_file", "inputSchema": schema}),
        &KnownValues::default(),
    );
    assert_eq!(made[0]["path"], made[1]["path"]);
    assert_ne!(made[0]["content"], made[1]["content"]);
}

#[test]
fn results_become_arguments() {
    let mut known = KnownValues::default();
    known.learn_result("create_note", &json!({"structuredContent": {"id": 42}}));
    let schema = json!({"properties": {"id": {"type": "integer"}}, "required": ["id"]});
    let made = made(
        &json!({"name": "delete_note", "inputSchema": schema}),
        &known,
    );
    assert_eq!(made[0], json!({"id": 42}));
}

#[test]
fn the_same_seed_makes_the_same_calls() {
    let tool = json!({"name": "add", "inputSchema": {"properties": {"text": {"type": "string"}}, "required": ["text"]}});
    let known = KnownValues::default();
    assert_eq!(made(&tool, &known), made(&tool, &known));
}

#[test]
fn odd_schemas_do_no_harm() {
    for schema in [
        json!(null),
        json!([]),
        json!({"properties": 3}),
        json!({"properties": {"a": {"enum": []}}, "required": ["a"]}),
        json!({"properties": {"a": {"type": "array", "minItems": 3}}, "required": ["a"]}),
    ] {
        assert!(
            !made(
                &json!({"name": "x", "inputSchema": schema}),
                &KnownValues::default()
            )
            .is_empty(),
            "{schema}"
        );
    }
}
