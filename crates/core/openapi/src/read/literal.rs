//! Conversion of `enum` values to the declared type.
//!
//! `enum: [1, 2]` with `type: string` allows nothing, and a tool with such an argument could never
//! be called. The intention is clear: the same values as strings.

use serde_json::{Map, Value};

/// Converts the values of `enum` to match `type`. Reports what was changed.
pub(super) fn agree(schema: &mut Map<String, Value>, complain: &mut dyn FnMut(String)) {
    let Some(Value::Array(values)) = schema.get("enum") else {
        return;
    };
    let types: Vec<&str> = match schema.get("type") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
        _ => return,
    };
    let fits = |value: &Value| types.iter().any(|kind| is_of(value, kind));
    if values.is_empty() || values.iter().any(fits) {
        return;
    }
    let meant = values.iter().map(|value| {
        let mut kinds = types.iter();
        kinds.find_map(|kind| written_as(value, kind))
    });
    let meant: Option<Vec<Value>> = meant.collect();
    let is_list = types == ["array"];
    complain(
        "no value of `enum` is of the type beside it; those that were meant are accepted".into(),
    );
    match (meant, schema.shift_remove("enum")) {
        (Some(meant), _) => _ = schema.insert("enum".to_owned(), Value::Array(meant)),
        // It lists the allowed elements of a list.
        (None, Some(values)) if is_list => {
            let items = schema.entry("items").or_insert(Value::Bool(true));
            if *items == Value::Bool(true) {
                *items = Value::Object(Map::new());
            }
            if let Value::Object(items) = items {
                items.entry("enum").or_insert(values);
            }
        }
        _ => {}
    }
}

fn is_of(value: &Value, kind: &str) -> bool {
    match kind {
        "string" => value.is_string(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        _ => true,
    }
}

/// The value converted to another type, if possible.
fn written_as(value: &Value, kind: &str) -> Option<Value> {
    match (kind, value) {
        ("string", Value::Number(number)) => Some(number.to_string().into()),
        ("string", Value::Bool(flag)) => Some(flag.to_string().into()),
        ("integer" | "number", Value::String(text)) => {
            let number = text.trim().parse().ok().map(Value::Number)?;
            is_of(&number, kind).then_some(number)
        }
        ("boolean", Value::String(text)) => text
            .trim()
            .to_ascii_lowercase()
            .parse()
            .ok()
            .map(Value::Bool),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_written_as_their_type() {
        for (schema, expect) in [
            (
                json!({"type": "string", "enum": [1, 2.5, true]}),
                json!({"type": "string", "enum": ["1", "2.5", "true"]}),
            ),
            (
                json!({"type": "integer", "enum": ["1", " 2"]}),
                json!({"type": "integer", "enum": [1, 2]}),
            ),
            (
                json!({"type": "boolean", "enum": ["True"]}),
                json!({"type": "boolean", "enum": [true]}),
            ),
            (
                json!({"type": "array", "enum": ["a"], "items": {"type": "string"}}),
                json!({"type": "array", "items": {"type": "string", "enum": ["a"]}}),
            ),
            (
                json!({"type": "integer", "enum": ["a"]}),
                json!({"type": "integer"}),
            ),
        ] {
            let Value::Object(mut members) = schema else {
                panic!("an object");
            };
            let mut told = 0;
            agree(&mut members, &mut |_| told += 1);
            assert_eq!((Value::Object(members), told), (expect, 1));
        }
    }

    #[test]
    fn what_allows_something_stays() {
        for schema in [
            json!({"type": "string", "enum": ["a", 1]}),
            json!({"type": ["integer", "null"], "enum": [null, "x"]}),
            json!({"enum": [1]}),
            json!({"type": "string", "enum": []}),
        ] {
            let Value::Object(mut members) = schema.clone() else {
                panic!("an object");
            };
            agree(&mut members, &mut |told| panic!("{told}"));
            assert_eq!(Value::Object(members), schema);
        }
    }
}
