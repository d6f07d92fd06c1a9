//! JSON values in messages.

use candor_text::quote;
use serde_json::Value;

/// A value in backticks if it is short enough, otherwise its type.
pub(super) fn quote_value(value: &Value) -> String {
    match value {
        Value::String(text) => quote(text),
        Value::Null | Value::Bool(_) | Value::Number(_) => format!("`{value}`"),
        Value::Array(_) | Value::Object(_) => kind(value).to_owned(),
    }
}

/// The type of a value in words.
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
    fn short_values_are_quoted_and_long_ones_named() {
        assert_eq!(quote_value(&json!("a\nb")), "`a\\nb`");
        assert_eq!(quote_value(&json!(1.5)), "`1.5`");
        assert_eq!(quote_value(&json!([1])), "a list");
    }
}
