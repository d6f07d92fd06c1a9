//! The type of a schema, in a few words.

use serde_json::Value;

/// The maximum number of types or variants listed.
const NAMED: usize = 6;

/// The type of a schema.
pub(super) fn of(schema: &Value) -> String {
    match schema {
        Value::Bool(true) => return "anything".to_owned(),
        Value::Bool(false) => return "nothing".to_owned(),
        Value::Object(_) => {}
        _ => return "not a schema".to_owned(),
    }
    let plain = match schema.get("type") {
        Some(Value::String(one)) => Some(one.clone()),
        Some(Value::Array(several)) => Some(either(several)),
        _ => None,
    };
    let plain = plain.or_else(|| implied(schema));
    let Some(plain) = plain else {
        return by_reference(schema).unwrap_or_else(|| "anything".to_owned());
    };
    if plain == "array" {
        return match schema.get("items") {
            Some(items) => format!("array of {}", brief(items)),
            None => plain,
        };
    }
    match schema.get("format").and_then(Value::as_str) {
        Some(format) => format!("{plain}, {format}"),
        None => plain,
    }
}

/// Whether the type says everything, so that no rows are needed below it.
pub(super) fn is_simple(schema: &Value) -> bool {
    let parts = [
        "properties",
        "patternProperties",
        "items",
        "prefixItems",
        "oneOf",
        "anyOf",
        "allOf",
        "$ref",
        "enum",
        "description",
    ];
    !parts.iter().any(|part| schema.get(part).is_some())
}

/// The type of the items of an array.
fn brief(schema: &Value) -> String {
    if schema.get("enum").is_some() {
        return "the values listed below".to_owned();
    }
    let own = schema.get("type");
    match own {
        Some(Value::String(one)) => one.clone(),
        Some(Value::Array(several)) => either(several),
        _ => by_reference(schema).unwrap_or_else(|| "anything".to_owned()),
    }
}

/// The type implied by keywords that only one type has.
fn implied(schema: &Value) -> Option<String> {
    let has = |key: &str| schema.get(key).is_some();
    if has("properties") || has("patternProperties") {
        return Some("object".to_owned());
    }
    if has("items") || has("prefixItems") {
        return Some("array".to_owned());
    }
    if has("const") {
        return Some("one value".to_owned());
    }
    has("enum").then(|| "one of the values listed".to_owned())
}

/// The type of a reference or of several variants.
fn by_reference(schema: &Value) -> Option<String> {
    if let Some(place) = schema.get("$ref").and_then(Value::as_str) {
        return Some(format!("see {place}"));
    }
    for (key, words) in [
        ("oneOf", "exactly one of"),
        ("anyOf", "one or more of"),
        ("allOf", "all of"),
    ] {
        let Some(Value::Array(forms)) = schema.get(key) else {
            continue;
        };
        if forms.iter().all(is_simple) && forms.len() <= NAMED {
            let names: Vec<_> = forms.iter().map(of).collect();
            return Some(format!("{words}: {}", names.join(", ")));
        }
        return Some(format!("{words} {} variants", forms.len()));
    }
    None
}

fn either(types: &[Value]) -> String {
    let named = types.iter().filter_map(Value::as_str).take(NAMED);
    let named: Vec<_> = named.collect();
    if named.is_empty() {
        return "anything".to_owned();
    }
    named.join(" or ")
}
