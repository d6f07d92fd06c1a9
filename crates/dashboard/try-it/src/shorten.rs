//! Shortening of external texts.

/// The first characters of a text, with an ellipsis if there are more.
pub(crate) fn shorten(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
