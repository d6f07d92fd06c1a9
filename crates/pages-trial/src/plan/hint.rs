//! What a schema says about the values of a field, in words.

use serde_json::Value;

use super::shape::Shape;
use super::{Kind, Scalar};
use crate::cut::cut;

/// The most characters of one value that is quoted.
const QUOTED: usize = 80;
/// How many values are listed.
const LISTED: usize = 10;

/// One hint after the other, first the kind of value where the field does not show it.
pub(super) fn of(
    kind: &Kind,
    shape: Option<&Shape<'_>>,
    root: &Value,
    required: bool,
) -> Vec<String> {
    let mut hints = vec![word(kind).to_owned()];
    hints.retain(|word| !word.is_empty());
    let Some(shape) = shape else {
        return hints;
    };
    match kind {
        Kind::Text { .. } => text(shape, &mut hints),
        Kind::Number { .. } => number(shape, &mut hints),
        Kind::Lines(_) => lines(shape, root, &mut hints),
        Kind::Switch | Kind::Choice(_) | Kind::Json | Kind::Group(_) => {}
    }
    if let Some(default) = shape.said("default").filter(|value| !value.is_null()) {
        let words = if required { "usually" } else { "if left out:" };
        hints.push(format!("{words} {}", quoted(default)));
    }
    if let Some(examples) = shape.said("examples").and_then(Value::as_array) {
        let shown: Vec<_> = examples.iter().take(3).map(quoted).collect();
        if !shown.is_empty() {
            hints.push(format!("such as {}", shown.join(", ")));
        }
    }
    hints
}

fn word(kind: &Kind) -> &'static str {
    match kind {
        Kind::Text { .. } | Kind::Switch | Kind::Choice(_) | Kind::Group(_) => "",
        Kind::Number { whole: true } => "whole number",
        Kind::Number { whole: false } => "number",
        Kind::Lines(Scalar::Text) => "texts, one per line",
        Kind::Lines(Scalar::Number) => "numbers, one per line",
        Kind::Lines(Scalar::Switch) => "`true` or `false`, one per line",
        Kind::Json => "JSON",
    }
}

fn text(shape: &Shape<'_>, hints: &mut Vec<String>) {
    if let Some(format) = shape.said("format").and_then(Value::as_str) {
        hints.push(format!("format `{}`", cut(format, QUOTED)));
    }
    let (least, most) = (whole(shape, "minLength"), whole(shape, "maxLength"));
    hints.extend(span(least, most, "characters"));
    if let Some(pattern) = shape.said("pattern").and_then(Value::as_str) {
        hints.push(format!("matches `{}`", cut(pattern, QUOTED)));
    }
}

fn number(shape: &Shape<'_>, hints: &mut Vec<String>) {
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

fn lines(shape: &Shape<'_>, root: &Value, hints: &mut Vec<String>) {
    let (least, most) = (whole(shape, "minItems"), whole(shape, "maxItems"));
    hints.extend(span(least, most, "lines"));
    if shape.said("uniqueItems") == Some(&Value::Bool(true)) {
        hints.push("no line twice".to_owned());
    }
    let item = shape.said("items").and_then(|items| Shape::of(root, items));
    let Some(choices) = item.and_then(|item| item.choices()) else {
        return;
    };
    let shown: Vec<_> = choices.iter().take(LISTED).map(quoted).collect();
    let more = if choices.len() > LISTED { ", …" } else { "" };
    hints.push(format!("each one of {}{more}", shown.join(", ")));
}

fn whole(shape: &Shape<'_>, key: &str) -> Option<u64> {
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

/// A value as it is shown: texts without their quotation marks.
fn quoted(value: &Value) -> String {
    match value {
        Value::String(text) if text.is_empty() => "an empty text".to_owned(),
        Value::String(text) => format!("`{}`", cut(text, QUOTED)),
        other => format!("`{}`", cut(&other.to_string(), QUOTED)),
    }
}
