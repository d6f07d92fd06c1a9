//! Other people's text inside our sentences: short, on one line, and compared to what we know.

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

/// The known word that was probably meant, if one is near enough.
pub(super) fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    // A long word is no misspelling, and the comparison costs the product of the lengths.
    if word.len() > 64 {
        return None;
    }
    let word = word.to_lowercase();
    let scored = known.iter().map(|candidate| {
        let distance = strsim::damerau_levenshtein(&word, &candidate.to_lowercase());
        (distance, *candidate)
    });
    let (distance, best) = scored.min_by_key(|(distance, _)| *distance)?;
    (distance <= best.len().max(word.len()) / 3).then_some(best)
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

    #[test]
    fn misspellings_are_recognised() {
        let known = ["name", "title", "confirm"];
        for (word, expect) in [
            ("nmae", Some("name")),
            ("Confrim", Some("confirm")),
            ("colour", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, &known), expect, "{word}");
        }
    }
}
