//! The result of a decision in words.

use candor_model::{Approval, ApprovalAnswer, ApprovalState, GrantScope};

use candor_dashboard_kit::wording::channel_phrase;
use candor_dashboard_kit::{DisplayTime, now_micros};

/// The result of a decision.
pub(crate) struct DecisionSummary {
    /// A sign for the same as the sentence.
    pub(crate) sign: &'static str,
    /// The CSS class.
    pub(crate) look: &'static str,
    /// The decision and its author.
    pub(crate) sentence: String,
    /// The approval scope.
    pub(crate) scope: Option<&'static str>,
    /// The channel of the decision.
    pub(crate) channel: Option<&'static str>,
    pub(crate) at: Option<DisplayTime>,
    /// The consequence, if it is not obvious.
    pub(crate) note: Option<&'static str>,
    pub(crate) why: Option<String>,
}

// === impl DecisionSummary ===

impl DecisionSummary {
    /// `None` while the approval is pending.
    pub(crate) fn of(approval: &Approval) -> Option<Self> {
        let now = now_micros();
        let verdict = approval.verdict.as_ref();
        let by = verdict.map_or("unknown", |verdict| &verdict.author.name);
        let (sign, look, sentence) = match approval.state_at(now) {
            ApprovalState::Pending => return None,
            ApprovalState::Approved => ("✓", "good", format!("Approved by {by}")),
            ApprovalState::Consumed => ("✓", "good", format!("Approved by {by}, call made")),
            ApprovalState::Denied => ("✗", "bad", format!("Denied by {by}")),
            ApprovalState::Expired if verdict.is_some() => (
                "–",
                "idle",
                format!("Approved by {by}, but expired before the call was made"),
            ),
            ApprovalState::Expired => ("–", "idle", "Expired without an answer".to_owned()),
            ApprovalState::Abandoned => (
                "–",
                "idle",
                "Caller disconnected before an answer".to_owned(),
            ),
        };
        let at = match approval.state {
            ApprovalState::Abandoned => Some(approval.expires_micros),
            _ => verdict.map(|verdict| verdict.at_micros),
        };
        Some(Self {
            sign,
            look,
            sentence,
            scope: verdict.and_then(|verdict| scope(&verdict.answer)),
            channel: verdict.map(|verdict| channel_phrase(verdict.author.channel)),
            at: at.map(|at| DisplayTime::seen(at, now)),
            note: (approval.state == ApprovalState::Abandoned).then_some(
                "The call was not made. If the client calls again, you are asked again.",
            ),
            why: verdict.and_then(|verdict| verdict.author.why.clone()),
        })
    }
}

fn scope(answer: &ApprovalAnswer) -> Option<&'static str> {
    match answer {
        ApprovalAnswer::Deny => None,
        ApprovalAnswer::Approve(scope) => Some(match scope {
            GrantScope::Once => "This call",
            GrantScope::Session => "This session",
            GrantScope::TheseArguments => "These arguments",
            GrantScope::Pattern(_) => "Arguments that match a pattern",
            GrantScope::Always => "Always",
        }),
    }
}
