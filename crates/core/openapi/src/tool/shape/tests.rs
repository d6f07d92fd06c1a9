//! Shapes of small and monstrous schemas.

use proptest::prelude::*;
use serde_json::json;

use super::*;

fn definitions() -> SchemaDefinitions {
    let all = json!({
        "User": {"type": "object", "properties": {
            "login": {"type": "string"},
            "password": {"type": "string", "writeOnly": true},
            "friends": {"type": "array", "items": {"$ref": "#/$defs/User"}},
        }},
        "Loop": {"$ref": "#/$defs/Loop"},
    });
    serde_json::from_value(all).expect("definitions")
}

#[test]
fn a_shape_says_what_there_is() {
    for (schema, expect) in [
        (json!({"type": "string"}), "string"),
        (json!(true), "any"),
        (json!({}), "any"),
        (json!({"type": ["integer", "null"]}), "integer | null"),
        (
            json!({"type": "array", "items": {"type": "string"}}),
            "[string]",
        ),
        (json!({"type": "array"}), "[…]"),
        (json!({"type": "object"}), "object"),
        (
            json!({"type": "object", "additionalProperties": {"type": "number"}}),
            "{<key>: number}",
        ),
        (json!({"enum": ["open", "closed"]}), r#""open" | "closed""#),
        (
            json!({"type": "string", "enum": ["a", "b", "c", "d"]}),
            "string",
        ),
        (json!({"const": 1}), "1"),
        (
            json!({"$ref": "#/$defs/User"}),
            "{login: string, friends: […]}",
        ),
        (json!({"$ref": "#/$defs/Loop"}), "…"),
        (json!({"$ref": "#/$defs/Missing"}), "…"),
        (
            json!({"anyOf": [{"type": "null"}, {"type": "object", "properties": {"a": {}}}]}),
            "null | {a: any}",
        ),
        (
            json!({"allOf": [{"properties": {"a": {"type": "string"}}}, {"properties": {"b": {}}}]}),
            "{a: string, b: any}",
        ),
    ] {
        assert_eq!(
            shape(&schema, &definitions(), SchemaSide::Output),
            expect,
            "{schema}"
        );
    }
}

#[test]
fn what_has_no_room_is_left_out() {
    let deep = (0..30).fold(json!({"type": "string"}), |below, at| {
        json!({"type": "object", "properties": {format!("level{at}"): below, "name": {"type": "string"}}})
    });
    insta::assert_snapshot!(
        shape(&deep, &definitions(), SchemaSide::Output),
        @"{level29: {level28: {level27: {level26: {level25: {…}, name: string}, name: string}, name: string}, name: string}, name: string}"
    );
    let wide: serde_json::Map<_, _> = (0..500)
        .map(|at| (format!("property{at}"), json!({"type": "string"})))
        .collect();
    let wide = json!({"type": "object", "properties": wide});
    let drawn = shape(&wide, &definitions(), SchemaSide::Output);
    assert!(
        drawn.starts_with("{property0: string, ") && drawn.ends_with(", …}"),
        "{drawn}"
    );
}

#[test]
fn a_bush_of_definitions_is_drawn_in_no_time() {
    let mut all = SchemaDefinitions::new();
    for at in 0..60 {
        let next = json!({"$ref": format!("#/$defs/D{}", at + 1)});
        all.insert(
            format!("D{at}"),
            json!({"anyOf": [{"properties": {"a": next, "b": next}}, {"items": next}, next]}),
        );
    }
    let drawn = shape(&json!({"$ref": "#/$defs/D0"}), &all, SchemaSide::Output);
    assert!(drawn.chars().count() <= LONGEST);
}

proptest! {
    #[test]
    fn a_shape_is_short(names in prop::collection::vec("\\PC{1,120}", 1..30), depth in 0usize..4) {
        let schema = (0..depth).fold(json!({"type": "string"}), |below, _| {
            let all: serde_json::Map<_, _> =
                names.iter().map(|name| (name.clone(), below.clone())).take(5).collect();
            json!({"type": "object", "properties": all})
        });
        let drawn = shape(&schema, &SchemaDefinitions::new(), SchemaSide::Output);
        prop_assert!(drawn.chars().count() <= LONGEST);
    }
}
