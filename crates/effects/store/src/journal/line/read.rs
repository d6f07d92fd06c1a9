//! Parsing of lines. Only what this program could have written is accepted.

use candor_model::{
    ApprovalId, CallBegun, CallEnded, CallId, CallKind, CallOutcome, Digest, Hints, McpRevision,
    ResultReuse, SourceName,
};
use memchr::memchr;

use super::END;

/// A parsed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::journal) enum JournalLine {
    Begun(Box<CallBegun>),
    Ended(CallEnded),
}

/// Why a line is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::journal) enum LineError {
    /// It is incomplete, so it was never acknowledged.
    Torn,
    /// It is complete but not understood.
    Damaged,
}

/// Parses a line without its line feed.
pub(in crate::journal) fn parse(line: &[u8]) -> Result<JournalLine, LineError> {
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

/// The fields of a line. `str::split` is several times slower for short fields.
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

fn begun(fields: &mut LineFields<'_>) -> Option<JournalLine> {
    let mut begun = CallBegun {
        id: CallId::parse(fields.next()?)?,
        at_micros: fields.next()?.parse().ok()?,
        principal: text(fields.next()?)?,
        client: some(fields.next()?, text)?,
        revision: McpRevision::parse(fields.next()?)?,
        kind: CallKind::parse(fields.next()?)?,
        source: some(fields.next()?, |name| SourceName::parse(name).ok())?,
        target: text(fields.next()?)?,
        arguments: Digest::parse(fields.next()?)?,
        request_bytes: fields.next()?.parse().ok()?,
        hints: Hints::UNSET,
        decision: None,
        approval: None,
    };
    if let Some(hints) = fields.next() {
        begun.hints = Hints::parse(hints)?;
        begun.decision = some(fields.next()?, text)?;
        begun.approval = some(fields.next()?, ApprovalId::parse)?;
    }
    Some(JournalLine::Begun(Box::new(begun)))
}

fn ended(fields: &mut LineFields<'_>) -> Option<JournalLine> {
    let mut ended = CallEnded {
        id: CallId::parse(fields.next()?)?,
        outcome: CallOutcome::parse(fields.next()?)?,
        duration_micros: fields.next()?.parse().ok()?,
        reply_bytes: fields.next()?.parse().ok()?,
        detail: some(fields.next()?, text)?,
        attempts: 0,
        reused: None,
    };
    if let Some(attempts) = fields.next() {
        ended.attempts = attempts.parse().ok()?;
        ended.reused = some(fields.next()?, ResultReuse::parse)?;
    }
    Some(JournalLine::Ended(ended))
}

/// An optional field; the outer `None` means that it is invalid.
#[expect(
    clippy::option_option,
    reason = "unreadable, absent and present are three things"
)]
fn some<T>(field: &str, read: impl Fn(&str) -> Option<T>) -> Option<Option<T>> {
    match field {
        "\\N" => Some(None),
        field => read(field).map(Some),
    }
}

/// Removes the escapes from a text.
fn text(field: &str) -> Option<String> {
    if memchr(b'\\', field.as_bytes()).is_none() {
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
