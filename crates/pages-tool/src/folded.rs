//! JSON as it is folded away on a page: indented where that is cheap, and bounded in any case.

use candor_frame::Outside;
use serde_json::Value;

/// What is longer than this is not indented.
const INDENTED: usize = 256 * 1024;

/// The most characters that are shown.
const MOST: usize = 40_000;

/// JSON for people.
pub(crate) fn json(text: &str) -> Outside {
    if text.len() <= INDENTED
        && let Ok(value) = serde_json::from_str::<Value>(text)
        && let Ok(indented) = serde_json::to_string_pretty(&value)
    {
        return Outside::short(&indented, MOST);
    }
    Outside::short(text, MOST)
}

/// A value in a line.
pub(crate) fn line(value: &Value, most: usize) -> Outside {
    match value {
        Value::String(text) => Outside::short(&format!("\"{text}\""), most),
        other => Outside::short(&other.to_string(), most),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_indented_and_bounded() {
        assert_eq!(json("{\"a\":1}").text(), "{\n  \"a\": 1\n}");
        // What is no JSON, or too deep, is shown as it is.
        assert_eq!(json("{").text(), "{");
        let deep = "[".repeat(1_000) + &"]".repeat(1_000);
        assert_eq!(json(&deep).text(), deep);
        let huge = format!("\"{}\"", "x".repeat(1_000_000));
        assert_eq!(json(&huge).text().len(), MOST);
        assert_eq!(json(&huge).left(), 1_000_002 - MOST);
    }
}
