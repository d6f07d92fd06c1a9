//! Line boundaries and indentation.

/// The start of the line that contains a byte.
pub(crate) fn line_start(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    before.rfind('\n').map_or(0, |end| end + 1)
}

/// The end of the line that contains a byte, including the line break.
pub(crate) fn line_end(text: &str, at: usize) -> usize {
    let after = text.get(at..).unwrap_or_default();
    after.find('\n').map_or(text.len(), |end| at + end + 1)
}

/// The blanks at the beginning of a line.
pub(crate) fn indentation(line: &str) -> &str {
    let width = line.len() - line.trim_start_matches([' ', '\t']).len();
    line.get(..width).unwrap_or_default()
}

/// The line break that a text uses: that of its first line.
pub(crate) fn line_break(text: &str) -> &'static str {
    let first = text.find('\n').and_then(|end| text.get(..end));
    match first {
        Some(line) if line.ends_with('\r') => "\r\n",
        _ => "\n",
    }
}
