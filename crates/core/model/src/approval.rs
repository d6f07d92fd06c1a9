//! Approvals: a person's decision about one call, bound to exactly that call and used once.

use std::fmt;

use uuid::Uuid;

use crate::{CallId, ChangeAuthor, Digest, EnvironmentName, QualifiedName};

/// Identifies an approval. Time-ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ApprovalId(Uuid);

/// What a decision is bound to. A call that differs in any field needs its own approval.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ApprovalBinding {
    /// The principal name of the caller.
    pub principal: String,
    /// The tool being called.
    pub tool: QualifiedName,
    /// The environment of the call, if any.
    pub environment: Option<EnvironmentName>,
    /// The digest of the canonical arguments.
    pub arguments: Digest,
    /// The digest of the tool's definition at that time.
    pub definition: Digest,
    /// The digest of the policy at that time.
    pub policy: Digest,
}

/// The state of an approval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ApprovalState {
    /// Waiting for an answer.
    Pending,
    /// Approved; the call has not been made yet.
    Approved,
    /// Denied by an approver.
    Denied,
    /// Not answered in time, or approved but not used in time.
    Expired,
    /// Approved, and the call was made.
    Consumed,
    /// The client went away before an answer came.
    Abandoned,
}

/// What an approval covers beyond the call it was given for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GrantScope {
    /// This call only.
    Once,
    /// Further calls of this tool until the client's session ends.
    Session,
    /// Further calls of this tool with the same arguments.
    TheseArguments,
    /// Further calls of this tool with arguments that match this pattern.
    Pattern(String),
    /// Further calls of this tool with any arguments.
    Always,
}

/// The answer to an approval request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApprovalVerdict {
    /// Approve, with its scope, or deny.
    pub answer: ApprovalAnswer,
    /// Who decided, through which channel, and the reason they gave.
    pub author: ChangeAuthor,
    /// When the decision was made.
    pub at_micros: i64,
}

/// Approve or deny.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApprovalAnswer {
    /// The call may be made; the scope says which further calls it covers.
    Approve(GrantScope),
    /// The call may not be made.
    Deny,
}

/// An approval request and its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approval {
    /// The id of the approval.
    pub id: ApprovalId,
    /// What the decision is bound to.
    pub binding: ApprovalBinding,
    /// The current state as stored; see [`Approval::state_at`].
    pub state: ApprovalState,
    /// The client's session, for protocol revisions that have sessions.
    pub session: Option<String>,
    /// The client's self-reported name.
    pub client: Option<String>,
    /// The endpoint of the call, such as `/mcp/reading`.
    pub endpoint: String,
    /// Why approval is required, in one sentence.
    pub because: String,
    /// Whether the tool needs approval only once per caller, so that a yes becomes a standing
    /// approval.
    pub first: bool,
    /// Whether the decision must come through another channel than the calling client.
    pub out_of_band: bool,
    /// The approval card as JSON.
    pub card: String,
    /// When it was created, in microseconds since the Unix epoch like all times here.
    pub created_micros: i64,
    /// The deadline: for an answer while pending, for the call once approved. For an abandoned
    /// approval, when the client went away.
    pub expires_micros: i64,
    /// The decision, once made.
    pub verdict: Option<ApprovalVerdict>,
    /// The call that used the approval.
    pub consumed_by: Option<CallId>,
    /// A counter that rises with every change to any approval, so that followers can ask for
    /// changes since a version.
    pub version: u64,
}

// === impl ApprovalId ===

impl ApprovalId {
    /// Creates a new id.
    pub fn fresh() -> Self {
        Self(Uuid::now_v7())
    }

    /// Parses the hyphenated form.
    pub fn parse(text: &str) -> Option<Self> {
        Uuid::try_parse(text).ok().map(Self)
    }
}

impl fmt::Display for ApprovalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.hyphenated().fmt(f)
    }
}

// === impl ApprovalState ===

candor_text::string_enum! {
    /// The value that is stored and shown.
    ApprovalState {
        Pending => "pending",
        Approved => "approved",
        Denied => "denied",
        Expired => "expired",
        Consumed => "consumed",
        Abandoned => "abandoned",
    }
}

// === impl GrantScope ===

impl GrantScope {
    /// The value that is stored and shown; a pattern is stored separately.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Once => "once",
            Self::Session => "session",
            Self::TheseArguments => "these-arguments",
            Self::Pattern(_) => "pattern",
            Self::Always => "always",
        }
    }

    /// Parses the stored value; `pattern` requires one, the others must not have one.
    pub fn parse(word: &str, pattern: Option<&str>) -> Option<Self> {
        match (word, pattern) {
            ("once", None) => Some(Self::Once),
            ("session", None) => Some(Self::Session),
            ("these-arguments", None) => Some(Self::TheseArguments),
            ("pattern", Some(pattern)) => Some(Self::Pattern(pattern.to_owned())),
            ("always", None) => Some(Self::Always),
            _ => None,
        }
    }

    /// The argument pattern, for [`GrantScope::Pattern`].
    pub fn pattern(&self) -> Option<&str> {
        match self {
            Self::Pattern(pattern) => Some(pattern),
            _ => None,
        }
    }
}

// === impl ApprovalVerdict ===

impl ApprovalVerdict {
    /// Whether the call was approved.
    pub const fn is_yes(&self) -> bool {
        matches!(self.answer, ApprovalAnswer::Approve(_))
    }
}

// === impl Approval ===

impl Approval {
    /// The state at this moment. A pending or approved entry past its deadline is expired even if
    /// the stored state has not been updated yet.
    pub fn state_at(&self, now_micros: i64) -> ApprovalState {
        match self.state {
            ApprovalState::Pending | ApprovalState::Approved
                if now_micros >= self.expires_micros =>
            {
                ApprovalState::Expired
            }
            state => state,
        }
    }
}
