//! Percent encoding by context.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Everything but letters, digits and `-._~`, which are literal everywhere.
const ALL: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The same and the dot, where dots separate elements.
const ALL_AND_DOT: &AsciiSet = &ALL.add(b'.');

/// What remains to be encoded in a query where reserved characters may stand. Some of them may
/// not, because they would not arrive: `&` and `;` part parameters, `#` ends the query, `+` is
/// read as a space, `%` begins an escape, and `'` is encoded by the rules of addresses anyway.
const RESERVED: &AsciiSet = &ALL
    .remove(b':')
    .remove(b'/')
    .remove(b'?')
    .remove(b'[')
    .remove(b']')
    .remove(b'@')
    .remove(b'!')
    .remove(b'$')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b',')
    .remove(b'=');

/// The same, where commas separate elements.
const RESERVED_AND_COMMA: &AsciiSet = &RESERVED.add(b',');

/// What is encoded in the literal parts of a path. A `%` is handled separately.
const LITERAL: &AsciiSet = &ALL
    .remove(b'!')
    .remove(b'$')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b';')
    .remove(b'=')
    .remove(b':')
    .remove(b'@')
    .remove(b'%');

/// What is encoded in a header beyond ASCII: also `%`, so that decoding gives the same text.
const HEADER: &AsciiSet = &AsciiSet::EMPTY.add(b'%');

/// The characters that are not encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EscapeSet {
    /// Only those that mean themselves everywhere.
    All,
    /// The same except dots, which separate elements.
    Dots,
    /// Also reserved ones that arrive unharmed in a query.
    Reserved,
    /// The same except commas, which separate elements.
    ReservedList,
}

// === impl EscapeSet ===

impl EscapeSet {
    pub(crate) fn apply(self, text: &str) -> String {
        let set = match self {
            Self::All => ALL,
            Self::Dots => ALL_AND_DOT,
            Self::Reserved => RESERVED,
            Self::ReservedList => RESERVED_AND_COMMA,
        };
        utf8_percent_encode(text, set).to_string()
    }
}

/// Encodes everything but what means itself everywhere.
pub(crate) fn all(text: &str) -> String {
    EscapeSet::All.apply(text)
}

/// Encodes a literal part of a path. What is encoded already stays as it is.
pub(crate) fn literal(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for (at, part) in text.split('%').enumerate() {
        if at > 0 {
            let is_escape = matches!(part.as_bytes(), [a, b, ..]
                if a.is_ascii_hexdigit() && b.is_ascii_hexdigit());
            written.push_str(if is_escape { "%" } else { "%25" });
        }
        written.extend(utf8_percent_encode(part, LITERAL));
    }
    written
}

/// Encodes what a header cannot hold because it is not ASCII. A value that is ASCII is sent as
/// it is, because most servers decode nothing in headers.
pub(crate) fn header(text: &str) -> String {
    if text.is_ascii() {
        text.to_owned()
    } else {
        utf8_percent_encode(text, HEADER).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_has_its_rule() {
        let text = "a.b/é %&+=,;#'";
        for (escape, expect) in [
            (EscapeSet::All, "a.b%2F%C3%A9%20%25%26%2B%3D%2C%3B%23%27"),
            (EscapeSet::Dots, "a%2Eb%2F%C3%A9%20%25%26%2B%3D%2C%3B%23%27"),
            (EscapeSet::Reserved, "a.b/%C3%A9%20%25%26%2B=,%3B%23%27"),
            (
                EscapeSet::ReservedList,
                "a.b/%C3%A9%20%25%26%2B=%2C%3B%23%27",
            ),
        ] {
            assert_eq!(escape.apply(text), expect, "{escape:?}");
        }
    }

    #[test]
    fn literals_keep_what_is_encoded() {
        for (text, expect) in [
            ("books", "books"),
            ("a b", "a%20b"),
            ("a%20b", "a%20b"),
            ("100%", "100%25"),
            ("%zz%4", "%25zz%254"),
            ("v1:cancel", "v1:cancel"),
            ("é|\\", "%C3%A9%7C%5C"),
        ] {
            assert_eq!(literal(text), expect);
        }
    }

    #[test]
    fn headers_are_encoded_only_beyond_ascii() {
        assert_eq!(header("100% a%20b"), "100% a%20b");
        assert_eq!(header("100% é"), "100%25 %C3%A9");
    }
}
