//! Quoting of foreign text in messages: short, on one line, with every character visible.

use crate::hidden::{is_ambiguous, is_hidden};
use crate::visible::MarkCounter;

/// The maximum length of a quoted text, in characters.
const QUOTED_MAX: usize = 100;

/// How many texts of a list are quoted; the others are counted.
const LISTED_MAX: usize = 5;

/// The text in backticks, escaped as by [`printable`] and cut when it is long.
pub fn quote(text: &str) -> String {
    let end = text.char_indices().nth(QUOTED_MAX).map(|(end, _)| end);
    let shown = printable(&text[..end.unwrap_or(text.len())]);
    let more = if end.is_some() { "…" } else { "" };
    format!("`{shown}{more}`")
}

/// Several texts, quoted and separated by commas; all but the first five are counted.
pub fn quote_all<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut texts = texts.into_iter();
    let shown: Vec<String> = texts.by_ref().take(LISTED_MAX).map(quote).collect();
    match texts.count() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// Several texts, quoted, with a conjunction before the last: "`a`, `b` or `c`".
pub fn quote_list<'a>(texts: impl IntoIterator<Item = &'a str>, conjunction: &str) -> String {
    let mut shown: Vec<String> = texts.into_iter().map(quote).collect();
    match shown.pop() {
        None => String::new(),
        Some(last) if shown.is_empty() => last,
        Some(last) => format!("{} {conjunction} {last}", shown.join(", ")),
    }
}

/// The text on one line, with hidden and ambiguous characters escaped: `a\nb\u{202e}`.
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut marks = MarkCounter::default();
    for c in text.chars() {
        match c {
            '\t' | '\r' | '\n' => shown.extend(c.escape_debug()),
            c if marks.is_loose(c) || is_ambiguous(c) => shown.extend(c.escape_unicode()),
            c => shown.push(c),
        }
    }
    shown
}

/// The text with line breaks and tabs kept and other hidden characters escaped.
pub fn escape_hidden(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) && !matches!(c, '\n' | '\t') {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// The text on one line: every run of white space becomes one space.
pub fn collapse_whitespace(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first `most` characters of a text, followed by `…` if there are more.
pub fn clip(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_text_is_visible_and_on_one_line() {
        for (text, expect) in [
            ("", "``"),
            ("plain é 漢字 😀", "`plain é 漢字 😀`"),
            ("it's \"so\"", "`it's \"so\"`"),
            ("a\r\nb\t\0", r"`a\r\nb\t\u{0}`"),
            ("a\u{202E}b", r"`a\u{202e}b`"),
            ("\u{1B}[2J", r"`\u{1b}[2J`"),
            (
                "a\u{61C}\u{AD}\u{2028}\u{2029}",
                r"`a\u{61c}\u{ad}\u{2028}\u{2029}`",
            ),
            ("\u{200B}\u{2066}\u{2069}", r"`\u{200b}\u{2066}\u{2069}`"),
            ("\u{FEFF}\u{E0041}\u{A0}", r"`\u{feff}\u{e0041}\u{a0}`"),
            ("e\u{301}", "`e\u{301}`"),
            ("\u{301}e", r"`\u{301}e`"),
        ] {
            assert_eq!(quote(text), expect, "{text:?}");
        }
    }

    #[test]
    fn quoted_text_is_short() {
        assert_eq!(quote(&"é".repeat(100)), format!("`{}`", "é".repeat(100)));
        assert_eq!(quote(&"é".repeat(101)), format!("`{}…`", "é".repeat(100)));
    }

    #[test]
    fn lists_read_well() {
        assert_eq!(quote_all(["a", "b"]), "`a`, `b`");
        assert_eq!(quote_all(["a"; 7]), "`a`, `a`, `a`, `a`, `a` and 2 more");
        assert_eq!(quote_list(["a", "b", "c"], "or"), "`a`, `b` or `c`");
        assert_eq!(quote_list(["a"], "or"), "`a`");
        assert_eq!(quote_list([], "or"), "");
    }

    #[test]
    fn escaping_keeps_lines_where_they_belong() {
        for (text, expect) in [
            ("plain é 日本", "plain é 日本"),
            ("\x1b[31mred", "\\u{1b}[31mred"),
            ("a\u{202e}b\u{e0041}", "a\\u{202e}b\\u{e0041}"),
            ("a\u{61c}\u{ad}\u{2028}", "a\\u{61c}\\u{ad}\\u{2028}"),
            ("one\n\ttwo\r", "one\n\ttwo\\u{d}"),
        ] {
            assert_eq!(escape_hidden(text), expect);
        }
        assert_eq!(collapse_whitespace(" a\r\n\tb  c "), "a b c");
    }

    #[test]
    fn clipping_keeps_whole_characters() {
        assert_eq!(clip("éé", 2), "éé");
        assert_eq!(clip("ééé", 2), "éé…");
        assert_eq!(clip("", 0), "");
    }

    proptest::proptest! {
        #[test]
        fn nothing_hidden_is_left(text in proptest::prelude::any::<String>()) {
            let hidden = |shown: &str| shown.chars().any(is_hidden);
            proptest::prop_assert!(!hidden(&quote(&text)));
            proptest::prop_assert!(!hidden(&escape_hidden(&text).replace(['\n', '\t'], "")));
        }
    }
}
