//! What a value may be, in a few words each.

use candor_frame::Outside;
use serde_json::Value;

use crate::folded;

/// The most values of an `enum` that are listed.
const VALUES: usize = 20;
/// The most characters of one of them.
const VALUE: usize = 60;
/// The most characters of a pattern.
const PATTERN: usize = 200;

/// Limits with one number, and the words around it.
const NUMBERS: [(&str, &str, &str); 11] = [
    ("minimum", "at least ", ""),
    ("exclusiveMinimum", "more than ", ""),
    ("maximum", "at most ", ""),
    ("exclusiveMaximum", "less than ", ""),
    ("multipleOf", "a multiple of ", ""),
    ("minLength", "at least ", " characters"),
    ("maxLength", "at most ", " characters"),
    ("minItems", "at least ", " items"),
    ("maxItems", "at most ", " items"),
    ("minProperties", "at least ", " members"),
    ("maxProperties", "at most ", " members"),
];

/// Everything that limits a value.
pub(super) fn of(schema: &Value) -> Vec<Outside> {
    let mut limits = Vec::new();
    if let Some(value) = schema.get("const") {
        limits.push(prefixed("only ", &folded::line(value, VALUE)));
    }
    if let Some(Value::Array(values)) = schema.get("enum") {
        limits.push(listed(values));
    }
    let items = schema.get("items").and_then(|items| items.get("enum"));
    if let Some(Value::Array(values)) = items {
        limits.push(listed(values));
    }
    for (key, before, after) in NUMBERS {
        if let Some(number) = schema.get(key).filter(|number| number.is_number()) {
            limits.push(Outside::line(&format!("{before}{number}{after}")));
        }
    }
    if let Some(pattern) = schema.get("pattern").and_then(Value::as_str) {
        let pattern = Outside::short(pattern, PATTERN);
        limits.push(prefixed("matches ", &pattern));
    }
    let flag = |key: &str, value: bool| schema.get(key) == Some(&Value::Bool(value));
    for (holds, words) in [
        (flag("uniqueItems", true), "no item twice"),
        (flag("additionalProperties", false), "no other members"),
        (flag("readOnly", true), "only read"),
        (flag("writeOnly", true), "only written"),
        (flag("deprecated", true), "deprecated"),
    ] {
        if holds {
            limits.push(Outside::line(words));
        }
    }
    limits
}

fn listed(values: &[Value]) -> Outside {
    let shown = values.iter().take(VALUES);
    let shown: Vec<_> = shown
        .map(|value| cut(&folded::line(value, VALUE)))
        .collect();
    let mut text = shown.join(", ");
    if values.len() > VALUES {
        let more = values.len() - VALUES;
        text = format!("{text} and {more} more");
    }
    // Already bounded, and visible characters stay as they are.
    Outside::short(&text, VALUES * (VALUE + 20))
}

fn prefixed(words: &str, value: &Outside) -> Outside {
    Outside::short(&format!("{words}{}", cut(value)), PATTERN + VALUE)
}

/// The text, with a sign where some is missing.
fn cut(value: &Outside) -> String {
    let sign = if value.left() > 0 { "…" } else { "" };
    format!("{}{sign}", value.text())
}
