//! Startup errors, with how to fix them.

use std::io;
use std::net::SocketAddr;

use candor_gateway::SignInError;
use candor_store::{JournalError, KeyringError, OwnerSecretError, StoreError};
use candor_webhook::WebhookError;

/// Why the gateway did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Tokens are required, and there are none.
    #[error(
        "will not listen on `{0}`: callers need a token there, and there are none; create one \
         with `candor token create NAME --role caller`, or listen on 127.0.0.1 with \
         `server.auth = \"auto\"`"
    )]
    NoTokens(SocketAddr),
    /// Others reach the gateway, tokens are required for that, and there are none.
    #[error(
        "will not listen: `{0}` says that others than this machine reach this gateway, so callers \
         need a token, and there are none; create one with `candor token create NAME --role admin`, \
         or remove the setting"
    )]
    NoTokensForOthers(&'static str),
    /// The address cannot be bound.
    #[error(
        "cannot listen on `{address}`; is another process there? `--listen 127.0.0.1:0` uses any \
         free port"
    )]
    Bind {
        /// The address in the settings.
        address: SocketAddr,
        /// The error of the system.
        #[source]
        cause: io::Error,
    },
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A webhook cannot be used.
    #[error(transparent)]
    Webhook(#[from] WebhookError),
    /// The key that encrypts secrets cannot be used.
    #[error(transparent)]
    Keyring(#[from] KeyringError),
    /// The owner's secret cannot be used.
    #[error(transparent)]
    OwnerSecret(#[from] OwnerSecretError),
    /// The owner cannot be signed in to the dashboard.
    #[error(transparent)]
    SignIn(#[from] SignInError),
    /// There is no free port for the demo.
    #[error(
        "cannot start the demo, which needs a free port on `127.0.0.1`; a configuration replaces \
         the demo: `candor config default > candor.toml` writes one to start with"
    )]
    Demo(#[source] io::Error),
    /// The tools of a pack cannot be created.
    #[error("the pack `{pack}` cannot be used")]
    Pack {
        /// The name of the pack.
        pack: &'static str,
        /// The error of the pack.
        #[source]
        cause: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A source's settings cannot be turned into a connection.
    #[error("source `{name}` has a URL that cannot be used: {reason}")]
    Url {
        /// The name of the source.
        name: candor_model::SourceName,
        /// What is wrong with it.
        reason: String,
    },
}
