//! Schema lists whose order is irrelevant.
//!
//! Servers that store such a list in a set write it in a different order at every start, and the
//! tool would be quarantined each time.

use candor_schema::canonical;
use serde_json::Value;

/// The members of a definition that hold a schema.
const SCHEMAS: [&str; 2] = ["inputSchema", "outputSchema"];
/// Keywords whose list is a set.
const SETS: [&str; 4] = ["required", "enum", "type", "examples"];
/// Keywords whose value is data, not a schema.
const DATA: [&str; 4] = ["enum", "examples", "default", "const"];

/// Sorts the lists whose order is irrelevant.
pub(crate) fn sort_sets(definition: &mut Value) {
    for key in SCHEMAS {
        if let Some(schema) = definition.get_mut(key) {
            sort_within(schema);
        }
    }
}

fn sort_within(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(sort_within),
        Value::Object(members) => {
            for (key, value) in members {
                if SETS.contains(&key.as_str()) {
                    sort_list(value);
                }
                if key == "default" {
                    sort_default(value);
                }
                if !DATA.contains(&key.as_str()) || value.is_object() {
                    sort_within(value);
                }
            }
        }
        _ => {}
    }
}

fn sort_list(value: &mut Value) {
    if let Value::Array(items) = value {
        items.sort_by_cached_key(canonical);
    }
}

/// A default is a list, or the same in one text with commas.
fn sort_default(value: &mut Value) {
    if let Value::String(text) = value {
        let mut words: Vec<&str> = text.split(',').map(str::trim).collect();
        words.sort_unstable();
        *text = words.join(",");
    }
    sort_list(value);
}
