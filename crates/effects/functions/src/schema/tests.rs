#![expect(dead_code, reason = "the types are here for their schemas")]

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::*;
use crate::NoInput;

/// A comment that only readers of the code need.
#[derive(Deserialize, JsonSchema)]
struct SchemaOrder {
    /// Who pays for it.
    customer: String,
    /// What is bought.
    lines: Vec<SchemaLine>,
    /// Where it is sent.
    address: Option<SchemaAddress>,
    note: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct SchemaLine {
    /// How many of it.
    #[schemars(range(min = 1))]
    count: u32,
    weight: f64,
}

#[derive(Deserialize, JsonSchema)]
struct SchemaAddress {
    zip: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum SchemaShape {
    Circle { radius: f64 },
    Square { side: f64 },
}

#[derive(Deserialize, JsonSchema)]
struct Flattened {
    name: String,
    #[serde(flatten)]
    shape: SchemaShape,
}

#[derive(Deserialize, JsonSchema)]
struct SchemaOpen {
    name: String,
    #[serde(flatten)]
    rest: BTreeMap<String, i64>,
}

#[derive(Deserialize, JsonSchema)]
struct SchemaNode {
    /// What is below.
    children: Vec<SchemaNode>,
}

fn check<T: JsonSchema>(expect: &Value) {
    assert_eq!(&input::<T>(), expect, "{:#}", input::<T>());
}

#[test]
fn an_input_is_shut_and_has_no_noise() {
    check::<NoInput>(&json!({"type": "object", "properties": {}, "additionalProperties": false}));
    check::<SchemaOrder>(&json!({
        "type": "object",
        "properties": {
            "customer": {"type": "string", "description": "Who pays for it."},
            "lines": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "count": {"type": "integer", "minimum": 1, "description": "How many of it."},
                        "weight": {"type": "number"},
                    },
                    "required": ["count", "weight"],
                    "additionalProperties": false,
                },
                "description": "What is bought.",
            },
            "address": {
                "type": ["object", "null"],
                "properties": {"zip": {"type": "string"}},
                "required": ["zip"],
                "description": "Where it is sent.",
                "additionalProperties": false,
            },
            "note": {"type": ["string", "null"]},
        },
        "required": ["customer", "lines"],
        "additionalProperties": false,
    }));
}

#[test]
fn a_choice_of_objects_is_an_object() {
    let shape = |kind: &str, member: &str| {
        json!({
            "type": "object",
            "properties": {
                "kind": {"type": "string", "const": kind},
                member: {"type": "number"},
            },
            "required": ["kind", member],
            "additionalProperties": false,
        })
    };
    check::<SchemaShape>(&json!({
        "oneOf": [shape("circle", "radius"), shape("square", "side")],
        "type": "object",
    }));
}

#[test]
fn the_parts_of_a_composed_object_stay_open() {
    let schema = input::<Flattened>();
    assert_eq!(schema["unevaluatedProperties"], json!(false), "{schema:#}");
    assert_eq!(schema.get("additionalProperties"), None);
    assert_eq!(schema["oneOf"][0].get("additionalProperties"), None);
    let open = input::<SchemaOpen>();
    assert_eq!(open["additionalProperties"], json!({"type": "integer"}));
}

#[test]
fn what_contains_itself_refers_to_itself() {
    let schema = input::<SchemaNode>();
    let items = &schema["properties"]["children"]["items"];
    let reference = items["$ref"].as_str().expect("a reference");
    assert!(reference.starts_with('#'), "{schema:#}");
    assert_eq!(schema["type"], "object");
}

#[test]
fn what_is_no_object_is_told_as_it_is() {
    assert!(!is_object(&input::<String>()));
    assert!(!is_object(&input::<Value>()));
    assert!(is_object(&input::<Map<String, Value>>()));
    assert_eq!(output::<Vec<u8>>(), None);
    // A result may have more members than are known.
    let output = output::<SchemaLine>().expect("an object");
    assert_eq!(output.get("additionalProperties"), None);
}

#[derive(Deserialize, JsonSchema)]
struct SchemaForm {
    /// How you are called.
    name: String,
    age: Option<u8>,
    color: Option<Color>,
    size: Size,
    #[serde(default)]
    sure: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Color {
    Red,
    Blue,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Size {
    /// Fits into a pocket.
    Small,
    /// Does not.
    Large,
}

#[test]
fn a_form_holds_simple_fields_only() {
    assert_eq!(
        form::<SchemaForm>(),
        Ok(json!({
            "type": "object",
            "properties": {
                "name": {"type": "string", "description": "How you are called."},
                "age": {"type": "integer", "minimum": 0, "maximum": 255},
                "color": {"type": "string", "enum": ["red", "blue"]},
                "size": {"type": "string", "enum": ["small", "large"]},
                "sure": {"type": "boolean", "default": false},
            },
            "required": ["name", "size"],
        }))
    );
    assert_eq!(form::<SchemaOrder>(), Err("lines".to_owned()));
    assert_eq!(form::<String>(), Err("the answer".to_owned()));
    assert_eq!(form::<SchemaShape>(), Err("the answer".to_owned()));
}
