//! A person's decision about one call: asked for, bound to what was asked, made once.

use std::fmt;

use uuid::Uuid;

use crate::{CallId, ChangeAuthor, Digest, EnvironmentName, QualifiedName};

/// Identifies a question to a person. Time-ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ApprovalId(Uuid);

/// What a decision is about. A call that differs in any of it is another call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ApprovalBinding {
    /// The principal that calls.
    pub principal: String,
    /// The tool that is called.
    pub tool: QualifiedName,
    /// The environment of the call.
    pub environment: Option<EnvironmentName>,
    /// With what: the digest of the canonical arguments.
    pub arguments: Digest,
    /// As what the tool was known: the digest of its definition.
    pub definition: Digest,
    /// By which rules: the digest of the policy.
    pub policy: Digest,
}

/// How far a question has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ApprovalState {
    /// Not answered yet.
    Pending,
    /// Approved, and the call has not been made yet.
    Approved,
    /// Denied by a person.
    Denied,
    /// Not answered in time, or approved and not called in time.
    Expired,
    /// Approved, and the call was made.
    Consumed,
    /// Not answered before the client that made the call went away.
    Abandoned,
}

/// For how much a yes counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GrantScope {
    /// For this call.
    Once,
    /// For this tool, as long as the client's session lasts.
    Session,
    /// For this tool with these arguments.
    TheseArguments,
    /// For this tool with arguments that fit this pattern.
    Pattern(String),
    /// For this tool.
    Always,
}

/// The answer to an approval request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApprovalVerdict {
    /// Yes, and for how much; or no.
    pub answer: ApprovalAnswer,
    /// Who, through which channel, and why in their words.
    pub author: ChangeAuthor,
    /// When it was answered.
    pub at_micros: i64,
}

/// Yes or no.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApprovalAnswer {
    /// The call may be made.
    Approve(GrantScope),
    /// It may not.
    Deny,
}

/// A question to a person, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approval {
    /// The id of the approval.
    pub id: ApprovalId,
    /// What it is about.
    pub binding: ApprovalBinding,
    /// How far it has come.
    pub state: ApprovalState,
    /// The session that the call came in, where there are sessions.
    pub session: Option<String>,
    /// What the client calls itself.
    pub client: Option<String>,
    /// The endpoint that the call came through, such as `/mcp/reading`.
    pub endpoint: String,
    /// Why a person is asked, in a sentence.
    pub because: String,
    /// Whether a yes counts from then on, because the tool is asked about once per caller.
    pub first: bool,
    /// Whether the client that calls may not be the one that answers.
    pub out_of_band: bool,
    /// What a person is shown, as JSON.
    pub card: String,
    /// When it was asked, in microseconds since the Unix epoch, as all times here.
    pub created_micros: i64,
    /// Until when it can be answered; once there is a yes, until when the call can be made. When
    /// its caller has gone, the time of that.
    pub expires_micros: i64,
    /// What was answered.
    pub verdict: Option<ApprovalVerdict>,
    /// The call that was made on it.
    pub consumed_by: Option<CallId>,
    /// Counts up with every change of any approval, so that changes can be followed.
    pub version: u64,
}

// === impl ApprovalId ===

impl ApprovalId {
    /// A fresh id.
    pub fn fresh() -> Self {
        Self(Uuid::now_v7())
    }

    /// Reads the hyphenated form.
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
    /// The word that is stored and shown.
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
    /// The word that is stored and shown; the pattern stands apart.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Once => "once",
            Self::Session => "session",
            Self::TheseArguments => "these-arguments",
            Self::Pattern(_) => "pattern",
            Self::Always => "always",
        }
    }

    /// Reads the word; `pattern` needs its pattern.
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

    /// The pattern, where there is one.
    pub fn pattern(&self) -> Option<&str> {
        match self {
            Self::Pattern(pattern) => Some(pattern),
            _ => None,
        }
    }
}

// === impl ApprovalVerdict ===

impl ApprovalVerdict {
    /// Whether it is a yes.
    pub const fn is_yes(&self) -> bool {
        matches!(self.answer, ApprovalAnswer::Approve(_))
    }
}

// === impl Approval ===

impl Approval {
    /// The state at this moment: what nobody answered in time has expired, also before anybody
    /// wrote that down.
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
