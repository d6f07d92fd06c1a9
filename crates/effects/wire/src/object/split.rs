//! The members of an object whose text is known to be JSON, found without reading them again.
//!
//! A message was checked as a whole when it arrived. Finding the parts of its objects then takes
//! no more than their brackets and quotes.

use std::ops::Range;

/// Where the keys (quotes included) and the values of an object are, in order. `None` where the
/// text is not an object after all.
pub(crate) fn split(text: &[u8]) -> Option<Vec<(Range<usize>, Range<usize>)>> {
    let mut members = Vec::with_capacity(4);
    let mut at = expect(text, 0, b'{')?;
    at = skip_space(text, at);
    if text.get(at) == Some(&b'}') {
        return Some(members);
    }
    loop {
        let key = at..string_end(text, expect(text, at, b'"')?)?;
        let colon = skip_space(text, key.end);
        let start = skip_space(text, expect(text, colon, b':')?);
        let value = start..value_end(text, start)?;
        at = skip_space(text, value.end);
        members.push((key, value));
        match text.get(at)? {
            b',' => at = skip_space(text, at + 1),
            b'}' => return Some(members),
            _ => return None,
        }
    }
}

/// The place after a byte that must come next.
fn expect(text: &[u8], at: usize, byte: u8) -> Option<usize> {
    (text.get(at) == Some(&byte)).then_some(at + 1)
}

fn skip_space(text: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\t' | b'\n' | b'\r') = text.get(at) {
        at += 1;
    }
    at
}

/// The place after the quote that ends a string; `at` is the place after the one that begins it.
fn string_end(text: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at += memchr::memchr2(b'"', b'\\', text.get(at..)?)?;
        if text[at] == b'"' {
            return Some(at + 1);
        }
        at += 2;
    }
}

fn value_end(text: &[u8], at: usize) -> Option<usize> {
    match text.get(at)? {
        b'"' => string_end(text, at + 1),
        b'{' | b'[' => container_end(text, at),
        _ => {
            let ends = |byte: &u8| matches!(byte, b',' | b'}' | b' ' | b'\t' | b'\n' | b'\r');
            Some(at + text[at..].iter().position(ends)?)
        }
    }
}

fn container_end(text: &[u8], mut at: usize) -> Option<usize> {
    let mut depth = 0_usize;
    loop {
        match text.get(at)? {
            b'"' => {
                at = string_end(text, at + 1)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Option<Vec<(&str, &str)>> {
        let members = split(text.as_bytes())?;
        let part = |(key, value): (Range<usize>, Range<usize>)| (&text[key], &text[value]);
        Some(members.into_iter().map(part).collect())
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
