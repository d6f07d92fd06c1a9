//! Tools that join two things that are there already: a label and a page.

use serde_json::Value;

use super::key;

/// What ends the name of a parameter that names a thing.
#[rustfmt::skip]
const IDENTIFIERS: [&str; 9] = [
    "id", "ids", "uuid", "uuids", "uid", "ip", "identifier", "slug", "ids[]",
];

/// Things that are named by themselves: a list of tags.
const NAMED: [&str; 4] = ["tags", "labels", "members", "rules"];

/// Whether all that must be given are at least two names of things. Where nothing is required,
/// every parameter counts.
pub(super) fn names_two_things(schema: &Value) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    let required = required.map(|names| names.iter().filter_map(Value::as_str).collect::<Vec<_>>());
    let names = required.filter(|names| !names.is_empty()).or_else(|| {
        let properties = schema.get("properties")?.as_object()?;
        Some(properties.keys().map(String::as_str).collect())
    });
    names.is_some_and(|names| names.len() > 1 && names.iter().all(|name| names_thing(name)))
}

fn names_thing(name: &str) -> bool {
    let key = key(name);
    let last = key.rsplit('_').next().unwrap_or(&key);
    IDENTIFIERS.contains(&last) || last.ends_with("ids") || NAMED.contains(&last)
}
