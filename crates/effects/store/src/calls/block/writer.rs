//! Building of blocks.

use candor_model::{CallId, Hints, SourceName};

use super::{
    BLOCK_BYTES, BLOCK_CALLS, BODY_VERSION,
    bytes::{put_number, put_signed},
    digest_text,
    summary::{MarkRole, SummaryWriter, TallyKey},
    text_table::{TextColumn, TextTable},
};
use crate::{
    calls::call_fields::{CallArguments, CallFields},
    column_text::{DETAIL_MAX, NAME_MAX, TARGET_MAX},
};

/// A growing block. Its body and summary can be taken at any time.
#[derive(Clone, Debug, Default)]
pub(crate) struct BlockWriter {
    texts: TextTable,
    /// The calls, each prefixed with its length.
    calls: Vec<u8>,
    count: usize,
    span: Option<BlockSpan>,
    /// The base for relative times.
    base_micros: i64,
    summary: SummaryWriter,
    /// The hints of the last call, and the index of their text.
    hints: Option<(Hints, usize)>,
    /// A buffer for encoding a call.
    call: Vec<u8>,
}

/// The first and last call of a block, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BlockSpan {
    pub(crate) first_call: CallId,
    pub(crate) last_call: CallId,
    pub(crate) first_micros: i64,
    pub(crate) last_micros: i64,
}

impl BlockWriter {
    /// Whether this many calls fit.
    pub(crate) fn has_room(&self, calls: usize) -> bool {
        self.count + calls <= BLOCK_CALLS && self.size() < BLOCK_BYTES
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The range of its calls; `None` if it is empty.
    pub(crate) fn span(&self) -> Option<BlockSpan> {
        self.span
    }

    fn size(&self) -> usize {
        self.texts.size() + self.calls.len()
    }

    /// The body as stored.
    pub(crate) fn body(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.size() + 32);
        bytes.push(BODY_VERSION);
        self.texts.put(&mut bytes);
        put_signed(&mut bytes, self.base_micros);
        put_number(&mut bytes, self.count as u64);
        bytes.extend_from_slice(&self.calls);
        bytes
    }

    /// The summary as stored.
    pub(crate) fn summary(&self) -> Vec<u8> {
        self.summary.bytes(&self.texts)
    }

    /// Adds a call.
    pub(crate) fn put(&mut self, call: &CallFields<'_>) {
        self.include(call);
        self.call.clear();
        self.put_head(call);
        self.put_rest(call);
        put_number(&mut self.calls, self.call.len() as u64);
        self.calls.extend_from_slice(&self.call);
        self.count += 1;
    }

    /// Extends the span to include the call.
    fn include(&mut self, call: &CallFields<'_>) {
        let Some(span) = &mut self.span else {
            self.base_micros = call.at_micros;
            self.span = Some(BlockSpan {
                first_call: call.id,
                last_call: call.id,
                first_micros: call.at_micros,
                last_micros: call.at_micros,
            });
            return;
        };
        span.first_call = span.first_call.min(call.id);
        span.last_call = span.last_call.max(call.id);
        span.first_micros = span.first_micros.min(call.at_micros);
        span.last_micros = span.last_micros.max(call.at_micros);
    }

    /// Writes the fields that filters and counts need, which come first.
    fn put_head(&mut self, call: &CallFields<'_>) {
        let source = call.source.map(SourceName::as_str);
        let source = source.map(|name| self.text(TextColumn::Source, name, NAME_MAX));
        let target = self.text(TextColumn::Target, call.target, TARGET_MAX);
        let principal = self.text(TextColumn::Principal, call.principal, NAME_MAX);
        let outcome = self.text(TextColumn::Outcome, call.outcome.as_str(), NAME_MAX);
        let kind = self.text(TextColumn::Kind, call.kind.as_str(), NAME_MAX);
        let approval = call.approval.map(|id| id.to_string());
        let approval = approval.map(|id| self.text(TextColumn::Approval, &id, NAME_MAX));
        self.summary.count(TallyKey {
            source,
            outcome,
            asked: approval.is_some(),
        });
        self.summary.mark(&self.texts, MarkRole::Target, target);
        self.summary
            .mark(&self.texts, MarkRole::Principal, principal);
        if let Some(approval) = approval {
            self.summary.mark(&self.texts, MarkRole::Approval, approval);
        }

        self.call.extend_from_slice(call.id.as_bytes());
        let micros = call.at_micros.wrapping_sub(self.base_micros);
        put_signed(&mut self.call, micros);
        self.put_place(source);
        self.put_place(Some(target));
        self.put_place(Some(principal));
        self.put_place(Some(outcome));
        self.put_place(Some(kind));
        self.put_place(approval);
        put_number(&mut self.call, kept(call.duration_micros));
    }

    fn put_rest(&mut self, call: &CallFields<'_>) {
        self.put_optional(TextColumn::Client, call.client, NAME_MAX);
        self.put_optional(TextColumn::Revision, Some(call.revision.as_str()), NAME_MAX);
        let hints = self.hints(call.hints);
        self.put_place(Some(hints));
        self.put_optional(TextColumn::Decision, call.decision, DETAIL_MAX);
        self.put_optional(TextColumn::Detail, call.detail, DETAIL_MAX);
        let reused = call.reused.map(|it| it.to_string());
        self.put_optional(TextColumn::Reused, reused.as_deref(), NAME_MAX);
        self.put_arguments(call.arguments);
        put_number(&mut self.call, kept(call.request_bytes));
        put_number(&mut self.call, kept(call.reply_bytes));
        put_number(&mut self.call, call.attempts.into());
    }

    fn put_arguments(&mut self, arguments: CallArguments<'_>) {
        let parsed;
        let digest = match arguments {
            CallArguments::Digest(bytes) => Some(bytes),
            CallArguments::Text(text) => {
                parsed = digest_text::parse(text);
                parsed.as_ref()
            }
        };
        match (digest, arguments) {
            (Some(digest), _) => {
                self.put_place(None);
                self.call.extend_from_slice(digest);
            }
            (None, CallArguments::Text(text)) => {
                self.put_optional(TextColumn::Arguments, Some(text), NAME_MAX);
            }
            (None, CallArguments::Digest(_)) => {}
        }
    }

    /// The text index of hints.
    fn hints(&mut self, hints: Hints) -> usize {
        match self.hints {
            Some((last, number)) if last == hints => number,
            _ => {
                let number = self.text(TextColumn::Hints, &hints.to_string(), NAME_MAX);
                self.hints = Some((hints, number));
                number
            }
        }
    }

    fn text(&mut self, column: TextColumn, text: &str, max: usize) -> usize {
        self.texts.number(column, text, max)
    }

    fn put_optional(&mut self, column: TextColumn, text: Option<&str>, max: usize) {
        let number = text.map(|text| self.text(column, text, max));
        self.put_place(number);
    }

    /// Writes a text reference: 0 is none, 1 the first text.
    fn put_place(&mut self, number: Option<usize>) {
        let place = number.map_or(0, |number| number as u64 + 1);
        put_number(&mut self.call, place);
    }
}

/// Clamps numbers to the range of the database.
fn kept(number: u64) -> u64 {
    number.min(i64::MAX.cast_unsigned())
}
