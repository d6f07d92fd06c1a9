//! Why there is no base URL.

use candor_text::quote;

/// Why there is no address for an operation. Each sentence is for the administrator of the source.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BaseUrlError {
    /// The document names no server.
    #[error("the document names no server; set `base_url`")]
    NoServer,
    /// The requested server does not exist.
    #[error("the document has no server {}; it has {servers}", quote(wanted))]
    UnknownServer {
        /// The requested server.
        wanted: String,
        /// The available servers.
        servers: String,
    },
    /// It is relative to nothing.
    #[error(
        "the server {} is relative, and the document was not read from an address; set `base_url`",
        quote(url)
    )]
    Relative {
        /// The address that cannot be used.
        url: String,
    },
    /// It is no address.
    #[error("the server {} is no address; set `base_url`", quote(url))]
    Malformed {
        /// The text that is no address.
        url: String,
        /// The parser's error.
        #[source]
        cause: url::ParseError,
    },
    /// It is an address that cannot be used.
    #[error("the address {} cannot be used: {why}", quote(url))]
    Unfit {
        /// The address that cannot be used.
        url: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A variable has no value.
    #[error(
        "the server {} has the variable {} without a value; set it",
        quote(url),
        quote(name)
    )]
    Unset {
        /// The address that cannot be used.
        url: String,
        /// The name of the variable.
        name: String,
    },
    /// A variable has a value that the document does not allow.
    #[error(
        "the variable {} of the server cannot be {}; it is one of {choices}",
        quote(name),
        quote(value)
    )]
    NoChoice {
        /// The name of the variable.
        name: String,
        /// The value of the variable.
        value: String,
        /// The allowed values.
        choices: String,
        /// Whether the settings set it.
        chosen: bool,
    },
    /// A variable would change more of the address than its place.
    #[error(
        "the variable {} of the server cannot be {}: {why}",
        quote(name),
        quote(value)
    )]
    Smuggled {
        /// The name of the variable.
        name: String,
        /// The value of the variable.
        value: String,
        /// What is wrong with it.
        why: &'static str,
        /// Whether the settings set it.
        chosen: bool,
    },
}

// === impl BaseUrlError ===

impl BaseUrlError {
    /// Whether it is about the settings of the source.
    pub(super) const fn is_about_settings(&self) -> bool {
        matches!(
            self,
            Self::NoChoice { chosen: true, .. } | Self::Smuggled { chosen: true, .. }
        )
    }
}
