//! Type checks of schema keywords.
//!
//! A validator rejects a whole schema if one keyword has a value of the wrong type, and the tool
//! would be unusable. Such keywords are left out.

use serde_json::{Map, Value};

use super::field::{as_flag, as_text};

/// The result of checking a value.
#[derive(Debug, PartialEq)]
pub(super) enum ConvertedSchema {
    Fits,
    /// It is written differently, but this is what it means.
    Meant(Value),
    /// It cannot be used; this is what was expected.
    Wrong(&'static str),
}

/// Checks a keyword that holds no schema. Unknown keywords are accepted.
pub(super) fn shape(key: &str, value: &Value) -> ConvertedSchema {
    match key {
        // Before 2020-12 it was a boolean that modified the bound beside it.
        "exclusiveMinimum" | "exclusiveMaximum" if value.is_boolean() => ConvertedSchema::Fits,
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => number(value),
        "multipleOf" => {
            let shape = number(value);
            let factor = match &shape {
                ConvertedSchema::Meant(meant) => meant,
                _ => value,
            };
            if factor.as_f64().is_some_and(|factor| factor > 0.0) {
                shape
            } else {
                ConvertedSchema::Wrong("a number above zero")
            }
        }
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties"
        | "minContains" | "maxContains" => count(value),
        "pattern" | "format" | "title" | "description" | "$comment" | "contentEncoding"
        | "contentMediaType" => as_is_or(value.is_string(), as_text(value), "a text"),
        "uniqueItems" | "readOnly" | "writeOnly" | "deprecated" | "nullable" | "x-nullable" => {
            let meant = as_flag(value).map(Value::Bool);
            as_is_or(value.is_boolean(), meant, "`true` or `false`")
        }
        "enum" => match value {
            Value::Array(values) if values.is_empty() => {
                ConvertedSchema::Wrong("a list that is not empty")
            }
            other => as_is_or(other.is_array(), None::<Value>, "a list"),
        },
        "examples" => examples(value),
        "required" => names(value),
        "dependentRequired" => dependent(value),
        "type" => match value {
            Value::String(_) => ConvertedSchema::Fits,
            other => names(other),
        },
        _ => ConvertedSchema::Fits,
    }
}

fn as_is_or(
    fits: bool,
    meant: Option<impl Into<Value>>,
    expected: &'static str,
) -> ConvertedSchema {
    if fits {
        return ConvertedSchema::Fits;
    }
    meant.map_or(ConvertedSchema::Wrong(expected), |value| {
        ConvertedSchema::Meant(value.into())
    })
}

fn number(value: &Value) -> ConvertedSchema {
    let meant = value.as_str().and_then(|text| text.trim().parse().ok());
    let meant = meant.map(Value::Number);
    as_is_or(value.is_number(), meant, "a number")
}

fn count(value: &Value) -> ConvertedSchema {
    let text = as_text(value).unwrap_or_default();
    let whole = text.trim().trim_end_matches('0').strip_suffix('.');
    let whole = whole.map_or_else(|| text.trim(), |_| text.split('.').next().unwrap_or(""));
    let meant = whole.parse::<u64>().ok().map(Value::from);
    as_is_or(value.is_u64(), meant, "a whole number from zero")
}

/// A list of distinct texts.
fn names(value: &Value) -> ConvertedSchema {
    let Value::Array(values) = value else {
        return ConvertedSchema::Wrong("a list of texts");
    };
    let mut clean: Vec<Value> = Vec::with_capacity(values.len());
    let mut seen = std::collections::HashSet::new();
    for name in values.iter().filter_map(Value::as_str) {
        if seen.insert(name) {
            clean.push(name.into());
        }
    }
    let fits = clean.len() == values.len();
    as_is_or(fits, Some(clean), "a list of texts")
}

fn dependent(value: &Value) -> ConvertedSchema {
    let Value::Object(members) = value else {
        return ConvertedSchema::Wrong("an object");
    };
    let mut clean = Map::new();
    for (key, value) in members {
        match names(value) {
            ConvertedSchema::Fits => _ = clean.insert(key.clone(), value.clone()),
            ConvertedSchema::Meant(value) => _ = clean.insert(key.clone(), value),
            ConvertedSchema::Wrong(_) => {}
        }
    }
    ConvertedSchema::Meant(Value::Object(clean))
}

/// A list of values. An object of examples belongs beside a schema, not in it.
fn examples(value: &Value) -> ConvertedSchema {
    match value {
        Value::Array(_) => ConvertedSchema::Fits,
        Value::Object(members) => {
            let values = members.values();
            let values = values.map(|it| it.get("value").unwrap_or(it).clone());
            ConvertedSchema::Meant(values.collect())
        }
        _ => ConvertedSchema::Wrong("a list"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(key: &str, value: &Value, expect: &ConvertedSchema) {
        assert_eq!(&shape(key, value), expect, "{key}: {value}");
    }

    #[test]
    fn what_fits_stays() {
        for (key, value) in [
            ("minimum", json!(-1.5)),
            ("exclusiveMinimum", json!(true)),
            ("maxLength", json!(0)),
            ("pattern", json!("^a")),
            ("enum", json!([null, 1])),
            ("required", json!([])),
            ("type", json!(["a", "b"])),
            ("nobody-knows", json!({"$ref": 5})),
        ] {
            check(key, &value, &ConvertedSchema::Fits);
        }
    }

    #[test]
    fn what_was_meant_is_understood() {
        for (key, value, expect) in [
            ("minimum", json!("5"), json!(5)),
            ("maxLength", json!(10.0), json!(10)),
            ("maxLength", json!("10"), json!(10)),
            ("description", json!(404), json!("404")),
            ("readOnly", json!("True"), json!(true)),
            ("required", json!(["a", 5, "a"]), json!(["a"])),
            (
                "examples",
                json!({"x": {"value": 1}, "y": 2}),
                json!([1, 2]),
            ),
            (
                "dependentRequired",
                json!({"a": ["b"], "c": 5}),
                json!({"a": ["b"]}),
            ),
        ] {
            check(key, &value, &ConvertedSchema::Meant(expect));
        }
    }

    #[test]
    fn the_rest_is_wrong() {
        for (key, value, expect) in [
            ("minimum", json!("a lot"), "a number"),
            ("multipleOf", json!(0), "a number above zero"),
            ("multipleOf", json!("-1"), "a number above zero"),
            ("multipleOf", json!("x"), "a number above zero"),
            ("maxLength", json!(-1), "a whole number from zero"),
            ("maxLength", json!(1.5), "a whole number from zero"),
            ("maxLength", json!("."), "a whole number from zero"),
            ("pattern", json!([]), "a text"),
            ("uniqueItems", json!(1), "`true` or `false`"),
            ("enum", json!([]), "a list that is not empty"),
            ("required", json!(true), "a list of texts"),
            ("type", json!({}), "a list of texts"),
        ] {
            check(key, &value, &ConvertedSchema::Wrong(expect));
        }
    }
}
