//! What the tools need, and why there may be none.

use candor_egress::EgressError;
use candor_functions::DefinitionProblems;
use candor_model::Secret;

/// One account of one server.
#[derive(Clone, Debug)]
pub struct NextcloudOptions {
    /// The address of the server, such as `https://cloud.example.com` or
    /// `https://example.com/nextcloud`.
    pub host: String,
    /// The login name of the account.
    pub username: String,
    /// An app password of the account. It is sent to the server and nowhere else.
    pub password: Secret<String>,
}

/// Why there are no tools, or why the server could not be asked.
#[derive(Debug, thiserror::Error)]
pub enum NextcloudError {
    /// The address is none.
    #[error("`{host}` is not the address of a Nextcloud server; write `https://` and its name")]
    Host {
        /// What was given.
        host: String,
    },
    /// The credentials cannot be sent.
    #[error("the user name is empty or holds a colon; use the login name of the account")]
    Username,
    /// There can be no requests.
    #[error("the HTTP client cannot be set up")]
    Client(#[source] EgressError),
    /// A definition is wrong.
    #[error("the definitions of the Nextcloud tools are not valid")]
    Definitions(#[source] DefinitionProblems),
    /// The server gave no list of its capabilities.
    #[error("{0}")]
    Capabilities(String),
}
