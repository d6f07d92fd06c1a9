//! Why an exchange over HTTP came to nothing.

use std::io;
use std::sync::Arc;

/// What went wrong on a connection that was up.
#[derive(Clone, Debug, thiserror::Error)]
pub(in super::super) enum HttpFailure {
    /// The connection was over before the response was.
    #[error("the connection ended before the response was complete")]
    Ended,
    /// The system says that it is broken.
    #[error("the connection broke")]
    Broken(#[source] Arc<io::Error>),
    /// What the server sent is not HTTP, or not clearly so.
    #[error("the response is not valid HTTP: {0}")]
    Malformed(String),
    /// What the library for HTTP/2 says.
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
