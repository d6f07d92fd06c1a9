//! What a hook is told: that a call waits, or what became of it.

use std::fmt;

use candor_model::{Approval, ApprovalId, ApprovalState, Digest};

use crate::target::{WebhookSpec, WebhookTarget};

/// What has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WebhookEventKind {
    /// A call waits.
    Pending,
    /// It was approved.
    Approved,
    /// It was denied.
    Denied,
    /// It was not answered, or the call was not made, in time.
    Expired,
    /// The client that made the call went away before anybody answered.
    Abandoned,
}

/// One thing to be told of one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WebhookEvent {
    /// The approval that it is about.
    pub(crate) approval: ApprovalId,
    /// What has happened to it.
    pub(crate) kind: WebhookEventKind,
}

// === impl WebhookEventKind ===

impl WebhookEventKind {
    /// The word for it, in messages and claims.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Denied => "denied",
            Self::Expired => "expired",
            Self::Abandoned => "abandoned",
        }
    }
}

// === impl WebhookEvent ===

impl WebhookEvent {
    /// What there is to tell of a question as it stands. Of a yes that was used at once only the
    /// use may be heard of; it tells the same, and is told once.
    pub(crate) fn of(approval: &Approval) -> Self {
        let kind = match approval.state {
            ApprovalState::Pending => WebhookEventKind::Pending,
            ApprovalState::Approved | ApprovalState::Consumed => WebhookEventKind::Approved,
            ApprovalState::Denied => WebhookEventKind::Denied,
            ApprovalState::Expired => WebhookEventKind::Expired,
            ApprovalState::Abandoned => WebhookEventKind::Abandoned,
        };
        Self {
            approval: approval.id,
            kind,
        }
    }

    /// Whether a hook wants to hear of it.
    pub(crate) fn is_for(self, hook: &WebhookSpec) -> bool {
        match self.kind {
            WebhookEventKind::Pending => hook.pending,
            WebhookEventKind::Approved
            | WebhookEventKind::Denied
            | WebhookEventKind::Expired
            | WebhookEventKind::Abandoned => hook.decided,
        }
    }

    /// What the one process that tells it to this hook claims.
    pub(crate) fn claim(self, target: &WebhookTarget) -> String {
        format!("webhook {} {self}", target.mark())
    }

    /// The id of the message: the same however often it is sent, another for every hook.
    pub(crate) fn message(self, target: &WebhookTarget) -> String {
        let mut digest = Digest::of(self.claim(target)).to_string();
        digest.truncate(32);
        format!("msg_{digest}")
    }
}

impl fmt::Display for WebhookEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.approval, self.kind.as_str())
    }
}
