//! What is written down about every arrival: one record when it begins, one when it ends.

use std::fmt;

use crate::{ApprovalId, CallId, Digest, Hints, McpRevision, SourceName};

/// What a client asked for.
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
    /// Following a resource, `resources/subscribe` or `subscriptions/listen`.
    Subscription,
    /// A method that is none of the protocol's own, for a source that announces it.
    Extension,
}

/// How an arrival ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallOutcome {
    /// The source answered with a result.
    Ok,
    /// The source answered with a result that says `isError`.
    ToolError,
    /// The source answered with a JSON-RPC error.
    RpcError,
    /// The source asked for input first; the client comes back with a new call.
    InputRequired,
    /// Candor refused before the source was asked: unknown tool, bad arguments, a limit.
    Refused,
    /// The client went away or cancelled.
    Cancelled,
    /// The source was asked and did not answer in time; it may still have acted.
    TimedOut,
    /// The source was asked and was lost before it answered; it may have acted.
    Unknown,
    /// The source could not be asked at all.
    Unavailable,
}

/// The record made before a source is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallBegun {
    /// The id of the arrival.
    pub id: CallId,
    /// Microseconds since the Unix epoch.
    pub at_micros: i64,
    /// Who called; `local` while there are no accounts.
    pub principal: String,
    /// What the client calls itself, if it said. Never a ground for a decision.
    pub client: Option<String>,
    /// The revision that the client speaks.
    pub revision: McpRevision,
    /// What was asked for.
    pub kind: CallKind,
    /// The source, when the name led to one.
    pub source: Option<SourceName>,
    /// The name as the source knows it, or as the client gave it where it led to none.
    pub target: String,
    /// Digest of the canonical arguments.
    pub arguments: Digest,
    /// Size of the request in bytes.
    pub request_bytes: u64,
    /// What was relied upon about the tool.
    pub hints: Hints,
    /// Why it was allowed, or was not, in a sentence.
    pub decision: Option<String>,
    /// The question to a person that it was made on.
    pub approval: Option<ApprovalId>,
}

/// The record made when an arrival has ended, before its reply is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallEnded {
    /// The id of the arrival.
    pub id: CallId,
    /// How it ended.
    pub outcome: CallOutcome,
    /// From arrival to end.
    pub duration_micros: u64,
    /// Size of the reply in bytes.
    pub reply_bytes: u64,
    /// Why, in a sentence, for everything but `Ok`.
    pub detail: Option<String>,
    /// How often the source was asked.
    pub attempts: u32,
    /// Whose answer it was, if the source was not asked for this call.
    pub reused: Option<ResultReuse>,
}

/// An answer that was there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultReuse {
    /// It was kept from an earlier call.
    Kept {
        /// For how long.
        age_ms: u64,
    },
    /// It was another call's, made at the same time.
    Shared {
        /// The call whose result was shared.
        with: CallId,
    },
}

// === impl CallKind ===

candor_text::string_enum! {
    /// The word that is stored.
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
    /// Reads the form in which it is shown.
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

/// `kept 250ms` or `shared` and a call's id; the form that is stored.
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
    /// The word that is stored and shown.
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
    /// Whether the operator should count it as a failure.
    pub const fn is_error(self) -> bool {
        !matches!(self, Self::Ok | Self::InputRequired)
    }
}
