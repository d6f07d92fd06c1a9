//! Audit records: one when a request arrives, one when it has ended.

use std::fmt;

use crate::{ApprovalId, CallId, Digest, Hints, McpRevision, SourceName};

/// The kind of request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallKind {
    /// A tool call, `tools/call`.
    Tool,
    /// A resource, `resources/read`.
    Resource,
    /// A prompt, `prompts/get`.
    Prompt,
    /// Suggestions for an argument, `completion/complete`.
    Completion,
    /// A subscription to a resource, `resources/subscribe` or `subscriptions/listen`.
    Subscription,
    /// A non-standard method, for a source that declares the extension.
    Extension,
}

/// How a request ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallOutcome {
    /// The source answered with a result.
    Ok,
    /// The source answered with a result that has `isError` set.
    ToolError,
    /// The source answered with a JSON-RPC error.
    RpcError,
    /// The source needs more input first; the client retries with a new call.
    InputRequired,
    /// Candor refused it before contacting the source: unknown tool, invalid arguments, a limit.
    Refused,
    /// The client disconnected or cancelled.
    Cancelled,
    /// The request was sent and the source did not answer in time; it may still have acted.
    TimedOut,
    /// The request was sent and the connection was lost before an answer; the source may have
    /// acted.
    Unknown,
    /// The source could not be reached.
    Unavailable,
}

/// The record written before the source is contacted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallBegun {
    /// The id of the call.
    pub id: CallId,
    /// Microseconds since the Unix epoch.
    pub at_micros: i64,
    /// The caller; `local` for callers without a credential.
    pub principal: String,
    /// The client's self-reported name. Never used for a decision.
    pub client: Option<String>,
    /// The protocol revision of the client.
    pub revision: McpRevision,
    /// What kind of request it is.
    pub kind: CallKind,
    /// The source, if the name resolved to one.
    pub source: Option<SourceName>,
    /// The source's own name for the target, or the name the client used if it did not resolve.
    pub target: String,
    /// The digest of the canonical arguments.
    pub arguments: Digest,
    /// Size of the request in bytes.
    pub request_bytes: u64,
    /// The hints that policy used.
    pub hints: Hints,
    /// Why it was allowed or refused, in one sentence.
    pub decision: Option<String>,
    /// The approval that the call was made with.
    pub approval: Option<ApprovalId>,
}

/// The record written when a request has ended, before its reply is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallEnded {
    /// The id of the call.
    pub id: CallId,
    /// How it ended.
    pub outcome: CallOutcome,
    /// The time from arrival to end.
    pub duration_micros: u64,
    /// Size of the reply in bytes.
    pub reply_bytes: u64,
    /// The reason, in one sentence, for every outcome but `Ok`.
    pub detail: Option<String>,
    /// How often the request was sent to the source.
    pub attempts: u32,
    /// Where the result came from, if no request was sent to the source for this call.
    pub reused: Option<ResultReuse>,
}

/// A result that was not fetched for this call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultReuse {
    /// It came from the result cache.
    Kept {
        /// The age of the result, in milliseconds.
        age_ms: u64,
    },
    /// It was shared with an identical call running at the same time.
    Shared {
        /// The call whose result was shared.
        with: CallId,
    },
}

// === impl CallKind ===

candor_text::string_enum! {
    /// The value that is stored.
    CallKind {
        Tool => "tool",
        Resource => "resource",
        Prompt => "prompt",
        Completion => "completion",
        Subscription => "subscription",
        Extension => "extension",
    }
}

// === impl ResultReuse ===

impl ResultReuse {
    /// Parses the displayed form.
    pub fn parse(text: &str) -> Option<Self> {
        let (word, rest) = text.split_once(' ')?;
        match word {
            "kept" => Some(Self::Kept {
                age_ms: rest.strip_suffix("ms")?.parse().ok()?,
            }),
            "shared" => Some(Self::Shared {
                with: CallId::parse(rest)?,
            }),
            _ => None,
        }
    }
}

/// `kept 250ms`, or `shared` and a call id; this form is stored.
impl fmt::Display for ResultReuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kept { age_ms } => write!(f, "kept {age_ms}ms"),
            Self::Shared { with } => write!(f, "shared {with}"),
        }
    }
}

// === impl CallOutcome ===

candor_text::string_enum! {
    /// The value that is stored and shown.
    CallOutcome {
        Ok => "ok",
        ToolError => "tool-error",
        RpcError => "rpc-error",
        InputRequired => "input-required",
        Refused => "refused",
        Cancelled => "cancelled",
        TimedOut => "timed-out",
        Unknown => "unknown",
        Unavailable => "unavailable",
    }
}

impl CallOutcome {
    /// Whether metrics and lists count it as a failure.
    pub const fn is_error(self) -> bool {
        !matches!(self, Self::Ok | Self::InputRequired)
    }
}
