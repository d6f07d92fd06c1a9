//! A row of the table `calls`.

use candor_model::{ApprovalId, CallId, CallKind, Hints, Outcome, Reused, Revision, SourceName};

use crate::{Finished, StoreError};

/// The columns, in the order in which they are written and read.
pub(super) const COLUMNS: &str = "id, at_micros, principal, client, revision, kind, source, \
     target, arguments, request_bytes, outcome, duration_micros, reply_bytes, detail, \
     hints, decision, approval, attempts, reused";

/// The columns after `detail` came later; they are empty in older rows.
#[derive(sqlx::FromRow)]
pub(super) struct Row {
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

impl Row {
    pub(super) fn read(self) -> Result<Finished, StoreError> {
        let id = &self.id;
        Ok(Finished {
            id: word(id, "id", id, CallId::parse)?,
            at_micros: self.at_micros,
            revision: word(id, "revision", &self.revision, Revision::parse)?,
            kind: word(id, "kind", &self.kind, CallKind::parse)?,
            source: optional(id, "source", self.source.as_deref(), |name| {
                SourceName::parse(name).ok()
            })?,
            hints: optional(id, "hints", self.hints.as_deref(), Hints::parse)?.unwrap_or_default(),
            decision: self.decision,
            approval: optional(id, "approval", self.approval.as_deref(), ApprovalId::parse)?,
            outcome: word(id, "outcome", &self.outcome, Outcome::parse)?,
            attempts: u32::try_from(self.attempts.unwrap_or_default()).unwrap_or_default(),
            reused: optional(id, "reused", self.reused.as_deref(), Reused::parse)?,
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

fn word<T>(
    id: &str,
    column: &'static str,
    value: &str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<T, StoreError> {
    parse(value).ok_or_else(|| StoreError::Row {
        kind: "call",
        id: id.to_owned(),
        column,
        value: value.to_owned(),
    })
}

fn optional<T>(
    id: &str,
    column: &'static str,
    value: Option<&str>,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, StoreError> {
    value
        .map(|value| word(id, column, value, parse))
        .transpose()
}

/// Counts are written within the range of the column, see [`column()`].
fn number(value: i64) -> u64 {
    u64::try_from(value).unwrap_or_default()
}

/// A count as the column takes it; what is beyond its range becomes its greatest value.
pub(super) fn column(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}
