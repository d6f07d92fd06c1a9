//! Errors of a link or of one exchange.

use std::error::Error;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use super::last_words::last_words;

/// Why a message could not be sent or got no answer. Cheap to clone, because a broken link reports
/// it to every open exchange. The texts contain no credentials.
#[derive(Clone, Debug, thiserror::Error)]
pub enum LinkError {
    /// The command of a stdio server could not be started.
    #[error("cannot start `{command}`")]
    Spawn {
        /// The program, without its arguments.
        command: String,
        /// The error of the operating system.
        #[source]
        cause: Arc<io::Error>,
    },
    /// The server could not be reached.
    #[error("cannot connect to `{url}`")]
    Connect {
        /// The address, with credentials hidden.
        url: String,
        /// The error of the HTTP client.
        #[source]
        cause: Arc<dyn Error + Send + Sync>,
    },
    /// An HTTP error status, with a body that is not a JSON-RPC error.
    #[error("the server answered with HTTP status {status}{}", quoted(body))]
    Status {
        /// The HTTP status code.
        status: u16,
        /// The first 500 characters of the body.
        body: String,
    },
    /// The server no longer knows the session; `initialize` must be sent again.
    #[error("the server has ended the session")]
    SessionExpired,
    /// The connection ended, or was closed on our side.
    #[error("the connection is closed: {detail}")]
    Closed {
        /// How it ended.
        detail: String,
    },
    /// The process of a stdio server ended.
    #[error("the server ended with {status}{}", said(stderr_tail))]
    Exited {
        /// The exit code or signal, in words.
        status: String,
        /// The last 2 KiB of its standard error.
        stderr_tail: String,
    },
    /// The answer is larger than the limit of the link.
    #[error("the message is larger than the limit of {limit} bytes")]
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// The answer violates the protocol.
    #[error("the server answered with something that is no MCP message: {detail}")]
    Garbage {
        /// What is wrong with it.
        detail: String,
    },
    /// A step of opening the connection took too long.
    #[error("{step} took longer than {limit:?}")]
    Timeout {
        /// The step that timed out.
        step: String,
        /// The time limit of the step.
        limit: Duration,
    },
    /// The request or the endpoint itself is invalid, and nothing was sent.
    #[error("{detail}")]
    Invalid {
        /// What is wrong and how to fix it.
        detail: String,
    },
    /// The link was already down, and nothing was sent.
    #[error(transparent)]
    NotSent(Box<LinkError>),
}

// === impl LinkError ===

impl LinkError {
    /// Whether the server may have received the request and acted on it. If true, the outcome of a
    /// call is unknown; if false, the request can be sent again.
    ///
    /// A refusal by status (4xx) counts as not acted upon, except 408, which a server or a proxy
    /// may send while the work continues.
    pub fn request_was_sent(&self) -> bool {
        match self {
            Self::Spawn { .. }
            | Self::Connect { .. }
            | Self::SessionExpired
            | Self::Timeout { .. }
            | Self::Invalid { .. }
            | Self::NotSent(_) => false,
            Self::Status { status, .. } => *status >= 500 || *status == 408,
            Self::Closed { .. }
            | Self::Exited { .. }
            | Self::TooLarge { .. }
            | Self::Garbage { .. } => true,
        }
    }

    /// The underlying error, whether or not the request was sent.
    pub fn root(&self) -> &Self {
        match self {
            Self::NotSent(inner) => inner.root(),
            other => other,
        }
    }

    /// The same error, for a request that was never sent.
    pub(crate) fn not_sent(self) -> Self {
        match self {
            Self::NotSent(_) => self,
            other => Self::NotSent(Box::new(other)),
        }
    }

    pub(crate) fn closed(detail: impl Into<String>) -> Self {
        Self::Closed {
            detail: detail.into(),
        }
    }

    pub(crate) fn garbage(detail: impl fmt::Display) -> Self {
        Self::Garbage {
            detail: detail.to_string(),
        }
    }
}

/// The body after a colon, or an empty string.
fn quoted(body: &str) -> String {
    match body.trim() {
        "" => String::new(),
        body => format!(": `{body}`"),
    }
}

/// The last line of a process's standard error.
fn said(stderr: &str) -> String {
    match last_words(stderr) {
        Some(line) => format!("; its last words: `{line}`"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_whether_the_outcome_is_open() {
        let status = |status| LinkError::Status {
            status,
            body: " ".into(),
        };
        let exited = LinkError::Exited {
            status: "signal: 9".into(),
            stderr_tail: "a\n b \n\n".into(),
        };
        let cases = [
            (
                status(500),
                true,
                "the server answered with HTTP status 500",
            ),
            (
                status(408),
                true,
                "the server answered with HTTP status 408",
            ),
            (
                status(404),
                false,
                "the server answered with HTTP status 404",
            ),
            (
                status(307),
                false,
                "the server answered with HTTP status 307",
            ),
            (
                LinkError::SessionExpired,
                false,
                "the server has ended the session",
            ),
            (LinkError::closed("x"), true, "the connection is closed: x"),
            (
                exited.clone(),
                true,
                "the server ended with signal: 9; its last words: `b`",
            ),
            (
                exited.not_sent().not_sent(),
                false,
                "the server ended with signal: 9; its last words: `b`",
            ),
        ];
        for (error, sent, text) in cases {
            assert_eq!(
                (error.request_was_sent(), &*error.to_string()),
                (sent, text)
            );
            assert!(!matches!(error.root(), LinkError::NotSent(_)));
        }
    }
}
