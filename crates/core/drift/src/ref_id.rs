//! The tool id used by hypertool, for import and compatibility.
//!
//! It is the SHA-256 of a JSON text: name, server, schemas and annotations, in that order and
//! without spaces. The text is written by JavaScript from parsed values, so both must be imitated:
//! the parser puts known keys first, at the top level of each schema and of the annotations only;
//! the writer is `JSON.stringify`. The description is not included, so the id does not protect
//! against changed descriptions; [`pin()`](crate::pin()) does.

use candor_model::{Digest, SourceName};
use serde_json::{Map, Value};

use crate::javascript;

const SCHEMA_FIRST: &[&str] = &["type", "properties", "required"];

const ANNOTATIONS_FIRST: &[&str] = &[
    "title",
    "readOnlyHint",
    "destructiveHint",
    "idempotentHint",
    "openWorldHint",
];

/// The `refId` of a tool whose source hypertool knows by the same name.
///
/// `definition` is as the source sent it, in its order. Numbers are as exact as the reader of
/// `definition` was: a number of more than 15 digits may have lost its last.
pub fn ref_id(source: &SourceName, definition: &Value) -> Digest {
    Digest::of(preimage(source, definition))
}

fn preimage(source: &SourceName, definition: &Value) -> String {
    let mut hashed = Map::new();
    let mut take = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            hashed.insert(key.to_owned(), value);
        }
    };
    let part = |key: &str, first| Some(known_first(definition.get(key)?, first));
    take("name", definition.get("name").cloned());
    take("serverName", Some(source.as_str().into()));
    take("inputSchema", part("inputSchema", SCHEMA_FIRST));
    take("outputSchema", part("outputSchema", SCHEMA_FIRST));
    take("annotations", part("annotations", ANNOTATIONS_FIRST));
    javascript::stringify(&Value::Object(hashed))
}

/// The same value with the keys in `first` before the others.
fn known_first(value: &Value, first: &[&str]) -> Value {
    let Value::Object(members) = value else {
        return value.clone();
    };
    let known = first.iter().filter_map(|key| members.get_key_value(*key));
    let others = members
        .iter()
        .filter(|(key, _)| !first.contains(&key.as_str()));
    known
        .chain(others)
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}

#[cfg(test)]
mod tests;
