//! Other people's text on a terminal: no control characters, nothing hidden.

/// The text on one line: every run of white space is one space, and what cannot be seen is
/// escaped.
pub(crate) fn one_line(text: &str) -> String {
    visible(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The first line that has something on it.
pub(crate) fn first_line(text: &str) -> String {
    let line = text.lines().find(|line| !line.trim().is_empty());
    one_line(line.unwrap_or_default())
}

/// The text with line ends and tabs as they are and all else that cannot be seen escaped.
pub(crate) fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Control characters, which drive a terminal, and format characters that reorder or hide text.
fn is_hidden(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || matches!(
            c,
            '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}'
            | '\u{feff}' | '\u{e0000}'..='\u{e007f}'
        )
}

/// `1 tool`, `2 tools`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_drives_the_terminal() {
        for (text, expect) in [
            ("plain é 日本", "plain é 日本"),
            ("\x1b[31mred", "\\u{1b}[31mred"),
            ("a\u{202e}b\u{e0041}", "a\\u{202e}b\\u{e0041}"),
            ("one\n\ttwo", "one\n\ttwo"),
        ] {
            assert_eq!(visible(text), expect);
        }
        assert_eq!(one_line(" a\r\n\tb\u{7} "), "a b\\u{7}");
        assert_eq!(first_line("\n  \n one \ntwo"), "one");
        assert_eq!(first_line(""), "");
    }

    #[test]
    fn counts_read_well() {
        assert_eq!(
            (counted(1, "tool"), counted(0, "tool")),
            ("1 tool".into(), "0 tools".into())
        );
    }
}
