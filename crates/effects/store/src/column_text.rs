//! Conversion of foreign text for database columns.
//!
//! Clients choose their own names and sources word their own errors. Both engines must accept any
//! of it, because one rejected row would block all audit entries behind it: PostgreSQL rejects NUL,
//! and a row must be small enough to be indexed and displayed.

use std::borrow::Cow;

use crate::{StoreResult, error::check_bytes};

/// The maximum size of a name (principal, client, server), in bytes.
pub(crate) const NAME_MAX: usize = 256;
/// The maximum size of a call target, in bytes; resource URIs may be long.
pub(crate) const TARGET_MAX: usize = 1024;
/// The maximum size of a sentence, in bytes.
pub(crate) const DETAIL_MAX: usize = 2048;

/// The maximum size of a tool's namespaced name, in bytes: a source's name, a dot, and 256
/// characters of up to four bytes. Even escaped it fits PostgreSQL's index, which takes 2,704 bytes
/// per row.
pub(crate) const KEY_MAX: usize = 1200;

/// Replaces NUL by the replacement character and truncates to `max` bytes, ending in `…` if
/// anything was cut.
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

/// As [`truncated`], for an optional text.
pub(crate) fn truncated_option(text: Option<&str>, max: usize) -> Option<Cow<'_, str>> {
    text.map(|text| truncated(text, max))
}

/// As [`truncated`], reusing an owned text.
pub(crate) fn into_truncated(text: String, max: usize) -> String {
    let cut = match truncated(&text, max) {
        Cow::Owned(cut) => Some(cut),
        Cow::Borrowed(_) => None,
    };
    cut.unwrap_or(text)
}

/// Replaces NUL by the replacement character, for long texts with a separate limit.
pub(crate) fn without_nul(text: &str) -> Cow<'_, str> {
    if text.as_bytes().contains(&0) {
        return Cow::Owned(text.replace('\0', "\u{fffd}"));
    }
    Cow::Borrowed(text)
}

/// Encodes text without loss, for columns in which different texts must stay different: NUL becomes
/// `\0` and `\` becomes `\\`. [`unescaped`] decodes it.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|byte| matches!(byte, 0 | b'\\')) {
        return Cow::Owned(text.replace('\\', "\\\\").replace('\0', "\\0"));
    }
    Cow::Borrowed(text)
}

/// A tool name or pattern, encoded by [`escaped`]; an error if it is too long.
pub(crate) fn escaped_key(name: &str) -> StoreResult<Cow<'_, str>> {
    check_bytes(name.len(), KEY_MAX, || beginning("name", name))?;
    Ok(escaped(name))
}

/// The beginning of an overlong text, for errors; `what` names the kind of text.
pub(crate) fn beginning(what: &str, text: &str) -> String {
    let shown = &text[..text.floor_char_boundary(60)];
    format!("the {what} `{}…`", shown.escape_debug())
}

/// Decodes the result of [`escaped`].
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
