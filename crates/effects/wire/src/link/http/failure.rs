//! Why an HTTP exchange failed.

use std::io;
use std::sync::Arc;

/// A failure of an established connection.
#[derive(Clone, Debug, thiserror::Error)]
pub(in super::super) enum HttpFailure {
    /// The connection ended before the response was complete.
    #[error("the connection ended before the response was complete")]
    Ended,
    /// The operating system reported an error.
    #[error("the connection broke")]
    Broken(#[source] Arc<io::Error>),
    /// The server's bytes are not HTTP, or are ambiguous.
    #[error("the response is not valid HTTP: {0}")]
    Malformed(String),
    /// An error of the HTTP/2 library.
    #[error(transparent)]
    Http2(Arc<hyper::Error>),
}

// === impl HttpFailure ===

impl HttpFailure {
    pub(super) fn malformed(what: impl Into<String>) -> Self {
        Self::Malformed(what.into())
    }
}

impl From<io::Error> for HttpFailure {
    fn from(error: io::Error) -> Self {
        Self::Broken(Arc::new(error))
    }
}

impl From<hyper::Error> for HttpFailure {
    fn from(error: hyper::Error) -> Self {
        Self::Http2(Arc::new(error))
    }
}
