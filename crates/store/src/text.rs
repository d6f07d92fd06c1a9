//! Foreign text made fit for a column.
//!
//! Clients choose their own names and sources word their own errors. Both engines must accept
//! whatever they send, because one refused row would hold up every audit entry behind it:
//! PostgreSQL takes no NUL, and a row must stay small enough to be indexed and shown.

use std::borrow::Cow;

/// The most bytes kept of a name: of a principal, a client, a server.
pub(crate) const NAME_MAX: usize = 256;
/// The most bytes kept of what was called; resource URIs may be long.
pub(crate) const TARGET_MAX: usize = 1024;
/// The most bytes kept of a sentence.
pub(crate) const DETAIL_MAX: usize = 2048;

/// Replaces NUL by the replacement character and cuts at `max` bytes, ending in `…` where
/// something was cut.
pub(crate) fn fit(text: &str, max: usize) -> Cow<'_, str> {
    if text.len() <= max && !text.as_bytes().contains(&0) {
        return Cow::Borrowed(text);
    }
    let clean = text.replace('\0', "\u{fffd}");
    if clean.len() <= max {
        return Cow::Owned(clean);
    }
    let mut kept = clean;
    kept.truncate(kept.floor_char_boundary(max - '…'.len_utf8()));
    kept.push('…');
    Cow::Owned(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_is_made_fit() {
        let check = |text: &str, expect: &str| assert_eq!(fit(text, 10), expect, "{text:?}");
        check("", "");
        check("0123456789", "0123456789");
        check("0123456789a", "0123456…");
        check("éééééé", "ééé…");
        check("a\0b", "a\u{fffd}b");
        check("\0\0\0\0", "\u{fffd}\u{fffd}…");
    }
}
