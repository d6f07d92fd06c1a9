//! What is written down about every arrival: one record when it begins, one when it ends.

use std::fmt;

use crate::{ApprovalId, CallId, Digest, Hints, Revision, SourceName};

/// What a client asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallKind {
    /// `tools/call`.
    Tool,
    /// `resources/read`.
    Resource,
    /// `prompts/get`.
    Prompt,
}

/// How an arrival ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
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
    /// Which arrival.
    pub id: CallId,
    /// Microseconds since the Unix epoch.
    pub at_micros: i64,
    /// Who called; `local` while there are no accounts.
    pub principal: String,
    /// What the client calls itself, if it said. Never a ground for a decision.
    pub client: Option<String>,
    /// The revision that the client speaks.
    pub revision: Revision,
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
    /// Which arrival.
    pub id: CallId,
    /// How it ended.
    pub outcome: Outcome,
    /// From arrival to end.
    pub duration_micros: u64,
    /// Size of the reply in bytes.
    pub reply_bytes: u64,
    /// Why, in a sentence, for everything but `Ok`.
    pub detail: Option<String>,
    /// How often the source was asked.
    pub attempts: u32,
    /// Whose answer it was, if the source was not asked for this call.
    pub reused: Option<Reused>,
}

/// An answer that was there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reused {
    /// It was kept from an earlier call.
    Kept {
        /// For how long.
        age_ms: u64,
    },
    /// It was another call's, made at the same time.
    Shared {
        /// Which.
        with: CallId,
    },
}

// === impl CallKind ===

impl CallKind {
    const ALL: [Self; 3] = [Self::Tool, Self::Resource, Self::Prompt];

    /// The word that is stored.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Resource => "resource",
            Self::Prompt => "prompt",
        }
    }

    /// Reads the stored word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }
}

// === impl Reused ===

impl Reused {
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
impl fmt::Display for Reused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kept { age_ms } => write!(f, "kept {age_ms}ms"),
            Self::Shared { with } => write!(f, "shared {with}"),
        }
    }
}

// === impl Outcome ===

impl Outcome {
    /// Every outcome.
    pub const ALL: [Self; 9] = [
        Self::Ok,
        Self::ToolError,
        Self::RpcError,
        Self::InputRequired,
        Self::Refused,
        Self::Cancelled,
        Self::TimedOut,
        Self::Unknown,
        Self::Unavailable,
    ];

    /// The word that is stored and shown.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::ToolError => "tool-error",
            Self::RpcError => "rpc-error",
            Self::InputRequired => "input-required",
            Self::Refused => "refused",
            Self::Cancelled => "cancelled",
            Self::TimedOut => "timed-out",
            Self::Unknown => "unknown",
            Self::Unavailable => "unavailable",
        }
    }

    /// Reads the stored word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|outcome| outcome.as_str() == word)
    }

    /// Whether the operator should count it as a failure.
    pub const fn is_error(self) -> bool {
        !matches!(self, Self::Ok | Self::InputRequired)
    }
}
