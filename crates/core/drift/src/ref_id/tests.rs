//! Ids that hypertool was seen to give.

use serde_json::json;

use super::*;

fn source(name: &str) -> SourceName {
    SourceName::parse(name).expect("a name")
}

fn check(definition: &str, expect: &str, id: &str) {
    let definition = serde_json::from_str(definition).expect("JSON");
    assert_eq!(preimage(&source("alpha"), &definition), expect);
    assert_eq!(ref_id(&source("alpha"), &definition).to_string(), id);
}

#[test]
fn known_keys_of_a_schema_come_first() {
    check(
        r#"{"name":"echo","description":"Echo text back","inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","additionalProperties":false,"required":["text"],"properties":{"text":{"type":"string","description":"what"}},"type":"object"}}"#,
        r#"{"name":"echo","serverName":"alpha","inputSchema":{"type":"object","properties":{"text":{"type":"string","description":"what"}},"required":["text"],"$schema":"http://json-schema.org/draft-07/schema#","additionalProperties":false}}"#,
        "3b096fdf1d1d3f2730797e61ecb0220ae9a1be9618c0a00d01adcc6efd2a6ff6",
    );
}

#[test]
fn annotations_and_results_are_part_of_it() {
    check(
        r#"{"name":"add","title":"Add","description":"Add two numbers","inputSchema":{"type":"object","properties":{"a":{"type":"number","minimum":1.0},"b":{"type":"number"}},"required":["a","b"]},"annotations":{"readOnlyHint":true,"title":"Add numbers"},"outputSchema":{"type":"object","properties":{"sum":{"type":"number"}},"required":["sum"]}}"#,
        r#"{"name":"add","serverName":"alpha","inputSchema":{"type":"object","properties":{"a":{"type":"number","minimum":1},"b":{"type":"number"}},"required":["a","b"]},"outputSchema":{"type":"object","properties":{"sum":{"type":"number"}},"required":["sum"]},"annotations":{"title":"Add numbers","readOnlyHint":true}}"#,
        "f81e359a05308b061d495f5b1ac70906e4838292cae1ae492bb3d9948e0eb9b5",
    );
}

#[test]
fn a_tool_without_parameters_has_one_too() {
    check(
        r#"{"name":"env","description":"Return env and args","inputSchema":{"type":"object"}}"#,
        r#"{"name":"env","serverName":"alpha","inputSchema":{"type":"object"}}"#,
        "a64fceca071d43fbcc160e7089ddae3fff4d852cb3e1f142536e3e535f93b2b2",
    );
}

#[test]
fn the_order_matters_below_the_top_and_the_source_always() {
    let id =
        |text: &str, name: &str| ref_id(&source(name), &serde_json::from_str(text).expect("JSON"));
    let tool = r#"{"name":"a","inputSchema":{"type":"object","x":{"p":1,"q":2}}}"#;
    let outer = r#"{"inputSchema":{"x":{"p":1,"q":2},"type":"object"},"_meta":{},"name":"a"}"#;
    let inner = r#"{"name":"a","inputSchema":{"type":"object","x":{"q":2,"p":1}}}"#;
    assert_eq!(id(tool, "s"), id(outer, "s"));
    assert_ne!(id(tool, "s"), id(inner, "s"));
    assert_ne!(id(tool, "s"), id(tool, "t"));
}

#[test]
fn unknown_keys_follow_in_their_order_and_indices_lead() {
    let definition = json!({"annotations": {
        "z": 1, "openWorldHint": true, "7": 1, "a": 1, "title": "T", "readOnlyHint": false,
    }});
    assert_eq!(
        preimage(&source("s"), &definition),
        r#"{"serverName":"s","annotations":{"7":1,"title":"T","readOnlyHint":false,"openWorldHint":true,"z":1,"a":1}}"#
    );
}

#[test]
fn odd_definitions_have_an_id_too() {
    for odd in [json!(null), json!([]), json!("x"), json!({})] {
        assert_eq!(preimage(&source("s"), &odd), r#"{"serverName":"s"}"#);
    }
    assert_eq!(
        preimage(
            &source("s"),
            &json!({"name": 1, "inputSchema": true, "annotations": null})
        ),
        r#"{"name":1,"serverName":"s","inputSchema":true,"annotations":null}"#
    );
}
