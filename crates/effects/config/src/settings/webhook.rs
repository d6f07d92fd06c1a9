//! Where people are told of calls that wait for them.

use std::time::Duration;

use candor_model::{FilePosition, Secret};

/// One `[[policy.webhook]]` table.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct WebhookSettings {
    /// Where to: an `http` or `https` URL without a user in it. Knowing it is enough to post there,
    /// so it is as secret as a password.
    pub url: Secret<String>,
    /// What messages are signed with. There is one exactly where the format is signed.
    pub secret: Option<Secret<String>>,
    /// What a message looks like.
    pub format: WebhookFormat,
    /// Whether links for deciding are sent along.
    pub links: bool,
    /// Whether it is told of a call that begins to wait.
    pub pending: bool,
    /// Whether it is told of what was decided.
    pub decided: bool,
    /// Whether it may be on this machine or in a private network.
    pub allow_private: bool,
    /// How long it may take to answer.
    pub timeout: Duration,
    /// Where the table begins.
    pub place: FilePosition,
}

/// What a message looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WebhookFormat {
    /// Everything there is to know, as JSON, signed.
    Candor,
    /// What Slack, and those who understand the same, show in a channel.
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
