//! A call to decide about, and the decision.

use candor_model::{
    CallKind, ConfirmMode, EnvironmentName, PolicyPreferences, QualifiedName, Roles, SourceTrust,
    ToolsetName,
};
use candor_resolve::{EffectiveValue, Relied};
use serde_json::Value;

/// A call to decide about.
#[derive(Clone, Copy, Debug)]
pub struct PolicyQuestion<'a> {
    /// What is asked for. Rules treat a prompt or a resource like a tool of its name.
    pub kind: CallKind,
    /// Of which tool, prompt or resource.
    pub tool: &'a QualifiedName,
    /// In which toolset, where the endpoint serves one.
    pub toolset: Option<&'a ToolsetName>,
    /// In which environment, if in one.
    pub environment: Option<&'a EnvironmentName>,
    /// What the caller may do.
    pub roles: Roles,
    /// The principal that calls.
    pub principal: &'a str,
    /// What is relied upon to be true of the tool.
    pub relied: &'a Relied,
    /// Whether the tool's source is trusted.
    pub trust: SourceTrust,
    /// The confirm mode of the tool; by its hints, where none is set.
    pub confirm: Option<&'a EffectiveValue<ConfirmMode>>,
    /// With which arguments.
    pub arguments: &'a Value,
    /// What holds at the endpoint.
    pub preferences: &'a PolicyPreferences,
}

/// What comes of it, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyDecision {
    /// What is done.
    pub ruling: PolicyRuling,
    /// Why: one sentence without a period, which names the rule, the hint with its origin, or the
    /// setting.
    pub because: String,
    /// What the rule that decided wants to be said.
    pub message: Option<String>,
    /// Whether the client that calls may not be the one that answers.
    pub out_of_band: bool,
    /// The rule that decided, counted from 0.
    pub rule: Option<usize>,
}

/// What is done about a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PolicyRuling {
    /// It is made.
    Allow,
    /// A person is asked first.
    Ask {
        /// Whether one yes is enough for all later calls of this caller.
        first: bool,
    },
    /// It is refused.
    Deny,
}

// === impl PolicyRuling ===

impl PolicyRuling {
    /// The word that is stored and shown.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask { first: false } => "ask",
            Self::Ask { first: true } => "ask once",
            Self::Deny => "deny",
        }
    }
}
