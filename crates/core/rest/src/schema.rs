//! The parts of schemas that requests need: defaults, and which texts are files.

use candor_openapi::{ApiTool, ArgumentTarget};
use serde_json::Value;

/// The maximum number of references followed in a row.
const FOLLOWED: usize = 16;

/// The maximum number of schemas visited for one question.
const MOST: usize = 64;

/// The keywords that make one schema of several.
const TOGETHER: [&str; 3] = ["allOf", "anyOf", "oneOf"];

/// Follows references to `#/$defs/` in a tool's own schema.
pub(crate) fn follow<'a>(tool: &'a ApiTool, schema: &'a Value) -> &'a Value {
    let mut schema = schema;
    for _ in 0..FOLLOWED {
        let target = schema["$ref"]
            .as_str()
            .and_then(|name| name.strip_prefix("#/$defs/"))
            .and_then(|name| tool.input["$defs"].get(name));
        match target {
            Some(target) => schema = target,
            None => break,
        }
    }
    schema
}

/// The default of a schema.
pub(crate) fn default<'a>(tool: &'a ApiTool, schema: &'a Value) -> Option<&'a Value> {
    let own = schema.get("default");
    own.or_else(|| follow(tool, schema).get("default"))
}

/// The schema of a property, directly or in one of the combined schemas.
pub(crate) fn property<'a>(tool: &'a ApiTool, schema: &'a Value, name: &str) -> Option<&'a Value> {
    within(tool, schema, false).into_iter().find_map(|schema| {
        let own = schema["properties"].get(name);
        own.or_else(|| {
            schema
                .get("additionalProperties")
                .filter(|one| one.is_object())
        })
    })
}

/// Whether a schema of a document describes bytes, or a list of them.
pub(crate) fn is_bytes(tool: &ApiTool, schema: &Value) -> bool {
    let mut all = within(tool, schema, true).into_iter();
    all.any(candor_openapi::is_bytes)
}

/// The tool's own schema of the body, if that is one argument.
pub(crate) fn of_body(tool: &ApiTool) -> Option<&Value> {
    let mut slots = tool.layout.slots.iter();
    let slot = slots.find(|slot| slot.target == ArgumentTarget::Body)?;
    tool.input["properties"].get(&slot.argument)
}

/// Whether a schema made for callers requires base64 that the API itself decodes.
pub(crate) fn stays_encoded(schema: &Value) -> bool {
    schema["contentEncoding"] == "base64" && schema["format"] == "byte"
}

/// Whether a schema made for callers requires base64.
pub(crate) fn asks_for_base64(tool: &ApiTool, schema: &Value) -> bool {
    within(tool, schema, true)
        .into_iter()
        .any(|schema| schema["contentEncoding"] == "base64" && schema.get("format").is_none())
}

/// A schema and its parts, optionally with those of its elements: nearest first and limited in
/// number, because they may be recursive.
fn within<'a>(tool: &'a ApiTool, schema: &'a Value, elements: bool) -> Vec<&'a Value> {
    let mut found = vec![follow(tool, schema)];
    let mut at = 0;
    while let Some(schema) = found.get(at).copied() {
        let parts = TOGETHER
            .iter()
            .filter_map(|word| schema[*word].as_array())
            .flatten();
        let items = schema.get("items").filter(|_| elements);
        for part in parts.chain(items) {
            if found.len() < MOST {
                found.push(follow(tool, part));
            }
        }
        at += 1;
    }
    found
}

/// Whether a schema has no constraints.
pub(crate) fn is_silent(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => members.keys().all(|word| {
            matches!(
                word.as_str(),
                "description" | "title" | "deprecated" | "examples"
            )
        }),
        _ => true,
    }
}
