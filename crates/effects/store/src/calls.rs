//! The audit log of calls.
//!
//! Calls are stored in blocks ([`block`]) of up to 256 per row. [`append`] writes them; reads
//! iterate over the blocks ([`blocks`]), newest first.

mod append;
mod block;
mod blocks;
mod call_fields;
mod count;
mod demand;
mod kept_begun;
mod matcher;
mod newest;
mod newest_calls;
mod prune;
mod read;

use candor_model::{
    ApprovalId, CallBegun, CallEnded, CallId, CallKind, CallOutcome, Hints, McpRevision,
    ResultReuse, SourceName,
};

pub(crate) use append::{CallAppender, CallNovelty};
pub(crate) use call_fields::{CallFields, FinishedCall};
pub use count::CallCount;
pub(crate) use kept_begun::KeptBegun;
pub use newest::CallSample;
pub use read::PAGE_MAX;

use crate::column_text::{DETAIL_MAX, NAME_MAX, TARGET_MAX, into_truncated};

/// One finished call as stored. Foreign texts are truncated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedCall {
    /// The id of the call.
    pub id: CallId,
    /// When it arrived, in microseconds since the Unix epoch.
    pub at_micros: i64,
    /// The name of the caller.
    pub principal: String,
    /// The client's self-reported name.
    pub client: Option<String>,
    /// The protocol revision of the client.
    pub revision: McpRevision,
    /// What kind of request it is.
    pub kind: CallKind,
    /// The source, if the name resolved to one.
    pub source: Option<SourceName>,
    /// The source's own name for the target, or the name the client used.
    pub target: String,
    /// Digest of the canonical arguments, as hexadecimal digits.
    pub arguments: String,
    /// Size of the request in bytes.
    pub request_bytes: u64,
    /// The hints that policy used.
    pub hints: Hints,
    /// Why it was allowed or refused, in one sentence.
    pub decision: Option<String>,
    /// The approval that the call was made with.
    pub approval: Option<ApprovalId>,
    /// How it ended.
    pub outcome: CallOutcome,
    /// The time from arrival to end; 0 if the end is unknown.
    pub duration_micros: u64,
    /// Size of the reply in bytes.
    pub reply_bytes: u64,
    /// The reason, in one sentence, for every outcome but `Ok`.
    pub detail: Option<String>,
    /// How often the request was sent to the source; 0 also if unknown.
    pub attempts: u32,
    /// Where the result came from, if no request was sent to the source for this call.
    pub reused: Option<ResultReuse>,
}

/// A filter for calls. Unset fields match everything; set fields must all match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallFilter {
    /// Calls to this source.
    pub source: Option<SourceName>,
    /// Calls to exactly this target.
    pub target: Option<String>,
    /// Calls with this outcome.
    pub outcome: Option<CallOutcome>,
    /// Calls made with this approval.
    pub approval: Option<ApprovalId>,
    /// Calls of exactly this caller.
    pub principal: Option<String>,
    /// Calls that arrived at or after this moment, in microseconds since the Unix epoch.
    pub since_micros: Option<i64>,
    /// Calls that arrived before this moment.
    pub until_micros: Option<i64>,
}

/// A page of calls, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallPage {
    /// The calls on this page.
    pub calls: Vec<RecordedCall>,
    /// What to pass as `before` for the next page; `None` on the last one.
    pub next: Option<CallId>,
}

// === impl RecordedCall ===

impl RecordedCall {
    /// Joins the two records of the same call.
    pub fn new(begun: CallBegun, ended: CallEnded) -> Self {
        let cut = |text: Option<String>, max| text.map(|text| into_truncated(text, max));
        Self {
            id: begun.id,
            at_micros: begun.at_micros,
            principal: into_truncated(begun.principal, NAME_MAX),
            client: cut(begun.client, NAME_MAX),
            revision: begun.revision,
            kind: begun.kind,
            source: begun.source,
            target: into_truncated(begun.target, TARGET_MAX),
            arguments: begun.arguments.to_string(),
            request_bytes: begun.request_bytes,
            hints: begun.hints,
            decision: cut(begun.decision, DETAIL_MAX),
            approval: begun.approval,
            outcome: ended.outcome,
            duration_micros: ended.duration_micros,
            reply_bytes: ended.reply_bytes,
            detail: cut(ended.detail, DETAIL_MAX),
            attempts: ended.attempts,
            reused: ended.reused,
        }
    }
}
