//! What a hook is told: that a call waits, or what became of it.

use std::fmt;

use candor_model::{Approval, ApprovalId, ApprovalState, Digest};

use crate::hook::{Hook, Target};

/// What has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Happened {
    /// A call waits.
    Pending,
    /// Somebody said yes.
    Approved,
    /// Somebody said no.
    Denied,
    /// Nobody answered, or nobody made the call, in time.
    Expired,
}

/// One thing to be told of one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    /// The question.
    pub(crate) approval: ApprovalId,
    /// What has happened to it.
    pub(crate) happened: Happened,
}

// === impl Happened ===

impl Happened {
    /// The word for it, in messages and claims.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Denied => "denied",
            Self::Expired => "expired",
        }
    }
}

// === impl Event ===

impl Event {
    /// What there is to tell of a question as it stands. Of a yes that was used at once only the
    /// use may be heard of; it tells the same, and is told once.
    pub(crate) fn of(approval: &Approval) -> Self {
        let happened = match approval.state {
            ApprovalState::Pending => Happened::Pending,
            ApprovalState::Approved | ApprovalState::Consumed => Happened::Approved,
            ApprovalState::Denied => Happened::Denied,
            ApprovalState::Expired => Happened::Expired,
        };
        Self {
            approval: approval.id,
            happened,
        }
    }

    /// Whether a hook wants to hear of it.
    pub(crate) fn is_for(self, hook: &Hook) -> bool {
        match self.happened {
            Happened::Pending => hook.pending,
            Happened::Approved | Happened::Denied | Happened::Expired => hook.decided,
        }
    }

    /// What the one process that tells it to this hook claims.
    pub(crate) fn claim(self, target: &Target) -> String {
        format!("webhook {} {self}", target.mark())
    }

    /// The id of the message: the same however often it is sent, another for every hook.
    pub(crate) fn message(self, target: &Target) -> String {
        let mut digest = Digest::of(self.claim(target)).to_string();
        digest.truncate(32);
        format!("msg_{digest}")
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.approval, self.happened.as_str())
    }
}
