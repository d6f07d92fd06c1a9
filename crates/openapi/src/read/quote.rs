//! Other people's text inside our sentences: short, on one line, and compared to what we know.

pub(super) use candor_model::nearest;

use serde_json::Value;

/// Longer text is cut: a sentence must stay one.
const LONGEST: usize = 120;

/// The text in backticks, control characters escaped, cut when it is long.
pub(super) fn quote(text: &str) -> String {
    let mut shown = String::from("`");
    for c in text.chars().take(LONGEST) {
        if c.is_control() {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown.push('`');
    shown
}

/// A value in backticks, if it is short enough to be shown; otherwise what kind of value it is.
pub(super) fn quote_value(value: &Value) -> String {
    match value {
        Value::String(text) => quote(text),
        Value::Null | Value::Bool(_) | Value::Number(_) => format!("`{value}`"),
        Value::Array(_) | Value::Object(_) => kind(value).to_owned(),
    }
}

/// What kind of value it is, in words.
pub(super) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "nothing",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_quotation_is_short_and_on_one_line() {
        assert_eq!(quote("a\nb"), "`a\\nb`");
        assert_eq!(quote(&"x".repeat(500)).chars().count(), LONGEST + 3);
        assert_eq!(quote_value(&json!(1.5)), "`1.5`");
        assert_eq!(quote_value(&json!([1])), "a list");
    }
}
