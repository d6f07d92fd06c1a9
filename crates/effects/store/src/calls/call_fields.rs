//! A finished call to be written, borrowed from its records.

use candor_model::{
    ApprovalId, CallEnded, CallId, CallKind, CallOutcome, Hints, McpRevision, ResultReuse,
    SourceName,
};

use super::KeptBegun;
use crate::RecordedCall;

/// A call that has ended but is not in the database yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FinishedCall {
    pub(crate) begun: KeptBegun,
    pub(crate) ended: CallEnded,
}

/// All stored fields of a call. Texts are truncated when they are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CallFields<'a> {
    pub(crate) id: CallId,
    pub(crate) at_micros: i64,
    pub(crate) principal: &'a str,
    pub(crate) client: Option<&'a str>,
    pub(crate) revision: McpRevision,
    pub(crate) kind: CallKind,
    pub(crate) source: Option<&'a SourceName>,
    pub(crate) target: &'a str,
    pub(crate) arguments: CallArguments<'a>,
    pub(crate) request_bytes: u64,
    pub(crate) hints: Hints,
    pub(crate) decision: Option<&'a str>,
    pub(crate) approval: Option<ApprovalId>,
    pub(crate) outcome: CallOutcome,
    pub(crate) duration_micros: u64,
    pub(crate) reply_bytes: u64,
    pub(crate) detail: Option<&'a str>,
    pub(crate) attempts: u32,
    pub(crate) reused: Option<ResultReuse>,
}

/// The digest of the arguments, as bytes or as text.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CallArguments<'a> {
    Digest(&'a [u8; 32]),
    Text(&'a str),
}

impl<'a> From<&'a FinishedCall> for CallFields<'a> {
    fn from(call: &'a FinishedCall) -> Self {
        let FinishedCall { begun, ended } = call;
        Self {
            id: begun.id,
            at_micros: begun.at_micros,
            principal: begun.principal(),
            client: begun.client(),
            revision: begun.revision,
            kind: begun.kind,
            source: begun.source.as_ref(),
            target: begun.target(),
            arguments: CallArguments::Digest(begun.arguments.as_bytes()),
            request_bytes: begun.request_bytes,
            hints: begun.hints,
            decision: begun.decision(),
            approval: begun.approval,
            outcome: ended.outcome,
            duration_micros: ended.duration_micros,
            reply_bytes: ended.reply_bytes,
            detail: ended.detail.as_deref(),
            attempts: ended.attempts,
            reused: ended.reused,
        }
    }
}

impl<'a> From<&'a RecordedCall> for CallFields<'a> {
    fn from(call: &'a RecordedCall) -> Self {
        Self {
            id: call.id,
            at_micros: call.at_micros,
            principal: &call.principal,
            client: call.client.as_deref(),
            revision: call.revision,
            kind: call.kind,
            source: call.source.as_ref(),
            target: &call.target,
            arguments: CallArguments::Text(&call.arguments),
            request_bytes: call.request_bytes,
            hints: call.hints,
            decision: call.decision.as_deref(),
            approval: call.approval,
            outcome: call.outcome,
            duration_micros: call.duration_micros,
            reply_bytes: call.reply_bytes,
            detail: call.detail.as_deref(),
            attempts: call.attempts,
            reused: call.reused,
        }
    }
}
