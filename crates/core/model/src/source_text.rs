//! A source as people describe it, before anything is started.

use crate::{SourceName, SourceTrust};

/// A new source, as it was typed into a form or a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceInput {
    /// What it is to be called.
    pub name: String,
    /// Whether its hints are to be relied upon; none is what its kind suggests.
    pub trust: Option<SourceTrust>,
    /// What it is.
    pub what: SourceKindInput,
}

/// What a source is to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceKindInput {
    /// A program that speaks MCP over its standard input and output.
    Command {
        /// The command line, as one types it.
        line: String,
        /// Variables of its environment.
        env: Vec<(String, String)>,
        /// The folder in which it starts.
        cwd: Option<String>,
    },
    /// A server on the network that speaks MCP.
    Url {
        /// Where it is.
        url: String,
        /// Headers of every request.
        headers: Vec<(String, String)>,
    },
    /// An API that a document describes.
    Document {
        /// Where the document is.
        at: DocumentInput,
        /// Where the API is, whatever the document says.
        base_url: Option<String>,
        /// Whether it may be on this machine or in a private network.
        allow_private: bool,
    },
    /// Functions that the gateway runs itself.
    Functions {
        /// Their file or folder on the gateway's machine.
        path: String,
    },
}

/// Where a document is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DocumentInput {
    /// At an address.
    Url(String),
    /// The text itself.
    Text {
        /// What its file was called.
        name: String,
        /// What it says.
        text: String,
    },
}

/// A source as it is written in `candor.toml`, with the document that belongs to it. It may hold
/// secrets, so it prints only its name.
#[derive(Clone, PartialEq, Eq)]
pub struct SourceText {
    /// What it is called.
    pub name: SourceName,
    /// Its table, `[sources.NAME]` and what follows.
    pub toml: String,
    /// The document that was uploaded with it: its name and its text.
    pub document: Option<(String, String)>,
}

impl std::fmt::Debug for SourceText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SourceText")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
