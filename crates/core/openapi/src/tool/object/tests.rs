//! Objects, seen and unseen.

use serde_json::json;

use super::*;

fn definitions() -> SchemaDefinitions {
    let all = json!({
        "Book": {"type": "object", "properties": {"isbn": {"type": "string"}}, "required": ["isbn"]},
        "Alias": {"$ref": "#/$defs/Book"},
        "Loop": {"$ref": "#/$defs/Loop"},
        "Twice": {"allOf": [{"$ref": "#/$defs/Book"}, {"$ref": "#/$defs/Book"}]},
        "Text": {"type": "string"},
        "Pair": {"anyOf": [{"$ref": "#/$defs/Book"}, {"$ref": "#/$defs/Alias"}]},
        "Either": {"oneOf": [{"$ref": "#/$defs/Book"}, {"$ref": "#/$defs/Text"}]},
    });
    serde_json::from_value(all).expect("definitions")
}

fn check_plain(schema: &Value, expect: Option<&str>) {
    let found = plain(schema, &definitions()).map(|plain| {
        let mark = |name: &String| {
            if plain.required.contains(name) {
                "!"
            } else {
                ""
            }
        };
        let names = plain.properties.keys();
        let names: Vec<String> = names.map(|name| format!("{name}{}", mark(name))).collect();
        names.join(" ")
    });
    assert_eq!(found.as_deref(), expect, "{schema}");
}

#[test]
fn plain_objects_are_read_through_references_and_all_of() {
    check_plain(&json!({"$ref": "#/$defs/Alias"}), Some("isbn!"));
    check_plain(&json!({"$ref": "#/$defs/Twice"}), Some("isbn!"));
    check_plain(
        &json!({"allOf": [
            {"$ref": "#/$defs/Book"},
            {"properties": {"title": {"type": "string"}}, "required": ["title"], "x-y": 1},
            true,
        ], "description": "A book"}),
        Some("isbn! title!"),
    );
    check_plain(
        &json!({"$ref": "#/$defs/Book", "properties": {"price": {"type": "number"}}}),
        Some("price isbn!"),
    );
    check_plain(
        &json!({"type": ["object"], "properties": {"a": {}}, "additionalProperties": false}),
        Some("a"),
    );
}

#[test]
fn kinds_are_the_matter_of_those_who_are_meant() {
    let kinds = json!({"properties": {"a": {}}, "discriminator": {"propertyName": "a"}});
    check_plain(&kinds, None);
    check_plain(
        &json!({"allOf": [kinds, {"properties": {"b": {}}}]}),
        Some("a b"),
    );
}

#[test]
fn what_speaks_of_the_whole_is_not_plain() {
    let with = |keyword: &str, value: Value| {
        let mut schema = json!({"type": "object", "properties": {"a": {}}});
        schema[keyword] = value;
        schema
    };
    for schema in [
        json!(true),
        json!({"type": "object"}),
        json!({"$ref": "#/$defs/Loop"}),
        json!({"$ref": "#/$defs/Missing"}),
        json!({"$ref": "#/$defs/Text"}),
        with("type", json!(["object", "null"])),
        with("oneOf", json!([{}])),
        with("anyOf", json!([{}])),
        with("not", json!({})),
        with("minProperties", json!(1)),
        with("patternProperties", json!({})),
        with("additionalProperties", json!(true)),
        with("additionalProperties", json!({"type": "string"})),
        with("unevaluatedProperties", json!(false)),
        with("dependentRequired", json!({})),
        with("discriminator", json!({"propertyName": "a"})),
        with("required", json!(["undescribed"])),
        json!({"allOf": [
            {"$ref": "#/$defs/Book"},
            {"properties": {"b": {}}, "additionalProperties": false},
        ]}),
    ] {
        check_plain(&schema, None);
    }
}

#[test]
fn two_descriptions_of_a_property_both_count() {
    let schema = json!({"allOf": [
        {"properties": {"a": {"type": "integer"}}},
        {"properties": {"a": {"minimum": 1}}},
    ]});
    let plain = plain(&schema, &definitions()).expect("plain");
    assert_eq!(
        plain.properties["a"],
        json!({"allOf": [{"type": "integer"}, {"minimum": 1}]})
    );
}

#[test]
fn an_object_is_one_for_sure_or_not() {
    for (schema, expect) in [
        (json!({"type": "object"}), true),
        (json!({"type": ["object", "null"]}), false),
        (json!({"properties": {"a": {}}}), false),
        (json!({"$ref": "#/$defs/Alias"}), true),
        (json!({"$ref": "#/$defs/Twice"}), true),
        (json!({"$ref": "#/$defs/Pair"}), true),
        (json!({"$ref": "#/$defs/Either"}), false),
        (json!({"$ref": "#/$defs/Loop"}), false),
        (json!({"anyOf": []}), false),
        (json!(true), false),
    ] {
        assert_eq!(is_object(&schema, &definitions()), expect, "{schema}");
    }
    assert!(is_array(&json!({"type": "array"}), &definitions()));
}

#[test]
fn a_tower_of_references_is_climbed_once() {
    let mut all = SchemaDefinitions::new();
    for at in 0..64 {
        let below = json!({"$ref": format!("#/$defs/D{}", at + 1)});
        all.insert(format!("D{at}"), json!({"allOf": [below, below]}));
    }
    all.insert("D64".to_owned(), json!({"properties": {"a": {}}}));
    let top = json!({"$ref": "#/$defs/D0"});
    assert!(plain(&top, &all).is_some());
    assert!(!is_object(&top, &all));
    assert_eq!(members(&top, &all, SchemaSide::Output, 10).len(), 1);
    for definition in all.values_mut() {
        if let Some(both) = definition.get("allOf").cloned() {
            *definition = json!({"anyOf": both});
        }
    }
    all.insert("D64".to_owned(), json!({"type": "object"}));
    assert!(is_object(&top, &all));
}

#[test]
fn a_chain_of_references_ends() {
    let mut all = SchemaDefinitions::new();
    for at in 0..30_000 {
        let next = format!("#/$defs/D{}", at + 1);
        all.insert(format!("D{at}"), json!({"allOf": [{"$ref": next}]}));
    }
    all.insert(
        "D30000".to_owned(),
        json!({"type": "object", "properties": {"a": {}}}),
    );
    let top = json!({"$ref": "#/$defs/D0"});
    assert!(plain(&top, &all).is_none());
    assert!(!is_object(&top, &all));
    assert!(members(&top, &all, SchemaSide::Output, 10).is_empty());
    assert!(!SchemaSide::Input.leaves_out(&top, &all));
    assert_eq!(SchemaSide::Input.of(&top, &all), top);
}
