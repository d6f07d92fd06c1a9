//! Reads a line without copying it: every text is taken as it stands there, unless it has an escape.
//!
//! Whatever a line says must be something that could have been written; the database is given the
//! same texts.

use std::borrow::Cow;

use candor_model::{
    ApprovalId, CallId, CallKind, CallOutcome, Digest, Hints, McpRevision, ResultReuse, SourceName,
};
use memchr::memchr;

use super::END;
use crate::calls::{BegunValues, EndedValues};

/// A line as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::journal) enum JournalLine<'a> {
    Begun(CallId, BegunValues<'a>),
    Ended(CallId, EndedValues<'a>),
}

/// Why a line holds no record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::journal) enum LineError {
    /// It was not written to its end, so nothing that it said was acknowledged.
    Torn,
    /// It was, and says something that this program does not understand.
    Damaged,
}

/// Reads a line, given without its line feed.
pub(in crate::journal) fn parse(line: &[u8]) -> Result<JournalLine<'_>, LineError> {
    let body = line.strip_suffix(END).ok_or(LineError::Torn)?;
    let body = std::str::from_utf8(body).map_err(|_| LineError::Damaged)?;
    let mut fields = LineFields(Some(body));
    let read = match fields.next() {
        Some("B") => begun(&mut fields),
        Some("E") => ended(&mut fields),
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

fn begun<'a>(fields: &mut LineFields<'a>) -> Option<JournalLine<'a>> {
    let id = fields.next()?;
    let key = CallId::parse(id)?;
    let mut begun = BegunValues {
        id,
        at_micros: fields.next()?.parse().ok()?,
        principal: text(fields.next()?)?,
        client: some(fields.next()?, text)?,
        revision: word(fields.next()?, McpRevision::parse)?,
        kind: word(fields.next()?, CallKind::parse)?,
        source: some(fields.next()?, |it| {
            word(it, |name| SourceName::parse(name).ok())
        })?,
        target: text(fields.next()?)?,
        arguments: word(fields.next()?, Digest::parse)?,
        request_bytes: fields.next()?.parse().ok()?,
        hints: "",
        decision: None,
        approval: None,
    };
    if let Some(hints) = fields.next() {
        begun.hints = word(hints, Hints::parse)?;
        begun.decision = some(fields.next()?, text)?;
        begun.approval = some(fields.next()?, |it| word(it, ApprovalId::parse))?;
    }
    Some(JournalLine::Begun(key, begun))
}

fn ended<'a>(fields: &mut LineFields<'a>) -> Option<JournalLine<'a>> {
    let key = CallId::parse(fields.next()?)?;
    let mut ended = EndedValues {
        outcome: word(fields.next()?, CallOutcome::parse)?,
        duration_micros: fields.next()?.parse().ok()?,
        reply_bytes: fields.next()?.parse().ok()?,
        detail: some(fields.next()?, text)?,
        attempts: 0,
        reused: None,
    };
    if let Some(attempts) = fields.next() {
        ended.attempts = attempts.parse().ok()?;
        ended.reused = some(fields.next()?, |it| word(it, ResultReuse::parse))?;
    }
    Some(JournalLine::Ended(key, ended))
}

/// A field that must mean something.
fn word<T>(field: &str, meaning: impl Fn(&str) -> Option<T>) -> Option<&str> {
    meaning(field).map(|_| field)
}

/// A field that may be absent; the outer `None` is one that is never written.
#[expect(
    clippy::option_option,
    reason = "unreadable, absent and present are three things"
)]
fn some<'a, T>(field: &'a str, read: impl Fn(&'a str) -> Option<T>) -> Option<Option<T>> {
    match field {
        "\\N" => Some(None),
        field => read(field).map(Some),
    }
}

/// A text without its escapes.
fn text(field: &str) -> Option<Cow<'_, str>> {
    if memchr(b'\\', field.as_bytes()).is_none() {
        return Some(Cow::Borrowed(field));
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
    Some(Cow::Owned(plain))
}
