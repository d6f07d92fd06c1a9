//! Shortening of values and texts, with hidden characters made visible.

use std::fmt::Write as _;

use candor_schema::canonical;
use candor_text::{is_ambiguous, is_mark};
use serde_json::Value;

/// The maximum length of a displayed value, in characters.
const WIDTH: usize = 120;

/// The maximum length of the equal part shown before the first difference.
const LEAD: usize = 40;

/// The maximum length of a displayed key.
const KEY_WIDTH: usize = 60;

/// A value in a line.
pub(super) fn show(value: &Value) -> String {
    match value {
        Value::String(text) => quote(text, WIDTH),
        other => excerpt(&canonical(other), 0, WIDTH, plain).0,
    }
}

/// A key in a path: as it is, or in quotes if it is odd.
pub(super) fn key(key: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_$-".contains(&byte);
    if (1..=KEY_WIDTH).contains(&key.len()) && key.bytes().all(is_plain) {
        return key.to_owned();
    }
    quote(key, KEY_WIDTH)
}

/// Two texts that differ, each from shortly before the first difference.
pub(super) fn change(pinned: &str, found: &str) -> String {
    let (head, tail) = common_ends(pinned, found);
    let start = lead_start(&pinned[..head]);
    let (old, old_end) = excerpt(pinned, start, WIDTH, quoted);
    let (new, new_end) = excerpt(found, start, WIDTH, quoted);
    let mut line = format!("\"{old}\" → \"{new}\"");
    if let Some(note) = look_alike(&pinned[head..], &found[head..]) {
        line.push_str(&note);
    }
    let unseen = |text: &str, end: usize| {
        let rest = text.get(end..text.len() - tail);
        rest.map_or(0, |rest| rest.chars().count())
    };
    let more = unseen(pinned, old_end).max(unseen(found, new_end));
    if more > 0 {
        // Never fails for a string.
        let _ = write!(line, " (the change goes on for {more} more characters)");
    }
    line
}

/// The lengths in bytes of what both texts begin with and, after that, of what both end with.
fn common_ends(one: &str, other: &str) -> (usize, usize) {
    let equal = |pair: &(char, char)| pair.0 == pair.1;
    let bytes = |pair: (char, char)| pair.0.len_utf8();
    let head: usize = one
        .chars()
        .zip(other.chars())
        .take_while(equal)
        .map(bytes)
        .sum();
    let (one, other) = (one[head..].chars().rev(), other[head..].chars().rev());
    let tail = one.zip(other).take_while(equal).map(bytes).sum();
    (head, tail)
}

/// The start position, so that at most [`LEAD`] characters of `equal` are shown.
fn lead_start(equal: &str) -> usize {
    let mut width = 0;
    let mut start = equal.len();
    for (at, c) in equal.char_indices().rev() {
        width += quoted(c).chars().count();
        if width > LEAD {
            return start;
        }
        start = at;
    }
    start
}

/// A note for two letters that differ but may look the same, one of them outside ASCII.
fn look_alike(pinned: &str, found: &str) -> Option<String> {
    let (old, new) = (pinned.chars().next()?, found.chars().next()?);
    let letters = old.is_alphabetic() && new.is_alphabetic();
    (letters && old.is_ascii() != new.is_ascii())
        .then(|| format!(" (U+{:04X} → U+{:04X})", u32::from(old), u32::from(new)))
}

fn quote(text: &str, width: usize) -> String {
    format!("\"{}\"", excerpt(text, 0, width, quoted).0)
}

/// The part of `text` from `start` on that fits into `width` characters, and where it ends.
fn excerpt(text: &str, start: usize, width: usize, escape: fn(char) -> String) -> (String, usize) {
    let mut shown = String::from(if start > 0 { "…" } else { "" });
    let mut room = width;
    for (at, c) in text[start..].char_indices() {
        let piece = escape(c);
        let Some(left) = room.checked_sub(piece.chars().count()) else {
            shown.push('…');
            return (shown, start + at);
        };
        room = left;
        shown.push_str(&piece);
    }
    (shown, text.len())
}

/// A character inside a quoted text.
fn quoted(c: char) -> String {
    match c {
        '"' | '\\' | '\n' | '\r' | '\t' | '\0' => c.escape_debug().to_string(),
        // A mark that combines may be the whole difference.
        c if is_ambiguous(c) || is_mark(c) => c.escape_unicode().to_string(),
        c => c.to_string(),
    }
}

/// A character of JSON text, whose quotes and backslashes are part of it.
fn plain(c: char) -> String {
    match c {
        '"' | '\\' => c.to_string(),
        other => quoted(other),
    }
}
