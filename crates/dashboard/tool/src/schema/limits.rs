//! The constraints of a value, in a few words each.

use candor_dashboard_kit::ExternalText;
use serde_json::Value;

use crate::json_view;

/// The maximum number of values of an `enum`.
const VALUES: usize = 20;
/// The maximum length of a value, in characters.
const VALUE: usize = 60;
/// The maximum length of a pattern, in characters.
const PATTERN: usize = 200;

/// Constraints with one number, and the text around it.
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
    ("minProperties", "at least ", " properties"),
    ("maxProperties", "at most ", " properties"),
];

/// All constraints of a value.
pub(super) fn of(schema: &Value) -> Vec<ExternalText> {
    let mut limits = Vec::new();
    if let Some(value) = schema.get("const") {
        limits.push(prefixed("only ", &json_view::line(value, VALUE)));
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
            limits.push(ExternalText::line(&format!("{before}{number}{after}")));
        }
    }
    if let Some(pattern) = schema.get("pattern").and_then(Value::as_str) {
        let pattern = ExternalText::short(pattern, PATTERN);
        limits.push(prefixed("matches ", &pattern));
    }
    let flag = |key: &str, value: bool| schema.get(key) == Some(&Value::Bool(value));
    for (holds, words) in [
        (flag("uniqueItems", true), "unique items"),
        (flag("additionalProperties", false), "no other properties"),
        (flag("readOnly", true), "read-only"),
        (flag("writeOnly", true), "write-only"),
        (flag("deprecated", true), "deprecated"),
    ] {
        if holds {
            limits.push(ExternalText::line(words));
        }
    }
    limits
}

fn listed(values: &[Value]) -> ExternalText {
    let shown = values.iter().take(VALUES);
    let shown: Vec<_> = shown
        .map(|value| cut(&json_view::line(value, VALUE)))
        .collect();
    let mut text = shown.join(", ");
    if values.len() > VALUES {
        let more = values.len() - VALUES;
        text = format!("{text} and {more} more");
    }
    // The parts are already truncated.
    ExternalText::short(&text, VALUES * (VALUE + 20))
}

fn prefixed(words: &str, value: &ExternalText) -> ExternalText {
    ExternalText::short(&format!("{words}{}", cut(value)), PATTERN + VALUE)
}

/// The text, with an ellipsis if it was cut off.
fn cut(value: &ExternalText) -> String {
    let sign = if value.left() > 0 { "…" } else { "" };
    format!("{}{sign}", value.text())
}
