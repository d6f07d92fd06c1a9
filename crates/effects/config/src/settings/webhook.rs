//! Settings of webhooks for pending approvals.

use std::time::Duration;

use candor_model::{FilePosition, Secret};

/// One `[[policy.webhook]]` table.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct WebhookSettings {
    /// The URL, `http` or `https` without a user. Anyone who knows it can post there, so it is a
    /// secret.
    pub url: Secret<String>,
    /// The signing key. Present exactly if the format is signed.
    pub secret: Option<Secret<String>>,
    /// The message format.
    pub format: WebhookFormat,
    /// Whether links for deciding are sent along.
    pub links: bool,
    /// Whether it receives new pending approvals.
    pub pending: bool,
    /// Whether it receives decisions.
    pub decided: bool,
    /// Whether it may be on this machine or in a private network.
    pub allow_private: bool,
    /// The timeout for an answer.
    pub timeout: Duration,
    /// The place of the table.
    pub place: FilePosition,
}

/// The format of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WebhookFormat {
    /// Signed JSON with all details.
    Candor,
    /// The format of Slack and compatible services.
    Slack,
}

// === impl WebhookFormat ===

candor_text::string_enum! {
    /// `candor` or `slack`.
    WebhookFormat {
        Candor => "candor",
        Slack => "slack",
    }
}
