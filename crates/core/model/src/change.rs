//! What is written down when a person changes something.

use std::fmt;

use uuid::Uuid;

/// Identifies a change. Time-ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChangeId(Uuid);

/// The channel that a change came through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChangeChannel {
    /// The command line.
    Cli,
    /// The HTTP API, `/api/v1`.
    Api,
    /// A management tool, called by a model.
    Mcp,
    /// A question that was put to a person by the client that calls.
    Client,
    /// A page of the gateway's own.
    Page,
    /// A link that works once.
    Link,
    /// The configuration file.
    File,
    /// Candor itself, on account of what a source did.
    Gateway,
}

/// Who changes something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeAuthor {
    /// The name they act under.
    pub name: String,
    /// The channel that it came through.
    pub channel: ChangeChannel,
    /// Why, in their words.
    pub why: Option<String>,
}

/// One change, old and new.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeRecord {
    /// The id of the change.
    pub id: ChangeId,
    /// When, in microseconds since the Unix epoch.
    pub at_micros: i64,
    /// Who made the change.
    pub author: ChangeAuthor,
    /// What was done, such as `annotations.amend`.
    pub action: String,
    /// To what, such as `shop.delete_book`.
    pub subject: String,
    /// What stood there, as JSON; none where nothing did. Never a secret.
    pub old: Option<String>,
    /// What stands there now, as JSON; none where nothing does. Never a secret.
    pub new: Option<String>,
}

// === impl ChangeId ===

impl ChangeId {
    /// A fresh id.
    pub fn fresh() -> Self {
        Self(Uuid::now_v7())
    }

    /// Reads the hyphenated form.
    pub fn parse(text: &str) -> Option<Self> {
        Uuid::try_parse(text).ok().map(Self)
    }
}

impl fmt::Display for ChangeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.hyphenated().fmt(f)
    }
}

// === impl ChangeChannel ===

candor_text::string_enum! {
    /// The word that is stored and shown.
    ChangeChannel {
        Cli => "cli",
        Api => "api",
        Mcp => "mcp",
        Client => "client",
        Page => "page",
        Link => "link",
        File => "file",
        Gateway => "gateway",
    }
}
