//! A row of the table `calls`.

use candor_model::{
    ApprovalId, CallId, CallKind, CallOutcome, Hints, McpRevision, ResultReuse, SourceName,
};

use super::call_row::columns;
use crate::{
    RecordedCall, StoreResult,
    row_label::RowLabel,
    sql::{from_row, number},
};

/// All calls, to be narrowed down.
pub(super) const SELECT: &str = columns!("SELECT ", " FROM calls WHERE 1 = 1");
pub(super) const INSERT: &str = columns!("INSERT INTO calls (", ")");

/// The columns after `detail` came later; they are empty in older rows.
pub(super) struct CallColumns {
    id: String,
    at_micros: i64,
    principal: String,
    client: Option<String>,
    revision: String,
    kind: String,
    source: Option<String>,
    target: String,
    arguments: String,
    request_bytes: i64,
    outcome: String,
    duration_micros: i64,
    reply_bytes: i64,
    detail: Option<String>,
    hints: Option<String>,
    decision: Option<String>,
    approval: Option<String>,
    attempts: Option<i64>,
    reused: Option<String>,
}

from_row!(CallColumns:
    id, at_micros, principal, client, revision, kind, source, target, arguments, request_bytes,
    outcome, duration_micros, reply_bytes, detail, hints, decision, approval, attempts, reused
);

impl CallColumns {
    pub(super) fn read(self) -> StoreResult<RecordedCall> {
        let label = RowLabel::new("call", &self.id);
        let source = |name: &str| SourceName::parse(name).ok();
        Ok(RecordedCall {
            id: label.word("id", &self.id, CallId::parse)?,
            at_micros: self.at_micros,
            revision: label.word("revision", &self.revision, McpRevision::parse)?,
            kind: label.word("kind", &self.kind, CallKind::parse)?,
            source: label.optional("source", self.source.as_deref(), source)?,
            hints: label
                .optional("hints", self.hints.as_deref(), Hints::parse)?
                .unwrap_or_default(),
            decision: self.decision,
            approval: label.optional("approval", self.approval.as_deref(), ApprovalId::parse)?,
            outcome: label.word("outcome", &self.outcome, CallOutcome::parse)?,
            attempts: u32::try_from(self.attempts.unwrap_or_default()).unwrap_or_default(),
            reused: label.optional("reused", self.reused.as_deref(), ResultReuse::parse)?,
            principal: self.principal,
            client: self.client,
            target: self.target,
            arguments: self.arguments,
            request_bytes: number(self.request_bytes),
            duration_micros: number(self.duration_micros),
            reply_bytes: number(self.reply_bytes),
            detail: self.detail,
        })
    }
}
