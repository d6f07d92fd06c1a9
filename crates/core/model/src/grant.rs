//! Standing approvals: approvals that cover further calls.

use std::fmt;

use uuid::Uuid;

use crate::{ApprovalId, ChangeAuthor, Digest, EnvironmentName, QualifiedName};

/// Identifies a standing approval. Time-ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GrantId(Uuid);

/// A standing approval: matching calls need no new approval until it expires or is revoked. It
/// never overrides a rule that denies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApprovalGrant {
    /// The id of the standing approval.
    pub id: GrantId,
    /// The principal whose calls it covers.
    pub principal: String,
    /// The tool it covers.
    pub tool: QualifiedName,
    /// The environment it covers.
    pub environment: Option<EnvironmentName>,
    /// The session it is limited to, if any.
    pub session: Option<String>,
    /// The arguments it covers.
    pub arguments: GrantArguments,
    /// The digest of the tool's definition. If the definition changes, approval is required again.
    pub definition: Digest,
    /// The digest of the policy. If the policy changes, approval is required again.
    pub policy: Digest,
    /// Whether it was created for a tool that needs approval only once per caller.
    pub first: bool,
    /// The approval it came from.
    pub approval: ApprovalId,
    /// Who gave it, through which channel, and the reason they gave.
    pub author: ChangeAuthor,
    /// When it was given, in microseconds since the Unix epoch.
    pub at_micros: i64,
    /// When it expires.
    pub expires_micros: i64,
}

/// Which arguments a standing approval covers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GrantArguments {
    /// Only the arguments with this digest.
    Exactly(Digest),
    /// Arguments that match this pattern.
    Fitting(String),
    /// Any arguments of the tool.
    Any,
}

// === impl GrantId ===

impl GrantId {
    /// Creates a new id.
    pub fn fresh() -> Self {
        Self(Uuid::now_v7())
    }

    /// Parses the hyphenated form.
    pub fn parse(text: &str) -> Option<Self> {
        Uuid::try_parse(text).ok().map(Self)
    }
}

impl fmt::Display for GrantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.hyphenated().fmt(f)
    }
}
