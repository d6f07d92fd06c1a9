//! What is written down when a person changes something.

use std::fmt;

use uuid::Uuid;

/// Identifies a change. Time-ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChangeId(Uuid);

/// Through which door a change came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Door {
    /// The command line.
    Cli,
    /// `/api/v1`.
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
pub struct Author {
    /// The name they act under.
    pub name: String,
    /// Through which door.
    pub door: Door,
    /// Why, in their words.
    pub why: Option<String>,
}

/// One change, old and new.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeRecord {
    /// Which.
    pub id: ChangeId,
    /// When, in microseconds since the Unix epoch.
    pub at_micros: i64,
    /// By whom.
    pub author: Author,
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

// === impl Door ===

impl Door {
    const ALL: [Self; 8] = [
        Self::Cli,
        Self::Api,
        Self::Mcp,
        Self::Client,
        Self::Page,
        Self::Link,
        Self::File,
        Self::Gateway,
    ];

    /// The word that is stored and shown.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Cli => "cli",
            Self::Api => "api",
            Self::Mcp => "mcp",
            Self::Client => "client",
            Self::Page => "page",
            Self::Link => "link",
            Self::File => "file",
            Self::Gateway => "gateway",
        }
    }

    /// Reads the stored word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|door| door.as_str() == word)
    }
}
