//! Appending lines to a hand-written file.

/// Appends lines with the line endings that the text uses. `added` must start at the beginning of a
/// line.
pub fn append_lines(text: &str, added: &str) -> String {
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let is_open = !text.is_empty() && !text.ends_with('\n');
    let gap = if is_open { newline } else { "" };
    format!("{text}{gap}{}", added.replace('\n', newline))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_stay_as_they_are() {
        for (text, expect) in [
            ("", "a\nb\n"),
            ("x\n", "x\na\nb\n"),
            ("x", "x\na\nb\n"),
            ("x\r\ny\r\n", "x\r\ny\r\na\r\nb\r\n"),
            ("x\r\ny", "x\r\ny\r\na\r\nb\r\n"),
        ] {
            assert_eq!(append_lines(text, "a\nb\n"), expect, "{text:?}");
        }
    }
}
