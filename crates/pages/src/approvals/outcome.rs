//! What became of a question, in words.

use candor_model::{Answer, Approval, ApprovalState, GrantScope};

use candor_frame::clock::{Moment, now_micros};
pub(crate) use candor_frame::words::door;

/// What became of a question.
pub(crate) struct Outcome {
    /// The sign that stands before it; the sentence says the same.
    pub(crate) sign: &'static str,
    /// What it looks like.
    pub(crate) look: &'static str,
    /// What happened, by whom.
    pub(crate) sentence: String,
    /// For how much a yes counts.
    pub(crate) scope: Option<&'static str>,
    /// Through which door.
    pub(crate) door: Option<&'static str>,
    /// When.
    pub(crate) at: Option<Moment>,
    /// Why, in the words of whoever decided.
    pub(crate) why: Option<String>,
}

// === impl Outcome ===

impl Outcome {
    /// Nothing as long as nobody has answered and there is time.
    pub(crate) fn of(approval: &Approval) -> Option<Self> {
        let now = now_micros();
        let verdict = approval.verdict.as_ref();
        let by = verdict.map_or("somebody", |verdict| &verdict.author.name);
        let (sign, look, sentence) = match approval.state_at(now) {
            ApprovalState::Pending => return None,
            ApprovalState::Approved => ("✓", "good", format!("Approved by {by}")),
            ApprovalState::Consumed => (
                "✓",
                "good",
                format!("Approved by {by}, and the call was made"),
            ),
            ApprovalState::Denied => ("✗", "bad", format!("Denied by {by}")),
            ApprovalState::Expired if verdict.is_some() => (
                "–",
                "idle",
                format!("Approved by {by}, but the call was not made in time"),
            ),
            ApprovalState::Expired => ("–", "idle", "Nobody answered in time".to_owned()),
        };
        Some(Self {
            sign,
            look,
            sentence,
            scope: verdict.and_then(|verdict| scope(&verdict.answer)),
            door: verdict.map(|verdict| door(verdict.author.door)),
            at: verdict.map(|verdict| Moment::seen(verdict.at_micros, now)),
            why: verdict.and_then(|verdict| verdict.author.why.clone()),
        })
    }
}

fn scope(answer: &Answer) -> Option<&'static str> {
    match answer {
        Answer::Deny => None,
        Answer::Approve(scope) => Some(match scope {
            GrantScope::Once => "for this call",
            GrantScope::Session => "for the client's session",
            GrantScope::TheseArguments => "for these arguments",
            GrantScope::Pattern(_) => "for arguments that fit a pattern",
            GrantScope::Always => "always",
        }),
    }
}
