//! How a call ended, in words that go with a sign.

use candor_model::Outcome;

/// How a call ended, as it is shown. The words say all; the sign and the look only help.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ending {
    pub(crate) sign: &'static str,
    pub(crate) look: &'static str,
    pub(crate) words: &'static str,
}

// === impl Ending ===

impl Ending {
    pub(crate) const fn of(outcome: Outcome) -> Self {
        let (sign, look) = match outcome {
            Outcome::Ok => ("✓", "good"),
            Outcome::InputRequired | Outcome::Cancelled => ("–", "idle"),
            Outcome::Unknown | Outcome::TimedOut => ("?", "bad"),
            Outcome::ToolError | Outcome::RpcError | Outcome::Refused | Outcome::Unavailable => {
                ("✗", "bad")
            }
        };
        Self {
            sign,
            look,
            words: words(outcome),
        }
    }
}

/// How a call ended, in a word or two.
pub(crate) const fn words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Ok => "Answered",
        Outcome::ToolError => "Tool error",
        Outcome::RpcError => "Protocol error",
        Outcome::InputRequired => "Asked for input",
        Outcome::Refused => "Refused",
        Outcome::Cancelled => "Cancelled",
        Outcome::TimedOut => "Timed out",
        Outcome::Unknown => "Outcome unknown",
        Outcome::Unavailable => "Source not reachable",
    }
}
