//! Foreign text made fit for a column.
//!
//! Clients choose their own names and sources word their own errors. Both engines must accept
//! whatever they send, because one refused row would hold up every audit entry behind it:
//! PostgreSQL takes no NUL, and a row must stay small enough to be indexed and shown.

use std::borrow::Cow;

use crate::{StoreResult, error::check_bytes};

/// The most bytes kept of a name: of a principal, a client, a server.
pub(crate) const NAME_MAX: usize = 256;
/// The most bytes kept of what was called; resource URIs may be long.
pub(crate) const TARGET_MAX: usize = 1024;
/// The most bytes kept of a sentence.
pub(crate) const DETAIL_MAX: usize = 2048;

/// The most bytes of a tool's namespaced name: a source's name, a dot, and 256 characters of up
/// to four bytes. Escaped it still fits PostgreSQL's index, which takes 2,704 bytes a row.
pub(crate) const KEY_MAX: usize = 1200;

/// Replaces NUL by the replacement character and cuts at `max` bytes, ending in `…` where
/// something was cut.
pub(crate) fn truncated(text: &str, max: usize) -> Cow<'_, str> {
    if text.len() <= max && !text.as_bytes().contains(&0) {
        return Cow::Borrowed(text);
    }
    let mut kept = without_nul(text).into_owned();
    if kept.len() > max {
        kept.truncate(kept.floor_char_boundary(max - '…'.len_utf8()));
        kept.push('…');
    }
    Cow::Owned(kept)
}

/// The same for a text that may be missing.
pub(crate) fn truncated_option(text: Option<&str>, max: usize) -> Option<Cow<'_, str>> {
    text.map(|text| truncated(text, max))
}

/// The same for a text that is given away.
pub(crate) fn into_truncated(text: String, max: usize) -> String {
    let cut = match truncated(&text, max) {
        Cow::Owned(cut) => Some(cut),
        Cow::Borrowed(_) => None,
    };
    cut.unwrap_or(text)
}

/// Replaces NUL by the replacement character, for long texts that have a limit of their own.
pub(crate) fn without_nul(text: &str) -> Cow<'_, str> {
    if text.as_bytes().contains(&0) {
        return Cow::Owned(text.replace('\0', "\u{fffd}"));
    }
    Cow::Borrowed(text)
}

/// Makes text fit without loss, where two texts must not become one: NUL is written as `\0`, and
/// `\` as `\\`. [`unescaped`] is the way back.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|byte| matches!(byte, 0 | b'\\')) {
        return Cow::Owned(text.replace('\\', "\\\\").replace('\0', "\\0"));
    }
    Cow::Borrowed(text)
}

/// A tool's name, or a pattern of names, as [`escaped`] makes it; refused when it is too long.
pub(crate) fn escaped_key(name: &str) -> StoreResult<Cow<'_, str>> {
    check_bytes(name.len(), KEY_MAX, || beginning("name", name))?;
    Ok(escaped(name))
}

/// The beginning of a text that is too long; `what` says what it is.
pub(crate) fn beginning(what: &str, text: &str) -> String {
    let shown = &text[..text.floor_char_boundary(60)];
    format!("the {what} `{}…`", shown.escape_debug())
}

/// The text that [`escaped`] was given.
pub(crate) fn unescaped(column: String) -> String {
    if !column.contains('\\') {
        return column;
    }
    let mut text = String::with_capacity(column.len());
    let mut escaped = false;
    for one in column.chars() {
        match (escaped, one) {
            (false, '\\') => escaped = true,
            (true, '0') => {
                text.push('\0');
                escaped = false;
            }
            (_, one) => {
                text.push(one);
                escaped = false;
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_is_made_fit() {
        let check = |text: &str, expect: &str| assert_eq!(truncated(text, 10), expect, "{text:?}");
        check("", "");
        check("0123456789", "0123456789");
        check("0123456789a", "0123456…");
        check("éééééé", "ééé…");
        check("a\0b", "a\u{fffd}b");
        check("\0\0\0\0", "\u{fffd}\u{fffd}…");
    }

    #[test]
    fn keys_are_kept_without_loss() {
        for (text, column) in [
            ("list_books", "list_books"),
            ("a\0b", "a\\0b"),
            ("a\\0b", "a\\\\0b"),
            ("\\", "\\\\"),
            ("\\\0\\", "\\\\\\0\\\\"),
            ("é\0", "é\\0"),
        ] {
            assert_eq!(escaped(text), column, "{text:?}");
            assert_eq!(unescaped(column.to_owned()), text, "{column:?}");
        }
    }
}
