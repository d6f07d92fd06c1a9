//! The two kinds of lines: `B` for a call that begins, `E` for one that ends.
//!
//! Fields are separated by tabs and escaped as in PostgreSQL's copy format: `\t`, `\n`, `\\`,
//! and `\N` for what is absent. A lone dot is the last field of every line: without it, the
//! line was cut short while it was written, and it was never acknowledged.
//!
//! Lines have grown at their end, so a line is also read as an earlier version wrote it. What
//! was added begins with a field that is never a dot: no cut of a line looks like an earlier one.

use std::io::Write as _;

use candor_model::{
    ApprovalId, CallBegun, CallEnded, CallId, CallKind, CallOutcome, Digest, Hints, McpRevision,
    ResultReuse, SourceName,
};
use memchr::memchr;

use crate::column_text::{DETAIL_MAX, NAME_MAX, TARGET_MAX, truncated};

/// A line as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum JournalLine {
    Begun(CallBegun),
    Ended(CallEnded),
}

/// Why a line holds no record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineError {
    /// It was not written to its end, so nothing that it said was acknowledged.
    Torn,
    /// It was, and says something that this program does not understand.
    Damaged,
}

/// What stands at the end of a whole line.
const END: &[u8] = b"\t.";

/// Appends the line of a call that begins.
pub(super) fn put_begun(line: &mut Vec<u8>, begun: &CallBegun) {
    line.push(b'B');
    put_value(line, begun.id);
    if begun.at_micros < 0 {
        put_value(line, begun.at_micros);
    } else {
        put_number(line, begun.at_micros.unsigned_abs());
    }
    put_text(line, &begun.principal, NAME_MAX);
    put_optional(line, begun.client.as_deref(), NAME_MAX);
    put_word(line, begun.revision.as_str());
    put_word(line, begun.kind.as_str());
    let source = begun.source.as_ref().map(SourceName::as_str);
    put_optional(line, source, NAME_MAX);
    put_text(line, &begun.target, TARGET_MAX);
    put_word(line, begun.arguments.hexadecimal(&mut [0; 64]));
    put_number(line, begun.request_bytes);
    put_value(line, begun.hints);
    put_optional(line, begun.decision.as_deref(), DETAIL_MAX);
    put_some(line, begun.approval);
    put_end(line);
}

/// Appends the line of a call that ends.
pub(super) fn put_ended(line: &mut Vec<u8>, ended: &CallEnded) {
    line.push(b'E');
    put_value(line, ended.id);
    put_word(line, ended.outcome.as_str());
    put_number(line, ended.duration_micros);
    put_number(line, ended.reply_bytes);
    put_optional(line, ended.detail.as_deref(), DETAIL_MAX);
    put_number(line, ended.attempts.into());
    put_some(line, ended.reused);
    put_end(line);
}

fn put_end(line: &mut Vec<u8>) {
    line.extend_from_slice(END);
    line.push(b'\n');
}

/// Reads a line, given without its line feed.
pub(super) fn parse(line: &[u8]) -> Result<JournalLine, LineError> {
    let body = line.strip_suffix(END).ok_or(LineError::Torn)?;
    let body = std::str::from_utf8(body).map_err(|_| LineError::Damaged)?;
    let mut fields = LineFields(Some(body));
    let read = match fields.next() {
        Some("B") => read_begun(&mut fields).map(JournalLine::Begun),
        Some("E") => read_ended(&mut fields).map(JournalLine::Ended),
        _ => None,
    };
    match (read, fields.next()) {
        (Some(line), None) => Ok(line),
        _ => Err(LineError::Damaged),
    }
}

/// The fields of a line. The library's way to split takes several times as long for short ones.
struct LineFields<'a>(Option<&'a str>);

impl<'a> Iterator for LineFields<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.0?;
        let (field, rest) = match memchr(b'\t', rest.as_bytes()) {
            Some(end) => (&rest[..end], Some(&rest[end + 1..])),
            None => (rest, None),
        };
        self.0 = rest;
        Some(field)
    }
}

fn read_begun<'a>(fields: &mut impl Iterator<Item = &'a str>) -> Option<CallBegun> {
    let mut begun = CallBegun {
        id: CallId::parse(fields.next()?)?,
        at_micros: fields.next()?.parse().ok()?,
        principal: text(fields.next()?)?,
        client: optional(fields.next()?)?,
        revision: McpRevision::parse(fields.next()?)?,
        kind: CallKind::parse(fields.next()?)?,
        source: some(fields.next()?, |name| SourceName::parse(&text(name)?).ok())?,
        target: text(fields.next()?)?,
        arguments: Digest::parse(fields.next()?)?,
        request_bytes: fields.next()?.parse().ok()?,
        hints: Hints::UNSET,
        decision: None,
        approval: None,
    };
    if let Some(hints) = fields.next() {
        begun.hints = Hints::parse(hints)?;
        begun.decision = optional(fields.next()?)?;
        begun.approval = some(fields.next()?, ApprovalId::parse)?;
    }
    Some(begun)
}

fn read_ended<'a>(fields: &mut impl Iterator<Item = &'a str>) -> Option<CallEnded> {
    let mut ended = CallEnded {
        id: CallId::parse(fields.next()?)?,
        outcome: CallOutcome::parse(fields.next()?)?,
        duration_micros: fields.next()?.parse().ok()?,
        reply_bytes: fields.next()?.parse().ok()?,
        detail: optional(fields.next()?)?,
        attempts: 0,
        reused: None,
    };
    if let Some(attempts) = fields.next() {
        ended.attempts = attempts.parse().ok()?;
        ended.reused = some(fields.next()?, ResultReuse::parse)?;
    }
    Some(ended)
}

/// A separator and what is shown of a value that needs no escaping.
fn put_value(line: &mut Vec<u8>, value: impl std::fmt::Display) {
    // Writing to memory cannot fail.
    let _ = write!(line, "\t{value}");
}

/// A separator and a number. Every call has several, and the library's way takes ten times as long.
fn put_number(line: &mut Vec<u8>, number: u64) {
    let mut digits = [0; 20];
    let mut start = digits.len();
    let mut rest = number;
    loop {
        start -= 1;
        digits[start] = b'0' + u8::try_from(rest % 10).unwrap_or_default();
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    line.push(b'\t');
    line.extend_from_slice(&digits[start..]);
}

/// A separator and a word that needs no escaping.
fn put_word(line: &mut Vec<u8>, word: &str) {
    line.push(b'\t');
    line.extend_from_slice(word.as_bytes());
}

fn put_optional(line: &mut Vec<u8>, value: Option<&str>, max: usize) {
    match value {
        Some(value) => put_text(line, value, max),
        None => put_word(line, "\\N"),
    }
}

/// The same, if there is one.
fn put_some(line: &mut Vec<u8>, value: Option<impl std::fmt::Display>) {
    match value {
        Some(value) => put_value(line, value),
        None => put_word(line, "\\N"),
    }
}

/// A separator and an escaped text.
fn put_text(line: &mut Vec<u8>, value: &str, max: usize) {
    line.push(b'\t');
    let value = truncated(value, max);
    let bytes = value.as_bytes();
    if !bytes
        .iter()
        .any(|byte| matches!(byte, b'\\' | b'\t' | b'\n'))
    {
        line.extend_from_slice(bytes);
        return;
    }
    for byte in bytes {
        match byte {
            b'\\' => line.extend_from_slice(b"\\\\"),
            b'\t' => line.extend_from_slice(b"\\t"),
            b'\n' => line.extend_from_slice(b"\\n"),
            plain => line.push(*plain),
        }
    }
}

/// Undoes [`put_optional`]; the outer `None` is an escape that it never writes.
#[expect(
    clippy::option_option,
    reason = "unreadable, absent and present are three things"
)]
fn optional(field: &str) -> Option<Option<String>> {
    some(field, text)
}

/// Undoes [`put_some`], likewise.
#[expect(
    clippy::option_option,
    reason = "unreadable, absent and present are three things"
)]
fn some<T>(field: &str, parse: impl Fn(&str) -> Option<T>) -> Option<Option<T>> {
    match field {
        "\\N" => Some(None),
        field => parse(field).map(Some),
    }
}

fn text(field: &str) -> Option<String> {
    if !field.contains('\\') {
        return Some(field.to_owned());
    }
    let mut plain = String::with_capacity(field.len());
    let mut rest = field.chars();
    while let Some(c) = rest.next() {
        let meant = match c {
            '\\' => match rest.next()? {
                '\\' => '\\',
                't' => '\t',
                'n' => '\n',
                _ => return None,
            },
            plain => plain,
        };
        plain.push(meant);
    }
    Some(plain)
}

#[cfg(test)]
mod tests;
