//! The two kinds of lines: `B` for the beginning of a call, `E` for its end.
//!
//! Fields are separated by tabs and escaped as in PostgreSQL's copy format: `\t`, `\n`, `\\`, and
//! `\N` for null. The last field of every line is a single dot: without it, the line was cut off
//! while being written, and it was never acknowledged.
//!
//! Fields have been added at the end over time, and lines of earlier versions are still accepted.
//! The first added field is never a dot, so a truncated line cannot look like an earlier version.

mod read;

use std::io::Write as _;

use candor_model::{CallEnded, Hints, SourceName};

pub(super) use read::{JournalLine, LineError, parse};

use crate::{
    calls::KeptBegun,
    column_text::{DETAIL_MAX, truncated_option},
};

/// The end of a complete line.
const END: &[u8] = b"\t.";

/// Appends a begin line.
pub(super) fn put_begun(line: &mut Vec<u8>, begun: &KeptBegun) {
    line.push(b'B');
    put_word(line, begun.id.hyphenated(&mut [0; 36]));
    if begun.at_micros < 0 {
        put_value(line, begun.at_micros);
    } else {
        put_number(line, begun.at_micros.unsigned_abs());
    }
    put_text(line, begun.principal());
    put_optional(line, begun.client());
    put_word(line, begun.revision.as_str());
    put_word(line, begun.kind.as_str());
    let source = begun.source.as_ref().map(SourceName::as_str);
    put_optional(line, source);
    put_text(line, begun.target());
    put_word(line, begun.arguments.hexadecimal(&mut [0; 64]));
    put_number(line, begun.request_bytes);
    put_hints(line, begun.hints);
    put_optional(line, begun.decision());
    put_some(line, begun.approval);
    put_end(line);
}

/// Appends an end line.
pub(super) fn put_ended(line: &mut Vec<u8>, ended: &CallEnded) {
    line.push(b'E');
    put_word(line, ended.id.hyphenated(&mut [0; 36]));
    put_word(line, ended.outcome.as_str());
    put_number(line, ended.duration_micros);
    put_number(line, ended.reply_bytes);
    let detail = truncated_option(ended.detail.as_deref(), DETAIL_MAX);
    put_optional(line, detail.as_deref());
    put_number(line, ended.attempts.into());
    put_some(line, ended.reused);
    put_end(line);
}

fn put_end(line: &mut Vec<u8>) {
    line.extend_from_slice(END);
    line.push(b'\n');
}

/// A separator and a value whose display form needs no escaping. Few calls have one.
#[cold]
fn put_value(line: &mut Vec<u8>, value: impl std::fmt::Display) {
    // Writing to memory cannot fail.
    let _ = write!(line, "\t{value}");
}

/// A separator and the hints in their display form, ten times as fast as with `Display`.
fn put_hints(line: &mut Vec<u8>, hints: Hints) {
    line.push(b'\t');
    for (at, (hint, value)) in hints.iter().enumerate() {
        if at > 0 {
            line.push(b',');
        }
        line.extend_from_slice(hint.key().as_bytes());
        line.extend_from_slice(if value { b"=true" } else { b"=false" });
    }
}

/// A separator and a number, ten times as fast as with `Display`; every call has several.
fn put_number(line: &mut Vec<u8>, number: u64) {
    line.push(b'\t');
    let start = line.len();
    let digits = number.checked_ilog10().map_or(1, |log| log as usize + 1);
    line.resize(start + digits, b'0');
    let mut rest = number;
    for digit in line[start..].iter_mut().rev() {
        *digit += u8::try_from(rest % 10).unwrap_or_default();
        rest /= 10;
    }
}

/// A separator and a word that needs no escaping. Not inlined: every line has many words, and code
/// that is fetched once for all of them is cheaper than a copy for each.
#[inline(never)]
fn put_word(line: &mut Vec<u8>, word: &str) {
    line.push(b'\t');
    line.extend_from_slice(word.as_bytes());
}

fn put_optional(line: &mut Vec<u8>, value: Option<&str>) {
    match value {
        Some(value) => put_text(line, value),
        None => put_word(line, "\\N"),
    }
}

/// A separator and an optional value that needs no escaping.
fn put_some(line: &mut Vec<u8>, value: Option<impl std::fmt::Display>) {
    match value {
        Some(value) => put_value(line, value),
        None => put_word(line, "\\N"),
    }
}

/// A separator and an escaped text.
fn put_text(line: &mut Vec<u8>, value: &str) {
    let bytes = value.as_bytes();
    // Looking at all of them without stopping is done for many bytes at a time.
    let is_escaped = bytes.iter().fold(false, |any, byte| {
        any | matches!(byte, b'\\' | b'\t' | b'\n')
    });
    if is_escaped {
        put_escaped(line, bytes);
    } else {
        put_word(line, value);
    }
}

#[cold]
fn put_escaped(line: &mut Vec<u8>, bytes: &[u8]) {
    line.push(b'\t');
    for byte in bytes {
        match byte {
            b'\\' => line.extend_from_slice(b"\\\\"),
            b'\t' => line.extend_from_slice(b"\\t"),
            b'\n' => line.extend_from_slice(b"\\n"),
            plain => line.push(*plain),
        }
    }
}

#[cfg(test)]
mod tests;
