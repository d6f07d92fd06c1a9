//! Why the gateway did not start, each with the way out.

use std::io;
use std::net::SocketAddr;

use candor_store::{JournalError, KeyringError, StoreError};
use candor_webhook::HookError;

/// Why the gateway did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Everybody must present a token, and there is none.
    #[error(
        "will not listen on `{0}`: whoever calls there must present a token, and there is none; \
         make one with `candor token create NAME --role caller`, or listen on 127.0.0.1 with \
         `server.auth = \"auto\"`"
    )]
    NoTokens(SocketAddr),
    /// The address cannot be bound.
    #[error(
        "cannot listen on `{address}`; is another process there? `--listen 127.0.0.1:0` takes any free port"
    )]
    Bind {
        /// Which address.
        address: SocketAddr,
        /// What the system said.
        #[source]
        cause: io::Error,
    },
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Somebody who is to be told cannot be.
    #[error(transparent)]
    Webhook(#[from] HookError),
    /// The key that seals secrets cannot be used.
    #[error(transparent)]
    Keyring(#[from] KeyringError),
    /// The demo has nowhere to be.
    #[error(
        "cannot open the demo, which needs a free port of `127.0.0.1`; with a configuration there \
         is no demo: `candor config default > candor.toml` writes one to begin with"
    )]
    Demo(#[source] io::Error),
    /// The tools of a pack cannot be made.
    #[error("the pack `{pack}` cannot be used")]
    Pack {
        /// Which.
        pack: &'static str,
        /// Why not.
        #[source]
        cause: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A source's settings cannot be turned into a connection.
    #[error("source `{name}` has a URL that cannot be used: {reason}")]
    Url {
        /// Which source.
        name: candor_model::SourceName,
        /// What is wrong with it.
        reason: String,
    },
}
