//! Why there is no address.

use crate::quote::quote;

/// Why there is no address for an operation. Each sentence is for whoever set up the source.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BaseError {
    /// The document names no server.
    #[error("the document names no server; set `base_url`")]
    NoServer,
    /// The one that is wanted is not there.
    #[error("the document has no server {}; it has {servers}", quote(wanted))]
    UnknownServer {
        /// What was wanted.
        wanted: String,
        /// What there is.
        servers: String,
    },
    /// It is relative to nothing.
    #[error(
        "the server {} is relative, and the document was not read from an address; set `base_url`",
        quote(url)
    )]
    Relative {
        /// The address.
        url: String,
    },
    /// It is no address.
    #[error("the server {} is no address; set `base_url`", quote(url))]
    Malformed {
        /// The text.
        url: String,
        /// What is wrong with it.
        #[source]
        cause: url::ParseError,
    },
    /// It is an address that cannot be used.
    #[error("the address {} cannot be used: {why}", quote(url))]
    Unfit {
        /// The address.
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
        /// The address.
        url: String,
        /// The variable.
        name: String,
    },
    /// A variable has a value that the document does not allow.
    #[error(
        "the variable {} of the server cannot be {}; it is one of {choices}",
        quote(name),
        quote(value)
    )]
    NoChoice {
        /// The variable.
        name: String,
        /// Its value.
        value: String,
        /// What it may be.
        choices: String,
        /// Whether somebody set it.
        chosen: bool,
    },
    /// A variable would change more of the address than its place.
    #[error(
        "the variable {} of the server cannot be {}: {why}",
        quote(name),
        quote(value)
    )]
    Smuggled {
        /// The variable.
        name: String,
        /// Its value.
        value: String,
        /// What is wrong with it.
        why: &'static str,
        /// Whether somebody set it.
        chosen: bool,
    },
}

// === impl BaseError ===

impl BaseError {
    /// Whether it is about something that whoever set up the source has said.
    pub(super) const fn is_about_wish(&self) -> bool {
        matches!(
            self,
            Self::NoChoice { chosen: true, .. } | Self::Smuggled { chosen: true, .. }
        )
    }
}
