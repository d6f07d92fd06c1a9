//! The audit of calls: who asked for what, and how it ended.
//!
//! Calls are kept in blocks ([`block`]), a row of which has up to 256 of them. They are written by
//! [`append`] and read by going through the blocks ([`blocks`]), newest first.

mod append;
mod block;
mod blocks;
mod call_fields;
mod count;
mod demand;
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
pub use newest::CallSample;
pub use read::PAGE_MAX;

use crate::column_text::{DETAIL_MAX, NAME_MAX, TARGET_MAX, into_truncated};

/// One finished call, as it is kept. Foreign texts are cut to a bounded length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedCall {
    /// The id of the call.
    pub id: CallId,
    /// When it arrived, in microseconds since the Unix epoch.
    pub at_micros: i64,
    /// The name of the caller.
    pub principal: String,
    /// What the client calls itself, if it said.
    pub client: Option<String>,
    /// The revision that the client spoke.
    pub revision: McpRevision,
    /// What was asked for.
    pub kind: CallKind,
    /// The source, when the name led to one.
    pub source: Option<SourceName>,
    /// The name as the source knows it, or as the client gave it.
    pub target: String,
    /// Digest of the canonical arguments, as hexadecimal digits.
    pub arguments: String,
    /// Size of the request in bytes.
    pub request_bytes: u64,
    /// What was relied upon about the tool.
    pub hints: Hints,
    /// Why it was allowed, or was not, in a sentence.
    pub decision: Option<String>,
    /// The question to a person that it was made on.
    pub approval: Option<ApprovalId>,
    /// How it ended.
    pub outcome: CallOutcome,
    /// From arrival to end; 0 where the end is not known.
    pub duration_micros: u64,
    /// Size of the reply in bytes.
    pub reply_bytes: u64,
    /// Why, in a sentence, for everything but `Ok`.
    pub detail: Option<String>,
    /// How often the source was asked; 0 also where that is not known.
    pub attempts: u32,
    /// Whose answer it was, if the source was not asked for this call.
    pub reused: Option<ResultReuse>,
}

/// Which calls to read. Nothing set means all; what is set must all hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallFilter {
    /// Calls to this source.
    pub source: Option<SourceName>,
    /// Calls to exactly this target.
    pub target: Option<String>,
    /// Calls that ended so.
    pub outcome: Option<CallOutcome>,
    /// Calls that were made on this question to a person.
    pub approval: Option<ApprovalId>,
    /// Calls of exactly this caller.
    pub principal: Option<String>,
    /// Calls that arrived at this moment or later, in microseconds since the Unix epoch.
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
    /// Joins the two records of a call, which must be of the same one.
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
