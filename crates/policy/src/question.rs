//! A call that somebody wants to make, and what comes of it.

use candor_model::{
    Confirm, EnvironmentName, Preferences, QualifiedName, Roles, ToolsetName, Trust,
};
use candor_resolve::{Fact, Relied};
use serde_json::Value;

/// A call that somebody wants to make.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// Of which tool.
    pub tool: &'a QualifiedName,
    /// In which toolset, where the endpoint serves one.
    pub toolset: Option<&'a ToolsetName>,
    /// In which environment, if in one.
    pub environment: Option<&'a EnvironmentName>,
    /// What the caller may do.
    pub roles: Roles,
    /// Who calls.
    pub principal: &'a str,
    /// What is relied upon to be true of the tool.
    pub relied: &'a Relied,
    /// Whether the tool's source is trusted.
    pub trust: Trust,
    /// When somebody wants to be asked about the tool; by what it does, where nobody says.
    pub confirm: Option<&'a Fact<Confirm>>,
    /// With which arguments.
    pub arguments: &'a Value,
    /// What holds at the endpoint.
    pub preferences: &'a Preferences,
}

/// What comes of it, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// What is done.
    pub ruling: Ruling,
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
pub enum Ruling {
    /// It is made.
    Allow,
    /// Somebody is asked first.
    Ask {
        /// Whether one yes is enough for all later calls of this caller.
        first: bool,
    },
    /// It is refused.
    Deny,
}

// === impl Ruling ===

impl Ruling {
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
