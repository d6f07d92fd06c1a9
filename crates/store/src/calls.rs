//! The audit of calls: who asked for what, and how it ended.

mod count;
mod read;
mod record;
mod row;

use candor_model::{
    ApprovalId, CallBegun, CallEnded, CallId, CallKind, Hints, Outcome, Reused, Revision,
    SourceName,
};

pub use count::CallCount;
pub use read::PAGE_MAX;

use crate::text::{DETAIL_MAX, NAME_MAX, TARGET_MAX, fit};

/// One finished call, as it is kept. Foreign texts are cut to a bounded length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Which arrival.
    pub id: CallId,
    /// When it arrived, in microseconds since the Unix epoch.
    pub at_micros: i64,
    /// Who called.
    pub principal: String,
    /// What the client calls itself, if it said.
    pub client: Option<String>,
    /// The revision that the client spoke.
    pub revision: Revision,
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
    pub outcome: Outcome,
    /// From arrival to end; 0 where the end is not known.
    pub duration_micros: u64,
    /// Size of the reply in bytes.
    pub reply_bytes: u64,
    /// Why, in a sentence, for everything but `Ok`.
    pub detail: Option<String>,
    /// How often the source was asked; 0 also where that is not known.
    pub attempts: u32,
    /// Whose answer it was, if the source was not asked for this call.
    pub reused: Option<Reused>,
}

/// Which calls to read. Nothing set means all; what is set must all hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallFilter {
    /// Calls to this source.
    pub source: Option<SourceName>,
    /// Calls to exactly this target.
    pub target: Option<String>,
    /// Calls that ended so.
    pub outcome: Option<Outcome>,
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
    /// The calls.
    pub calls: Vec<Finished>,
    /// What to pass as `before` for the next page; `None` on the last one.
    pub next: Option<CallId>,
}

// === impl Finished ===

impl Finished {
    /// Joins the two records of a call. Whose end it is, is for the caller to see to.
    pub fn new(begun: &CallBegun, ended: &CallEnded) -> Self {
        Self {
            id: begun.id,
            at_micros: begun.at_micros,
            principal: fit(&begun.principal, NAME_MAX).into_owned(),
            client: begun
                .client
                .as_deref()
                .map(|client| fit(client, NAME_MAX).into_owned()),
            revision: begun.revision,
            kind: begun.kind,
            source: begun.source.clone(),
            target: fit(&begun.target, TARGET_MAX).into_owned(),
            arguments: begun.arguments.to_string(),
            request_bytes: begun.request_bytes,
            hints: begun.hints,
            decision: begun
                .decision
                .as_deref()
                .map(|decision| fit(decision, DETAIL_MAX).into_owned()),
            approval: begun.approval,
            outcome: ended.outcome,
            duration_micros: ended.duration_micros,
            reply_bytes: ended.reply_bytes,
            detail: ended
                .detail
                .as_deref()
                .map(|detail| fit(detail, DETAIL_MAX).into_owned()),
            attempts: ended.attempts,
            reused: ended.reused,
        }
    }
}
