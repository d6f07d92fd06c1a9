//! Shortens messages of the jq library, which quote values that may be as large as the whole
//! response.

/// A value is repeated up to this length, and named by its type beyond it.
const LONGEST_VALUE: usize = 60;
/// The longest message, in characters.
const LONGEST_MESSAGE: usize = 400;

/// The message with its long values replaced by `array`, `object`, or the start of the string.
pub(crate) fn brief(message: &str) -> String {
    let mut out = String::new();
    let mut rest = message;
    while let Some(at) = rest.find(['[', '{', '"']) {
        let (before, value) = rest.split_at(at);
        out.push_str(before);
        let Some(length) = value_length(value) else {
            // Not a value but a bracket in a sentence.
            let bracket = value.chars().next().map_or(0, char::len_utf8);
            out.push_str(&value[..bracket]);
            rest = &value[bracket..];
            continue;
        };
        let (value, after) = value.split_at(length);
        out.push_str(&shorten(value));
        rest = after;
        if out.len() > LONGEST_MESSAGE * 4 {
            break;
        }
    }
    out.push_str(&clip(rest, LONGEST_MESSAGE));
    clip(&out, LONGEST_MESSAGE)
}

/// A value as it may be repeated.
fn shorten(value: &str) -> String {
    if value.len() <= LONGEST_VALUE {
        return value.to_owned();
    }
    match value.as_bytes().first() {
        Some(b'[') => "array".to_owned(),
        Some(b'{') => "object".to_owned(),
        _ => clip(value, LONGEST_VALUE) + "\"",
    }
}

/// The length of the array, object or string that the text begins with, if it is a whole one.
fn value_length(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut in_string = false;
    let mut bytes = text.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' if in_string => _ = bytes.next(),
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => depth += 1,
            b']' | b'}' if !in_string => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 && !in_string {
            return Some(at + 1);
        }
    }
    None
}

/// The first characters of a text, with an ellipsis if there are more.
pub(crate) fn clip(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(message: &str, expect: &str) {
        assert_eq!(brief(message), expect, "{message}");
    }

    #[test]
    fn short_values_stay_and_long_ones_are_named() {
        let many = format!("[{}]", vec!["{\"a\":\"]\\\"\"}"; 100].join(","));
        let wide = format!("{{\"a\":{many}}}");
        let long = format!("\"{}\"", "é".repeat(100));
        check("", "");
        check("plain words", "plain words");
        check(
            "cannot index [1,2] with \"name\"",
            "cannot index [1,2] with \"name\"",
        );
        check(
            &format!("cannot index {many} with \"name\""),
            "cannot index array with \"name\"",
        );
        check(
            &format!("cannot calculate {wide} + {many}"),
            "cannot calculate object + array",
        );
        check(
            &format!("cannot use {long} as number"),
            &format!("cannot use \"{}…\" as number", "é".repeat(59)),
        );
    }

    #[test]
    fn brackets_in_sentences_are_words() {
        check("a [ b", "a [ b");
        check("5\" or ]", "5\" or ]");
        check("{[}", "{[}");
    }

    #[test]
    fn no_message_is_long() {
        for message in ["x".repeat(10_000), "\"a\" ".repeat(10_000), "[".repeat(500)] {
            assert!(brief(&message).chars().count() <= LONGEST_MESSAGE + 1);
        }
    }
}
