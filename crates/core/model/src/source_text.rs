//! A source as the user describes it, before it is started.

use crate::{SourceName, SourceTrust};

/// A new source as entered in a form or a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceInput {
    /// The name of the source.
    pub name: String,
    /// Whether its hints are trusted; `None` uses the default of its kind.
    pub trust: Option<SourceTrust>,
    /// Its kind and location.
    pub what: SourceKindInput,
}

/// The kind of a new source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceKindInput {
    /// A program that speaks MCP over its standard input and output.
    Command {
        /// The command line as typed in a shell.
        line: String,
        /// Variables added to the environment of the program.
        env: Vec<(String, String)>,
        /// The working directory.
        cwd: Option<String>,
    },
    /// A remote MCP server.
    Url {
        /// The URL of the server.
        url: String,
        /// Headers sent with every request.
        headers: Vec<(String, String)>,
    },
    /// An API described by a document.
    Document {
        /// The location of the document.
        at: DocumentInput,
        /// The base URL of the API, overriding the document's.
        base_url: Option<String>,
        /// Whether the API may be on this machine or in a private network.
        allow_private: bool,
    },
    /// Functions that the gateway runs itself.
    Functions {
        /// Their file or folder on the gateway's machine.
        path: String,
    },
}

/// The location of an API document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DocumentInput {
    /// A URL to fetch it from.
    Url(String),
    /// An uploaded text.
    Text {
        /// The name of the uploaded file.
        name: String,
        /// The contents of the file.
        text: String,
    },
}

/// A source as written to `candor.toml`, with the document that belongs to it. It may contain
/// secrets, so its `Debug` output is only its name.
#[derive(Clone, PartialEq, Eq)]
pub struct SourceText {
    /// The name of the source.
    pub name: SourceName,
    /// Its TOML, `[sources.NAME]` and any subtables.
    pub toml: String,
    /// The document that was uploaded with it: name and text.
    pub document: Option<(String, String)>,
}

impl std::fmt::Debug for SourceText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SourceText")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
