//! The input and output of a policy decision.

use candor_model::{
    CallKind, ConfirmMode, EnvironmentName, PolicyPreferences, QualifiedName, Roles, SourceTrust,
    ToolsetName,
};
use candor_resolve::{EffectiveValue, Relied};
use serde_json::Value;

/// A call to decide about.
#[derive(Clone, Copy, Debug)]
pub struct PolicyQuestion<'a> {
    /// The kind of request. Rules treat a prompt or resource like a tool of the same name.
    pub kind: CallKind,
    /// The tool, prompt or resource.
    pub tool: &'a QualifiedName,
    /// The toolset, if the endpoint serves one.
    pub toolset: Option<&'a ToolsetName>,
    /// The environment of the call, if any.
    pub environment: Option<&'a EnvironmentName>,
    /// The roles of the caller.
    pub roles: Roles,
    /// The principal name of the caller.
    pub principal: &'a str,
    /// The relied-upon hints of the tool.
    pub relied: &'a Relied,
    /// Whether the tool's source is trusted.
    pub trust: SourceTrust,
    /// The confirm mode of the tool; `None` lets its hints decide.
    pub confirm: Option<&'a EffectiveValue<ConfirmMode>>,
    /// The arguments of the call.
    pub arguments: &'a Value,
    /// The preferences of the endpoint.
    pub preferences: &'a PolicyPreferences,
}

/// The decision and its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyDecision {
    /// What happens to the call.
    pub ruling: PolicyRuling,
    /// The reason: one sentence without a period that names the rule, the setting, or the hint and
    /// its provenance.
    pub because: String,
    /// The message of the rule that decided.
    pub message: Option<String>,
    /// Whether approval must come through another channel than the calling client.
    pub out_of_band: bool,
    /// The index of the rule that decided.
    pub rule: Option<usize>,
}

/// What happens to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PolicyRuling {
    /// The call is made.
    Allow,
    /// Approval is required first.
    Ask {
        /// Whether one approval covers all later calls of this caller.
        first: bool,
    },
    /// The call is refused.
    Deny,
}

// === impl PolicyRuling ===

impl PolicyRuling {
    /// The value that is stored and shown.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask { first: false } => "ask",
            Self::Ask { first: true } => "ask once",
            Self::Deny => "deny",
        }
    }
}
