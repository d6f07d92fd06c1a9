//! JSON for collapsed sections: indented if not too long, and truncated.

use candor_dashboard_kit::ExternalText;
use serde_json::Value;

/// Longer texts are not indented, in bytes.
const INDENTED: usize = 256 * 1024;

/// The maximum length, in characters.
const MOST: usize = 40_000;

/// Indented JSON for a page.
pub(crate) fn json(text: &str) -> ExternalText {
    if text.len() <= INDENTED
        && let Ok(value) = serde_json::from_str::<Value>(text)
        && let Ok(indented) = serde_json::to_string_pretty(&value)
    {
        return ExternalText::short(&indented, MOST);
    }
    ExternalText::short(text, MOST)
}

/// A value on one line.
pub(crate) fn line(value: &Value, most: usize) -> ExternalText {
    match value {
        Value::String(text) => ExternalText::short(&format!("\"{text}\""), most),
        other => ExternalText::short(&other.to_string(), most),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_indented_and_bounded() {
        assert_eq!(json("{\"a\":1}").text(), "{\n  \"a\": 1\n}");
        // Invalid or too deep JSON is shown as it is.
        assert_eq!(json("{").text(), "{");
        let deep = "[".repeat(1_000) + &"]".repeat(1_000);
        assert_eq!(json(&deep).text(), deep);
        let huge = format!("\"{}\"", "x".repeat(1_000_000));
        assert_eq!(json(&huge).text().len(), MOST);
        assert_eq!(json(&huge).left(), 1_000_002 - MOST);
    }
}
