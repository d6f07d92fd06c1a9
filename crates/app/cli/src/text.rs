//! External text on a terminal, without control characters and hidden characters.

use candor_text::collapse_whitespace;
pub(crate) use candor_text::escape_hidden as visible;

/// The text on one line, with white space collapsed and hidden characters escaped.
pub(crate) fn one_line(text: &str) -> String {
    visible(&collapse_whitespace(text))
}

/// The first line that is not blank.
pub(crate) fn first_line(text: &str) -> String {
    let line = text.lines().find(|line| !line.trim().is_empty());
    one_line(line.unwrap_or_default())
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
