//! A yes that goes on counting.

use std::fmt;

use uuid::Uuid;

use crate::{ApprovalId, ChangeAuthor, Digest, EnvironmentName, QualifiedName};

/// Identifies a standing approval. Time-ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GrantId(Uuid);

/// A standing approval: calls that fit it need not be asked about, until it expires or a user
/// takes it back. It never counts against a rule that denies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApprovalGrant {
    /// The id of the standing approval.
    pub id: GrantId,
    /// The principal whose calls it covers.
    pub principal: String,
    /// Of which tool.
    pub tool: QualifiedName,
    /// The environment in which it counts.
    pub environment: Option<EnvironmentName>,
    /// In which session only.
    pub session: Option<String>,
    /// The arguments that it covers.
    pub arguments: GrantArguments,
    /// As what the tool was known. A tool that has changed is asked about again.
    pub definition: Digest,
    /// By which rules. When they change, it is asked again.
    pub policy: Digest,
    /// Whether it came of a tool that is asked about once per caller.
    pub first: bool,
    /// The question that it answered.
    pub approval: ApprovalId,
    /// Who gave it, through which channel, and why in their words.
    pub author: ChangeAuthor,
    /// When, in microseconds since the Unix epoch.
    pub at_micros: i64,
    /// Until when it counts.
    pub expires_micros: i64,
}

/// With which arguments a standing approval counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GrantArguments {
    /// Exactly the arguments with this digest.
    Exactly(Digest),
    /// With those that fit this pattern.
    Fitting(String),
    /// Any arguments at all.
    Any,
}

// === impl GrantId ===

impl GrantId {
    /// A fresh id.
    pub fn fresh() -> Self {
        Self(Uuid::now_v7())
    }

    /// Reads the hyphenated form.
    pub fn parse(text: &str) -> Option<Self> {
        Uuid::try_parse(text).ok().map(Self)
    }
}

impl fmt::Display for GrantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.hyphenated().fmt(f)
    }
}
