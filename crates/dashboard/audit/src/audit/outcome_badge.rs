//! How a call ended, in words that go with a sign.

use candor_model::CallOutcome;

/// How a call ended, as it is shown. The words say all; the sign and the look only help.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutcomeBadge {
    pub(crate) sign: &'static str,
    pub(crate) look: &'static str,
    pub(crate) words: &'static str,
}

// === impl Ending ===

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

/// How a call ended, in a word or two.
pub(crate) const fn words(outcome: CallOutcome) -> &'static str {
    match outcome {
        CallOutcome::Ok => "Answered",
        CallOutcome::ToolError => "Tool error",
        CallOutcome::RpcError => "Protocol error",
        CallOutcome::InputRequired => "Asked for input",
        CallOutcome::Refused => "Refused",
        CallOutcome::Cancelled => "Cancelled",
        CallOutcome::TimedOut => "Timed out",
        CallOutcome::Unknown => "Outcome unknown",
        CallOutcome::Unavailable => "Source not reachable",
    }
}
