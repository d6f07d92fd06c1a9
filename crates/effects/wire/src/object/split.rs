//! Finds the members of an object whose text is known to be JSON, without parsing it again.
//!
//! A message was validated as a whole when it arrived. Finding the parts of its objects then
//! requires only their brackets and quotes.

use std::ops::Range;

use crate::json::{LongString, RawJson};

/// An object, and a string in it that need not be scanned again.
struct MemberSplitter<'a> {
    text: &'a [u8],
    longest: LongString,
}

/// Reports the ranges of an object's keys (quotes included) and values, in order. `None` if the
/// text is not an object.
pub(crate) fn split(
    json: &RawJson,
    mut member: impl FnMut(Range<usize>, Range<usize>),
) -> Option<()> {
    let splitter = MemberSplitter {
        text: json.as_bytes(),
        longest: json.longest(),
    };
    let text = splitter.text;
    let mut at = expect(text, 0, b'{')?;
    at = skip_space(text, at);
    if text.get(at) == Some(&b'}') {
        return Some(());
    }
    loop {
        let key = at..splitter.string_end(expect(text, at, b'"')?)?;
        let colon = skip_space(text, key.end);
        let start = skip_space(text, expect(text, colon, b':')?);
        let value = start..splitter.value_end(start)?;
        at = skip_space(text, value.end);
        member(key, value);
        match text.get(at)? {
            b',' => at = skip_space(text, at + 1),
            b'}' => return Some(()),
            _ => return None,
        }
    }
}

/// The position after a byte that must come next.
fn expect(text: &[u8], at: usize, byte: u8) -> Option<usize> {
    (text.get(at) == Some(&byte)).then_some(at + 1)
}

fn skip_space(text: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\t' | b'\n' | b'\r') = text.get(at) {
        at += 1;
    }
    at
}

// === impl MemberSplitter ===

impl MemberSplitter<'_> {
    /// The position after the closing quote of a string; `at` is the position after the opening
    /// quote.
    fn string_end(&self, mut at: usize) -> Option<usize> {
        let known = self.longest.end_of(at - 1);
        if known.is_some() {
            return known;
        }
        loop {
            at += memchr::memchr2(b'"', b'\\', self.text.get(at..)?)?;
            if self.text[at] == b'"' {
                return Some(at + 1);
            }
            at += 2;
        }
    }

    fn value_end(&self, at: usize) -> Option<usize> {
        match self.text.get(at)? {
            b'"' => self.string_end(at + 1),
            b'{' | b'[' => self.container_end(at),
            _ => {
                let ends = |byte: &u8| matches!(byte, b',' | b'}' | b' ' | b'\t' | b'\n' | b'\r');
                Some(at + self.text[at..].iter().position(ends)?)
            }
        }
    }

    fn container_end(&self, mut at: usize) -> Option<usize> {
        let mut depth = 0_usize;
        loop {
            match self.text.get(at)? {
                b'"' => {
                    at = self.string_end(at + 1)?;
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.checked_sub(1)?,
                _ => {}
            }
            at += 1;
            if depth == 0 {
                return Some(at);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Option<Vec<(&str, &str)>> {
        let mut members = Vec::new();
        let json = RawJson::written(text.to_owned());
        split(&json, |key, value| members.push((&text[key], &text[value])))?;
        Some(members)
    }

    #[test]
    fn members_are_found_whatever_is_in_them() {
        let cases: [(&str, &[(&str, &str)]); 6] = [
            ("{}", &[]),
            ("{ \n}", &[]),
            (r#"{"a":1}"#, &[(r#""a""#, "1")]),
            (
                "{ \"a\" :\t-1.5e+3 , \"b\":null\n}",
                &[(r#""a""#, "-1.5e+3"), (r#""b""#, "null")],
            ),
            (
                r#"{"}\"":"{[\\\"]","x":{"y":[{"z":"]}"},[]]},"":[]}"#,
                &[
                    (r#""}\"""#, r#""{[\\\"]""#),
                    (r#""x""#, r#"{"y":[{"z":"]}"},[]]}"#),
                    (r#""""#, "[]"),
                ],
            ),
            (r#"{"é":"\u00e9😀"}"#, &[(r#""é""#, r#""\u00e9😀""#)]),
        ];
        for (text, expect) in cases {
            assert_eq!(parts(text).as_deref(), Some(expect), "{text}");
        }
    }

    #[test]
    fn what_is_not_an_object_is_left_alone() {
        for text in [
            "",
            "[]",
            "1",
            "\"a\"",
            "{",
            "{\"a\"",
            "{\"a\":",
            "{\"a\":1",
            "{a:1}",
            "{\"a\":[1}",
            "{\"a\":\"",
            "{\"a\" 1}",
            "{\"a\":1 \"b\":2}",
            "{\"a\\",
        ] {
            assert_eq!(parts(text), None, "{text}");
        }
    }
}
