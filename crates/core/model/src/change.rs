//! The history of changes that people make.

use std::fmt;

use uuid::Uuid;

/// Identifies a change. Time-ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChangeId(Uuid);

/// The channel through which a change came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChangeChannel {
    /// The command line.
    Cli,
    /// The HTTP API, `/api/v1`.
    Api,
    /// A management tool, called by a model.
    Mcp,
    /// An approval prompt shown by the calling client.
    Client,
    /// A page of the dashboard.
    Page,
    /// A one-time link.
    Link,
    /// The configuration file.
    File,
    /// Candor itself, in response to something a source did.
    Gateway,
}

/// Who made a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeAuthor {
    /// The principal name.
    pub name: String,
    /// The channel the change came through.
    pub channel: ChangeChannel,
    /// The reason they gave.
    pub why: Option<String>,
}

/// One change with the old and the new value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeRecord {
    /// The id of the change.
    pub id: ChangeId,
    /// When it was made, in microseconds since the Unix epoch.
    pub at_micros: i64,
    /// Who made the change.
    pub author: ChangeAuthor,
    /// The action, such as `annotations.amend`.
    pub action: String,
    /// The object that was changed, such as `shop.delete_book`.
    pub subject: String,
    /// The value before, as JSON; `None` if there was none. Never contains a secret.
    pub old: Option<String>,
    /// The value after, as JSON; `None` if it was removed. Never contains a secret.
    pub new: Option<String>,
}

// === impl ChangeId ===

impl ChangeId {
    /// Creates a new id.
    pub fn fresh() -> Self {
        Self(Uuid::now_v7())
    }

    /// Parses the hyphenated form.
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
    /// The value that is stored and shown.
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
