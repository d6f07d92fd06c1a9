//! Webhook events: a call is pending, or was decided.

use std::fmt;

use candor_model::{Approval, ApprovalId, ApprovalState, Digest};

use crate::target::{WebhookSpec, WebhookTarget};

/// The kind of event.
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
    /// The client disconnected before a decision.
    Abandoned,
}

/// One event about one approval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WebhookEvent {
    /// The approval that it is about.
    pub(crate) approval: ApprovalId,
    /// The kind of event.
    pub(crate) kind: WebhookEventKind,
}

// === impl WebhookEventKind ===

impl WebhookEventKind {
    /// The name in messages and claims.
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
    /// The event for an approval's current state. If an approval is used immediately, only its use
    /// may be seen; it counts as the same event and is sent once.
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

    /// Whether a webhook receives it.
    pub(crate) fn is_for(self, hook: &WebhookSpec) -> bool {
        match self.kind {
            WebhookEventKind::Pending => hook.pending,
            WebhookEventKind::Approved
            | WebhookEventKind::Denied
            | WebhookEventKind::Expired
            | WebhookEventKind::Abandoned => hook.decided,
        }
    }

    /// The key that a process claims to send it to this webhook.
    pub(crate) fn claim(self, target: &WebhookTarget) -> String {
        format!("webhook {} {self}", target.mark())
    }

    /// The id of the message: the same for every retry, different for every webhook.
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
