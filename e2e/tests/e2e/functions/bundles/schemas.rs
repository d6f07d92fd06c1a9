//! One schema, said with Candor's own words, with zod, with `zod/mini` and as JSON Schema: to a
//! client it is the same.

use candor_testkit::ServerEra;
use serde_json::{Value, json};

use crate::functions::kit::{FunctionGateway, done, folder, install, refused, source};

const SCHEMAS: &str = include_str!("schemas.ts");

const WAYS: [&str; 5] = ["own", "classic", "mini", "whole", "json"];

async fn stage() -> FunctionGateway {
    let folder = folder(&[("schemas.ts", SCHEMAS)]);
    install(folder.path(), "zod");
    FunctionGateway::open_in(folder, &source("f", "schemas.ts", ""), &[]).await
}

/// The schema without what one library says and another takes for granted: whether further
/// members are refused, the whole numbers that JavaScript can count to, and the order of members.
pub(super) fn essence(schema: &Value) -> Value {
    match schema {
        Value::Object(members) => {
            let mut kept: Vec<(&String, Value)> = members
                .iter()
                .filter(|(name, _)| *name != "additionalProperties")
                .map(|(name, value)| (name, essence(value)))
                .collect();
            kept.sort_by_key(|(name, _)| (*name).clone());
            kept.into_iter()
                .map(|(name, value)| (name.clone(), value))
                .collect::<serde_json::Map<_, _>>()
                .into()
        }
        Value::Array(items) => items.iter().map(essence).collect(),
        other => other.clone(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_are_told_the_same() {
    let stage = stage().await;
    let mut client = stage.client(ServerEra::Modern).await;
    let tools = client.offered().await;
    let expect = json!({
        "type": "object",
        "properties": {
            "name": {"type": "string", "minLength": 1, "maxLength": 20, "description": "Its name"},
            "size": {"type": "integer", "minimum": 0, "maximum": 10},
            "colour": {"type": "string", "enum": ["red", "blue"]},
            "tags": {"type": "array", "items": {"type": "string"}, "default": []},
            "place": {
                "type": "object",
                "properties": {"shelf": {"type": "number"}, "left": {"type": "boolean"}},
                "required": ["shelf"],
            },
        },
        "required": ["name", "colour", "place"],
    });
    for way in WAYS {
        let schema = &tools[&format!("f_{way}")]["inputSchema"];
        assert_eq!(essence(schema), essence(&expect), "{way}: {schema}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_fits_and_the_same_does_not() {
    let stage = stage().await;
    let mut client = stage.client(ServerEra::Legacy).await;
    let good = json!({"name": "cup", "colour": "red", "tags": ["new"], "place": {"shelf": 1.5}});
    let with = |member: &str, value: Value| {
        let mut given = good.clone();
        given[member] = value;
        given
    };
    let without = |member: &str| {
        let mut given = good.clone();
        given.as_object_mut().expect("an object").remove(member);
        given
    };
    let wrong = [
        (with("name", json!("")), "/name"),
        (with("name", json!("x".repeat(21))), "/name"),
        (with("size", json!(2.5)), "/size"),
        (with("size", json!(11)), "/size"),
        (with("colour", json!("green")), "/colour"),
        (with("tags", json!(["a", 1])), "/tags/1"),
        (with("place", json!({"left": true})), "/place"),
        (without("name"), "\"name\" is a required property"),
    ];
    for way in WAYS {
        let tool = format!("f_{way}");
        let said = done(&mut client, &tool, &good).await;
        let said: Value = serde_json::from_str(&said).expect("JSON");
        assert_eq!(said, good, "{way}");
        for (given, expect) in &wrong {
            let said = refused(&mut client, &tool, given).await;
            assert!(said.contains(expect), "{way} {given}: {said}");
        }
    }
    // A library fills in what was left out; JSON Schema only says what it would be.
    for way in WAYS.iter().filter(|way| **way != "json") {
        let said = done(&mut client, &format!("f_{way}"), &without("tags")).await;
        let said: Value = serde_json::from_str(&said).expect("JSON");
        assert_eq!(said["tags"], json!([]), "{way}");
    }
}
