//! The outcome of a call as a badge.

use candor_model::CallOutcome;

/// A badge. The label alone conveys the meaning; icon and colour only support it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutcomeBadge {
    pub(crate) sign: &'static str,
    pub(crate) look: &'static str,
    pub(crate) words: &'static str,
}

// === impl OutcomeBadge ===

impl OutcomeBadge {
    pub(crate) const fn of(outcome: CallOutcome) -> Self {
        let (sign, look) = match outcome {
            CallOutcome::Ok => ("✓", "good"),
            CallOutcome::InputRequired | CallOutcome::Cancelled => ("–", "idle"),
            CallOutcome::Unknown | CallOutcome::TimedOut => ("?", "bad"),
            CallOutcome::ToolError
            | CallOutcome::RpcError
            | CallOutcome::Refused
            | CallOutcome::Unavailable => ("✗", "bad"),
        };
        Self {
            sign,
            look,
            words: words(outcome),
        }
    }
}

/// The label of an outcome.
pub(crate) const fn words(outcome: CallOutcome) -> &'static str {
    match outcome {
        CallOutcome::Ok => "Answered",
        CallOutcome::ToolError => "Tool error",
        CallOutcome::RpcError => "Protocol error",
        CallOutcome::InputRequired => "Input required",
        CallOutcome::Refused => "Refused",
        CallOutcome::Cancelled => "Cancelled",
        CallOutcome::TimedOut => "Timed out",
        CallOutcome::Unknown => "Outcome unknown",
        CallOutcome::Unavailable => "Source unavailable",
    }
}
