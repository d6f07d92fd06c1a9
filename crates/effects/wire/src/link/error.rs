//! Why a link, or one exchange over it, came to nothing.

use std::error::Error;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use super::last_words::last_words;

/// Why a message could not be sent or got no answer. Cheap to clone, since one broken link
/// tells every exchange that was open on it. No text in it holds a credential.
#[derive(Clone, Debug, thiserror::Error)]
pub enum LinkError {
    /// The command of a stdio server could not be started.
    #[error("cannot start `{command}`")]
    Spawn {
        /// The program, without its arguments.
        command: String,
        /// What the system said.
        #[source]
        cause: Arc<io::Error>,
    },
    /// The server could not be reached.
    #[error("cannot connect to `{url}`")]
    Connect {
        /// Where to, with credentials hidden.
        url: String,
        /// What the client said.
        #[source]
        cause: Arc<dyn Error + Send + Sync>,
    },
    /// An HTTP status that is no answer, with a body that is no JSON-RPC error.
    #[error("the server answered with HTTP status {status}{}", quoted(body))]
    Status {
        /// The HTTP status code.
        status: u16,
        /// The first 500 characters of the body.
        body: String,
    },
    /// The server has forgotten the session: `initialize` again.
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
        /// Exit code or signal, in words.
        status: String,
        /// The last 2 KiB of its standard error.
        stderr_tail: String,
    },
    /// The answer is larger than the link takes.
    #[error("the message is larger than the limit of {limit} bytes")]
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// The answer is not what the protocol says.
    #[error("the server answered with something that is no MCP message: {detail}")]
    Garbage {
        /// What is wrong with it.
        detail: String,
    },
    /// A step of opening the connection took too long.
    #[error("{step} took longer than {limit:?}")]
    Timeout {
        /// What was waited for.
        step: String,
        /// For how long.
        limit: Duration,
    },
    /// The request or the endpoint itself is at fault, and nothing was sent.
    #[error("{detail}")]
    Invalid {
        /// What is wrong and how to mend it.
        detail: String,
    },
    /// The link was down already, and nothing was sent.
    #[error(transparent)]
    NotSent(Box<LinkError>),
}

// === impl LinkError ===

impl LinkError {
    /// Whether the server may have seen the request and acted on it. Where this is true the
    /// outcome of a call is unknown; where it is false the request can be sent again.
    ///
    /// A refusal by status (4xx) counts as not acted upon, except 408, which a server or a
    /// proxy may send while the work goes on.
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

    /// What happened, whether or not the request was sent before.
    pub fn root(&self) -> &Self {
        match self {
            Self::NotSent(inner) => inner.root(),
            other => other,
        }
    }

    /// The same error, for a request that never left.
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

/// A body after a colon, or nothing.
fn quoted(body: &str) -> String {
    match body.trim() {
        "" => String::new(),
        body => format!(": `{body}`"),
    }
}

/// What a process said on its standard error about its end.
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
