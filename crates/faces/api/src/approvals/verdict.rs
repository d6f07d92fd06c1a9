//! Decisions of approvers.

use candor_model::{ApprovalAnswer, ApprovalVerdict, GrantScope};

use crate::enums::DoorWord;
use crate::prelude::*;

/// Yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Decision)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum DecisionWord {
    /// The call may be made.
    Approve,
    /// It may not.
    Deny,
}

/// The scope of an approval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ApprovalScope)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ScopeWord {
    /// For this call.
    Once,
    /// For this tool, as long as the client's session lasts.
    Session,
    /// For this tool with these arguments.
    TheseArguments,
    /// For this tool with arguments that fit a pattern.
    Pattern,
    /// For this tool.
    Always,
}

/// The answer of a person.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = Verdict)]
pub(crate) struct VerdictView {
    /// Yes or no.
    decision: DecisionWord,
    /// The scope of the approval; null for a denial.
    scope: Option<ScopeWord>,
    /// The pattern that arguments must fit, if that was chosen.
    pattern: Option<String>,
    /// The person who answered.
    who: String,
    /// The channel that it came through.
    door: DoorWord,
    /// The reason, in their words. The model is told that of a denial.
    reason: Option<String>,
    /// When it was answered.
    #[schema(format = DateTime)]
    at: String,
}

// === impl ScopeWord ===

impl ScopeWord {
    /// The scope; `None` if the pattern is missing or superfluous.
    pub(super) fn scope(self, pattern: Option<String>) -> Option<GrantScope> {
        match (self, pattern) {
            (Self::Once, None) => Some(GrantScope::Once),
            (Self::Session, None) => Some(GrantScope::Session),
            (Self::TheseArguments, None) => Some(GrantScope::TheseArguments),
            (Self::Pattern, Some(pattern)) => Some(GrantScope::Pattern(pattern)),
            (Self::Always, None) => Some(GrantScope::Always),
            _ => None,
        }
    }

    fn of(scope: &GrantScope) -> Self {
        match scope {
            GrantScope::Once => Self::Once,
            GrantScope::Session => Self::Session,
            GrantScope::TheseArguments => Self::TheseArguments,
            GrantScope::Pattern(_) => Self::Pattern,
            GrantScope::Always => Self::Always,
        }
    }
}

// === impl VerdictView ===

impl VerdictView {
    pub(super) fn of(verdict: &ApprovalVerdict) -> Self {
        let (decision, scope) = match &verdict.answer {
            ApprovalAnswer::Approve(scope) => (DecisionWord::Approve, Some(scope)),
            ApprovalAnswer::Deny => (DecisionWord::Deny, None),
        };
        let pattern = scope.and_then(GrantScope::pattern);
        Self {
            decision,
            scope: scope.map(ScopeWord::of),
            pattern: pattern.map(str::to_owned),
            who: verdict.author.name.clone(),
            door: verdict.author.channel.into(),
            reason: verdict.author.why.clone(),
            at: time::of_micros(verdict.at_micros),
        }
    }
}
