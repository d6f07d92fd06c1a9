//! Reads the calls of a block.

use candor_model::{
    ApprovalId, CallId, CallKind, CallOutcome, Hints, McpRevision, ResultReuse, SourceName,
};

use super::{BODY_VERSION, bytes::ByteReader, digest_text};
use crate::{
    RecordedCall, StoreError, StoreResult,
    row_label::{ReadError, RowLabel},
};

/// The column name, for errors.
const COLUMN: &str = "body";

/// A body whose calls have not been parsed yet.
#[derive(Clone, Debug)]
pub(crate) struct BlockBody<'a> {
    /// The id of the block.
    id: &'a str,
    texts: Vec<&'a str>,
    base_micros: i64,
    count: usize,
    calls: ByteReader<'a>,
}

/// A call with the fields that filters and counts need; the others are parsed on demand.
#[derive(Clone, Debug)]
pub(crate) struct BlockCall<'a> {
    pub(crate) id: CallId,
    pub(crate) at_micros: i64,
    pub(crate) source: Option<&'a str>,
    pub(crate) target: &'a str,
    pub(crate) principal: &'a str,
    pub(crate) outcome: &'a str,
    pub(crate) kind: &'a str,
    pub(crate) approval: Option<&'a str>,
    pub(crate) duration_micros: u64,
    rest: CallReader<'a>,
}

/// Parses one call.
#[derive(Clone, Debug)]
struct CallReader<'a> {
    /// The unread bytes.
    bytes: ByteReader<'a>,
    texts: &'a [&'a str],
}

/// The error for an unreadable block.
pub(crate) fn unread_block(id: &str, error: ReadError) -> StoreError {
    RowLabel::new("block of calls", id).unread(error)
}

// === impl BlockBody ===

impl<'a> BlockBody<'a> {
    /// Parses the texts but not the calls.
    pub(crate) fn read(id: &'a str, body: &'a [u8]) -> StoreResult<Self> {
        let read = Self::read_texts(id, body);
        read.map_err(|error| unread_block(id, error))
    }

    fn read_texts(id: &'a str, body: &'a [u8]) -> Result<Self, ReadError> {
        let mut bytes = ByteReader::new(COLUMN, body);
        bytes.version(BODY_VERSION)?;
        let count = bytes.count()?;
        let mut texts = Vec::with_capacity(count);
        for _ in 0..count {
            texts.push(bytes.text()?);
        }
        Ok(Self {
            id,
            texts,
            base_micros: bytes.signed()?,
            count: bytes.count()?,
            calls: bytes,
        })
    }

    /// The calls in the order they were added. Iteration ends after an error.
    pub(crate) fn calls(&'a self) -> impl Iterator<Item = StoreResult<BlockCall<'a>>> {
        let mut bytes = self.calls;
        let mut left = self.count;
        let mut failed = false;
        std::iter::from_fn(move || {
            if failed {
                return None;
            }
            let call = match left {
                0 if bytes.is_empty() => return None,
                0 => Err(bytes.refuse("more than its calls")),
                _ => bytes.slice().and_then(|call| self.call(call)),
            };
            left = left.saturating_sub(1);
            failed = call.is_err();
            Some(call.map_err(|error| unread_block(self.id, error)))
        })
    }

    fn call(&'a self, bytes: &'a [u8]) -> Result<BlockCall<'a>, ReadError> {
        let mut call = CallReader {
            bytes: ByteReader::new(COLUMN, bytes),
            texts: &self.texts,
        };
        Ok(BlockCall {
            id: CallId::from_bytes(*call.bytes.array()?),
            at_micros: self.base_micros.wrapping_add(call.bytes.signed()?),
            source: call.optional()?,
            target: call.text()?,
            principal: call.text()?,
            outcome: call.text()?,
            kind: call.text()?,
            approval: call.optional()?,
            duration_micros: call.bytes.number()?,
            rest: call,
        })
    }
}

// === impl BlockCall ===

impl BlockCall<'_> {
    /// Parses the remaining fields.
    pub(crate) fn record(mut self) -> StoreResult<RecordedCall> {
        let id = self.id.to_string();
        let label = RowLabel::new("call", &id);
        let texts = self.rest.last_fields();
        let texts = texts.map_err(|error| label.unread(error))?;
        let source = |name: &str| SourceName::parse(name).ok();
        Ok(RecordedCall {
            id: self.id,
            at_micros: self.at_micros,
            principal: self.principal.to_owned(),
            client: texts.client.map(str::to_owned),
            revision: label.word("revision", texts.revision, McpRevision::parse)?,
            kind: label.word("kind", self.kind, CallKind::parse)?,
            source: label.optional("source", self.source, source)?,
            target: self.target.to_owned(),
            arguments: texts.arguments,
            request_bytes: texts.request_bytes,
            hints: label.word("hints", texts.hints, Hints::parse)?,
            decision: texts.decision.map(str::to_owned),
            approval: label.optional("approval", self.approval, ApprovalId::parse)?,
            outcome: self.outcome()?,
            duration_micros: self.duration_micros,
            reply_bytes: texts.reply_bytes,
            detail: texts.detail.map(str::to_owned),
            attempts: texts.attempts,
            reused: label.optional("reused", texts.reused, ResultReuse::parse)?,
        })
    }

    /// The outcome of the call.
    pub(crate) fn outcome(&self) -> StoreResult<CallOutcome> {
        CallOutcome::parse(self.outcome).map_or_else(
            || {
                let id = self.id.to_string();
                let label = RowLabel::new("call", &id);
                label.word("outcome", self.outcome, CallOutcome::parse)
            },
            Ok,
        )
    }
}

/// The fields after the head of a call.
struct LastFields<'a> {
    client: Option<&'a str>,
    revision: &'a str,
    hints: &'a str,
    decision: Option<&'a str>,
    detail: Option<&'a str>,
    reused: Option<&'a str>,
    arguments: String,
    request_bytes: u64,
    reply_bytes: u64,
    attempts: u32,
}

// === impl CallReader ===

impl<'a> CallReader<'a> {
    fn last_fields(&mut self) -> Result<LastFields<'a>, ReadError> {
        let fields = LastFields {
            client: self.optional()?,
            revision: self.text()?,
            hints: self.text()?,
            decision: self.optional()?,
            detail: self.optional()?,
            reused: self.optional()?,
            arguments: self.arguments()?,
            request_bytes: self.bytes.number()?,
            reply_bytes: self.bytes.number()?,
            attempts: self.attempts()?,
        };
        if self.bytes.is_empty() {
            return Ok(fields);
        }
        Err(self.bytes.refuse("a call that is too long"))
    }

    fn arguments(&mut self) -> Result<String, ReadError> {
        match self.optional()? {
            Some(text) => Ok(text.to_owned()),
            None => Ok(digest_text::shown(self.bytes.array()?)),
        }
    }

    fn attempts(&mut self) -> Result<u32, ReadError> {
        let number = self.bytes.number()?;
        let attempts = u32::try_from(number);
        attempts.map_err(|_| self.bytes.refuse(format!("{number} attempts")))
    }

    fn text(&mut self) -> Result<&'a str, ReadError> {
        let text = self.optional()?;
        text.ok_or_else(|| self.bytes.refuse("a text that is missing"))
    }

    /// The text with the next index; 0 stands for none.
    fn optional(&mut self) -> Result<Option<&'a str>, ReadError> {
        let place = self.bytes.number()?;
        let Some(number) = place.checked_sub(1) else {
            return Ok(None);
        };
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        match self.texts.get(number) {
            Some(text) => Ok(Some(text)),
            None => Err(self.bytes.refuse(format!("no text {place}"))),
        }
    }
}
