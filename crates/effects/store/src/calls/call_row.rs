//! Rows of the table `calls` as they are written, thousands at a time.
//!
//! Calls that follow each other have most of their texts in common: caller, tool, outcome. Such a
//! text is kept once, and rows share it down to the statement that writes them.

use std::{borrow::Cow, sync::Arc};

use candor_model::SourceName;

use crate::{
    RecordedCall,
    column_text::{DETAIL_MAX, NAME_MAX, TARGET_MAX, truncated},
    sql::SqlValue,
};

/// The values of a call that has begun, in the order of the columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BegunRow(Vec<SqlValue<'static>>);

/// All values of a finished call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CallRow(Vec<SqlValue<'static>>);

/// What is known of a call when it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BegunValues<'a> {
    pub(crate) id: &'a str,
    pub(crate) at_micros: i64,
    pub(crate) principal: Cow<'a, str>,
    pub(crate) client: Option<Cow<'a, str>>,
    pub(crate) revision: &'a str,
    pub(crate) kind: &'a str,
    pub(crate) source: Option<&'a str>,
    pub(crate) target: Cow<'a, str>,
    pub(crate) arguments: &'a str,
    pub(crate) request_bytes: u64,
    pub(crate) hints: &'a str,
    pub(crate) decision: Option<Cow<'a, str>>,
    pub(crate) approval: Option<&'a str>,
}

/// What is known when it has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EndedValues<'a> {
    pub(crate) outcome: &'a str,
    pub(crate) duration_micros: u64,
    pub(crate) reply_bytes: u64,
    pub(crate) detail: Option<Cow<'a, str>>,
    pub(crate) attempts: u32,
    pub(crate) reused: Option<&'a str>,
}

/// Makes rows that share the texts that they have in common.
#[derive(Debug, Default)]
pub(crate) struct CallRows {
    principal: SharedText,
    client: SharedText,
    revision: SharedText,
    kind: SharedText,
    source: SharedText,
    target: SharedText,
    hints: SharedText,
    decision: SharedText,
    outcome: SharedText,
}

/// The text that a column had last.
#[derive(Debug, Default)]
struct SharedText(Option<Arc<str>>);

/// How many columns there are.
const WIDTH: usize = 19;

/// The columns in the order of a row, as a literal so that queries stay constant.
macro_rules! columns {
    ($before:literal, $after:literal) => {
        concat!(
            $before,
            "id, at_micros, principal, client, revision, kind, source, target, arguments, \
             request_bytes, hints, decision, approval, outcome, duration_micros, reply_bytes, \
             detail, attempts, reused",
            $after
        )
    };
}

pub(super) use columns;

// === impl CallRows ===

impl CallRows {
    pub(crate) fn begun(&mut self, call: &BegunValues<'_>) -> BegunRow {
        let mut row = Vec::with_capacity(WIDTH);
        row.extend([
            fresh(call.id),
            call.at_micros.into(),
            self.principal.value(&call.principal, NAME_MAX),
            self.client.optional(call.client.as_deref(), NAME_MAX),
            self.revision.value(call.revision, NAME_MAX),
            self.kind.value(call.kind, NAME_MAX),
            self.source.optional(call.source, NAME_MAX),
            self.target.value(&call.target, TARGET_MAX),
            fresh(call.arguments),
            call.request_bytes.into(),
            self.hints.value(call.hints, NAME_MAX),
            self.decision.optional(call.decision.as_deref(), DETAIL_MAX),
            SqlValue::Shared(call.approval.map(Arc::from)),
        ]);
        BegunRow(row)
    }

    pub(crate) fn finished(&mut self, begun: BegunRow, ended: EndedValues<'_>) -> CallRow {
        let BegunRow(mut row) = begun;
        let detail = ended.detail.map(|text| truncated(&text, DETAIL_MAX).into());
        row.extend([
            self.outcome.value(ended.outcome, NAME_MAX),
            ended.duration_micros.into(),
            ended.reply_bytes.into(),
            SqlValue::Shared(detail),
            i64::from(ended.attempts).into(),
            SqlValue::Shared(ended.reused.map(Arc::from)),
        ]);
        CallRow(row)
    }

    pub(crate) fn recorded(&mut self, call: &RecordedCall) -> CallRow {
        let begun = self.begun(&BegunValues {
            id: &call.id.to_string(),
            at_micros: call.at_micros,
            principal: Cow::Borrowed(&call.principal),
            client: call.client.as_deref().map(Cow::Borrowed),
            revision: call.revision.as_str(),
            kind: call.kind.as_str(),
            source: call.source.as_ref().map(SourceName::as_str),
            target: Cow::Borrowed(&call.target),
            arguments: &truncated(&call.arguments, NAME_MAX),
            request_bytes: call.request_bytes,
            hints: &call.hints.to_string(),
            decision: call.decision.as_deref().map(Cow::Borrowed),
            approval: call.approval.map(|id| id.to_string()).as_deref(),
        });
        let reused = call.reused.map(|it| it.to_string());
        let ended = EndedValues {
            outcome: call.outcome.as_str(),
            duration_micros: call.duration_micros,
            reply_bytes: call.reply_bytes,
            detail: call.detail.as_deref().map(Cow::Borrowed),
            attempts: call.attempts,
            reused: reused.as_deref(),
        };
        self.finished(begun, ended)
    }
}

// === impl CallRow ===

impl AsRef<[SqlValue<'static>]> for CallRow {
    fn as_ref(&self) -> &[SqlValue<'static>] {
        &self.0
    }
}

// === impl SharedText ===

impl SharedText {
    fn value(&mut self, text: &str, max: usize) -> SqlValue<'static> {
        self.optional(Some(text), max)
    }

    fn optional(&mut self, text: Option<&str>, max: usize) -> SqlValue<'static> {
        let shared = text.map(|text| {
            let text = truncated(text, max);
            match &self.0 {
                Some(last) if **last == *text => Arc::clone(last),
                _ => Arc::clone(self.0.insert(text.into())),
            }
        });
        SqlValue::Shared(shared)
    }
}

fn fresh(text: &str) -> SqlValue<'static> {
    SqlValue::Shared(Some(text.into()))
}
