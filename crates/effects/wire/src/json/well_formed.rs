//! Whether a text is one JSON value, found in one pass.
//!
//! Every message is looked at once as a whole, and a large one is mostly strings. Here many bytes of
//! a string are looked at together, which a reader that also takes values apart does not do. It
//! accepts nothing that `serde_json` would refuse. What it cannot decide, it leaves to that one.

use std::ops::Range;

/// The deepest nesting that is followed here: one bit for each level.
const DEEPEST: u32 = u128::BITS;

/// How many bytes of a string are looked at together.
const TOGETHER: usize = 32;

/// Where the one value of a text is, without the space around it. `None` if there is none, or if it
/// is nested too deeply to tell.
pub(crate) fn value_range(text: &[u8]) -> Option<Range<usize>> {
    // Most texts have no other characters, and that is seen several times as fast.
    if !text.is_ascii() {
        std::str::from_utf8(text).ok()?;
    }
    let start = skip_space(text, 0);
    let end = value_end(text, start)?;
    (skip_space(text, end) == text.len()).then_some(start..end)
}

/// The place after the value that begins at `at`.
fn value_end(text: &[u8], mut at: usize) -> Option<usize> {
    // The containers that are open, the innermost in the lowest bit: 1 for an object.
    let mut open = 0_u128;
    let mut depth = 0;
    loop {
        at = match *text.get(at)? {
            b'"' => string_end(text, at + 1)?,
            b'-' | b'0'..=b'9' => number_end(text, at)?,
            b't' => word_end(text, at, b"true")?,
            b'f' => word_end(text, at, b"false")?,
            b'n' => word_end(text, at, b"null")?,
            bracket @ (b'{' | b'[') => {
                at = skip_space(text, at + 1);
                let is_object = bracket == b'{';
                // The bracket that ends a container is the one that begins it, and two.
                if text.get(at) != Some(&(bracket + 2)) {
                    if depth == DEEPEST {
                        return None;
                    }
                    depth += 1;
                    open = (open << 1) | u128::from(is_object);
                    if is_object {
                        at = key_end(text, at)?;
                    }
                    continue;
                }
                at + 1
            }
            _ => return None,
        };
        // A value has ended, and perhaps the containers that it is the last of.
        loop {
            if depth == 0 {
                return Some(at);
            }
            let is_object = open & 1 == 1;
            at = skip_space(text, at);
            match (*text.get(at)?, is_object) {
                (b',', true) => {
                    at = key_end(text, skip_space(text, at + 1))?;
                    break;
                }
                (b',', false) => {
                    at = skip_space(text, at + 1);
                    break;
                }
                (b'}', true) | (b']', false) => {
                    at += 1;
                    open >>= 1;
                    depth -= 1;
                }
                _ => return None,
            }
        }
    }
}

/// The place of the value after a key and its colon.
fn key_end(text: &[u8], at: usize) -> Option<usize> {
    let end = string_end(text, expect(text, at, b'"')?)?;
    let colon = skip_space(text, end);
    Some(skip_space(text, expect(text, colon, b':')?))
}

fn expect(text: &[u8], at: usize, byte: u8) -> Option<usize> {
    (text.get(at) == Some(&byte)).then_some(at + 1)
}

fn skip_space(text: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\t' | b'\n' | b'\r') = text.get(at) {
        at += 1;
    }
    at
}

fn word_end(text: &[u8], at: usize, word: &[u8]) -> Option<usize> {
    text.get(at..)?.starts_with(word).then_some(at + word.len())
}

/// Whether a byte of a string is more than itself: its end, an escape, or not allowed.
fn is_special(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// The place after the quote that ends a string; `at` is the place after the one that begins it.
fn string_end(text: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let rest = text.get(at..)?;
        let is_plain = |chunk: &&[u8]| {
            // Not `any`: without a way out in the middle the compiler compares all bytes at once.
            let found = chunk
                .iter()
                .fold(false, |found, byte| found | is_special(*byte));
            !found
        };
        at += rest.chunks_exact(TOGETHER).take_while(is_plain).count() * TOGETHER;
        at += text[at..].iter().position(|byte| is_special(*byte))?;
        match text[at] {
            b'"' => return Some(at + 1),
            b'\\' => at = escape_end(text, at + 1)?,
            _ => return None,
        }
    }
}

fn escape_end(text: &[u8], at: usize) -> Option<usize> {
    match text.get(at)? {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(at + 1),
        b'u' => {
            let digits = text.get(at + 1..at + 5)?;
            digits.iter().all(u8::is_ascii_hexdigit).then_some(at + 5)
        }
        _ => None,
    }
}

fn number_end(text: &[u8], at: usize) -> Option<usize> {
    let mut at = at + usize::from(text.get(at) == Some(&b'-'));
    at = match text.get(at)? {
        b'0' => at + 1,
        _ => digits_end(text, at)?,
    };
    if text.get(at) == Some(&b'.') {
        at = digits_end(text, at + 1)?;
    }
    if let Some(b'e' | b'E') = text.get(at) {
        let is_signed = matches!(text.get(at + 1), Some(b'+' | b'-'));
        at = digits_end(text, at + 1 + usize::from(is_signed))?;
    }
    Some(at)
}

/// The place after at least one digit.
fn digits_end(text: &[u8], at: usize) -> Option<usize> {
    let digits = text.get(at..)?.iter();
    let count = digits.take_while(|byte| byte.is_ascii_digit()).count();
    (count > 0).then_some(at + count)
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::{Strategy, any, prop_oneof};
    use proptest::sample::select;
    use proptest::{prop_assert_eq, proptest};
    use serde_json::value::RawValue;

    use super::*;

    /// What `serde_json` takes for the value of a text.
    fn read(text: &[u8]) -> Option<&str> {
        let value: &RawValue = serde_json::from_slice(text).ok()?;
        Some(value.get())
    }

    fn found(text: &[u8]) -> Option<&str> {
        let value = value_range(text)?;
        Some(std::str::from_utf8(&text[value]).expect("text"))
    }

    #[test]
    fn it_is_read_as_serde_reads_it() {
        let long = "x".repeat(100);
        let texts = [
            "",
            " ",
            "null",
            " true\n",
            "false ",
            "nul",
            "nulll",
            "truE",
            "0",
            "-0",
            "-",
            "01",
            "1.",
            "1.5",
            ".5",
            "1e",
            "1e+",
            "1E-07",
            "1.0e5",
            "+1",
            "--1",
            "0x1",
            "1 2",
            "[]",
            "[ ]",
            "[1]",
            "[1,]",
            "[,1]",
            "[1 2]",
            "[",
            "]",
            "[1",
            "[1,",
            "{}",
            "{ }",
            "{,}",
            r#"{"a":1}"#,
            r#"{"a":1,}"#,
            r#"{"a"}"#,
            r#"{"a":}"#,
            "{a:1}",
            r#"{"a":1 "b":2}"#,
            r#"{"a" : [ {"b" : null } , "c" ] }"#,
            r#"{"a":1]"#,
            r#"["a":1]"#,
            "{1:2}",
            "\"",
            "\"a",
            "\"a\"",
            "\"\\\"\"",
            "\"\\x\"",
            "\"\\u12\"",
            "\"\\u12G4\"",
            "\"\\ud800\"",
            "\"\\/\\b\\f\\n\\r\\t\\\\\"",
            "\"\t\"",
            "\"\u{7f}é😀\"",
            "\u{feff}1",
            "1\u{a0}",
            "NaN",
            "Infinity",
            "'a'",
            "// no\n1",
            "1,2",
            "{}{}",
            "[[[[]]],[{}]]",
        ];
        for text in texts {
            assert_eq!(found(text.as_bytes()), read(text.as_bytes()), "{text:?}");
        }
        for end in ["\"", "\\\"\"", "\n\"", "\u{0}\"", "é\"", "", "\\"] {
            for length in 0..100 {
                let text = format!("\"{}{end}", &long[..length]);
                assert_eq!(found(text.as_bytes()), read(text.as_bytes()), "{text:?}");
            }
        }
        for bytes in [
            &b"\"\xff\""[..],
            b"\"\xc3\"",
            b"[\x80]",
            b"\"\xed\xa0\x80\"",
        ] {
            assert_eq!(found(bytes), read(bytes), "{bytes:?}");
        }
    }

    #[test]
    fn what_is_too_deep_is_left_to_the_other_reader() {
        for (depth, is_known) in [
            (1, true),
            (127, true),
            (128, true),
            (129, false),
            (5_000, false),
        ] {
            let arrays = "[".repeat(depth) + &"]".repeat(depth);
            // An empty container is not followed.
            let nested = format!("[{arrays}]");
            let text = if is_known { &arrays } else { &nested };
            assert_eq!(found(text.as_bytes()).is_some(), is_known, "{depth}");
            let objects = "{\"a\":".repeat(depth) + "1" + &"}".repeat(depth);
            assert_eq!(found(objects.as_bytes()).is_some(), depth <= 128, "{depth}");
        }
    }

    /// Texts that are nearly JSON.
    fn nearly() -> impl Strategy<Value = Vec<u8>> {
        let pieces = vec![
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"",
            "\"a\"",
            "\\",
            "\\\"",
            "\\u00e9",
            "\\u",
            "1",
            "-1.5e3",
            "0",
            ".",
            "e",
            "true",
            "null",
            " ",
            "\n",
            "é",
            "\t",
            "x",
            "\u{1}",
            "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"",
            "\"k\":",
            "{\"k\":",
            "[1,",
            "]}",
        ];
        let written = vec(select(pieces), 0..24).prop_map(|all| all.concat().into_bytes());
        prop_oneof![written, vec(any::<u8>(), 0..64)]
    }

    proptest! {
        #[test]
        fn nothing_passes_that_serde_refuses(text in nearly()) {
            prop_assert_eq!(found(&text), read(&text), "{:?}", String::from_utf8_lossy(&text));
        }

        #[test]
        fn values_pass(text in nearly()) {
            // Whatever a text is, as a string it is JSON, and in a list and an object, too.
            let text = String::from_utf8_lossy(&text);
            let value = serde_json::json!({"a": [&*text, 1.5, {"b": &*text}], "c": {}});
            for json in [value.to_string(), serde_json::to_string_pretty(&value).expect("JSON")] {
                prop_assert_eq!(found(json.as_bytes()), Some(&*json));
            }
        }
    }
}
