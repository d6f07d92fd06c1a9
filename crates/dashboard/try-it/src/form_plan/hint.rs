//! The constraints of a field's values, in words.

use serde_json::Value;

use super::unwrapped_schema::UnwrappedSchema;
use super::{ArgumentKind, ScalarKind};
use crate::shorten::shorten;

/// The maximum length of one value that is quoted, in characters.
const QUOTED: usize = 80;
/// The maximum number of values listed.
const LISTED: usize = 10;

/// The descriptions of accepted values, the type first if the field does not show it.
pub(super) fn of(
    kind: &ArgumentKind,
    shape: Option<&UnwrappedSchema<'_>>,
    root: &Value,
    required: bool,
) -> Vec<String> {
    let mut hints = vec![word(kind).to_owned()];
    hints.retain(|word| !word.is_empty());
    let Some(shape) = shape else {
        return hints;
    };
    match kind {
        ArgumentKind::Text { .. } => text(shape, &mut hints),
        ArgumentKind::Number { .. } => number(shape, &mut hints),
        ArgumentKind::Lines(_) => lines(shape, root, &mut hints),
        ArgumentKind::Switch
        | ArgumentKind::Choice(_)
        | ArgumentKind::Json
        | ArgumentKind::Group(_) => {}
    }
    if let Some(default) = shape.said("default").filter(|value| !value.is_null()) {
        let words = if required { "usually" } else { "default" };
        hints.push(format!("{words} {}", quoted(default)));
    }
    if let Some(examples) = shape.said("examples").and_then(Value::as_array) {
        let shown: Vec<_> = examples.iter().take(3).map(quoted).collect();
        if !shown.is_empty() {
            hints.push(format!("for example {}", shown.join(", ")));
        }
    }
    hints
}

fn word(kind: &ArgumentKind) -> &'static str {
    match kind {
        ArgumentKind::Text { .. }
        | ArgumentKind::Switch
        | ArgumentKind::Choice(_)
        | ArgumentKind::Group(_) => "",
        ArgumentKind::Number { whole: true } => "integer",
        ArgumentKind::Number { whole: false } => "number",
        ArgumentKind::Lines(ScalarKind::Text) => "texts, one per line",
        ArgumentKind::Lines(ScalarKind::Number) => "numbers, one per line",
        ArgumentKind::Lines(ScalarKind::Switch) => "`true` or `false`, one per line",
        ArgumentKind::Json => "JSON",
    }
}

fn text(shape: &UnwrappedSchema<'_>, hints: &mut Vec<String>) {
    if let Some(format) = shape.said("format").and_then(Value::as_str) {
        hints.push(format!("format `{}`", shorten(format, QUOTED)));
    }
    let (least, most) = (whole(shape, "minLength"), whole(shape, "maxLength"));
    hints.extend(span(least, most, "characters"));
    if let Some(pattern) = shape.said("pattern").and_then(Value::as_str) {
        hints.push(format!("matches `{}`", shorten(pattern, QUOTED)));
    }
}

fn number(shape: &UnwrappedSchema<'_>, hints: &mut Vec<String>) {
    for (key, words) in [
        ("minimum", "at least"),
        ("exclusiveMinimum", "more than"),
        ("maximum", "at most"),
        ("exclusiveMaximum", "less than"),
        ("multipleOf", "a multiple of"),
    ] {
        if let Some(Value::Number(number)) = shape.said(key) {
            hints.push(format!("{words} {number}"));
        }
    }
}

fn lines(shape: &UnwrappedSchema<'_>, root: &Value, hints: &mut Vec<String>) {
    let (least, most) = (whole(shape, "minItems"), whole(shape, "maxItems"));
    hints.extend(span(least, most, "lines"));
    if shape.said("uniqueItems") == Some(&Value::Bool(true)) {
        hints.push("unique lines".to_owned());
    }
    let item = shape
        .said("items")
        .and_then(|items| UnwrappedSchema::of(root, items));
    let Some(choices) = item.and_then(|item| item.choices()) else {
        return;
    };
    let shown: Vec<_> = choices.iter().take(LISTED).map(quoted).collect();
    let more = if choices.len() > LISTED { ", …" } else { "" };
    hints.push(format!("each one of {}{more}", shown.join(", ")));
}

fn whole(shape: &UnwrappedSchema<'_>, key: &str) -> Option<u64> {
    shape.said(key).and_then(Value::as_u64)
}

fn span(least: Option<u64>, most: Option<u64>, what: &str) -> Option<String> {
    match (least.filter(|least| *least > 0), most) {
        (Some(least), Some(most)) if least == most => Some(format!("exactly {least} {what}")),
        (Some(least), Some(most)) => Some(format!("{least} to {most} {what}")),
        (Some(least), None) => Some(format!("at least {least} {what}")),
        (None, Some(most)) => Some(format!("at most {most} {what}")),
        (None, None) => None,
    }
}

/// A value in backticks, texts without quotation marks.
fn quoted(value: &Value) -> String {
    match value {
        Value::String(text) if text.is_empty() => "an empty text".to_owned(),
        Value::String(text) => format!("`{}`", shorten(text, QUOTED)),
        other => format!("`{}`", shorten(&other.to_string(), QUOTED)),
    }
}
