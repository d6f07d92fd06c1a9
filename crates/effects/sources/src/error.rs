//! Why a source did not answer.

use std::error::Error;
use std::fmt::Write as _;

use candor_model::SourceName;
use candor_wire::link::LinkError;

/// Why a request got no answer.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SourceError {
    /// The source is down; nothing was sent.
    #[error("source `{name}` {sentence}")]
    NotReady {
        /// The name of the source.
        name: SourceName,
        /// Its state, as a continuation of its name.
        sentence: String,
    },
    /// The source has reached its limit of open calls; nothing was sent.
    #[error(
        "source `{name}` is busy: {limit} calls are open already; try again when one has \
         finished, or raise the source's limit"
    )]
    Busy {
        /// The name of the source.
        name: SourceName,
        /// The maximum number of calls.
        limit: usize,
    },
    /// The caller has reached its share of open calls; nothing was sent.
    #[error(
        "source `{name}` is busy for `{caller}`: {share} of its calls are open already, and one \
         caller is given at most that many of {limit}; try again when one has finished, or raise \
         the source's limit"
    )]
    CallerBusy {
        /// The name of the source.
        name: SourceName,
        /// The name of the caller.
        caller: String,
        /// The maximum number of calls of one caller.
        share: usize,
        /// The maximum number of calls of the source.
        limit: usize,
    },
    /// The request cannot be sent to this source; nothing was sent.
    #[error("source `{name}` cannot be asked: {reason}")]
    Refused {
        /// The name of the source.
        name: SourceName,
        /// The reason, with the value at fault.
        reason: String,
    },
    /// The request could not be sent, or its answer was lost.
    #[error("no answer came from source `{name}`")]
    Lost {
        /// The name of the source.
        name: SourceName,
        /// What happened to the connection.
        #[source]
        cause: LinkError,
    },
    /// The API behind the source did not answer.
    #[error("no answer came from source `{name}`: {reason}")]
    Unanswered {
        /// The name of the source.
        name: SourceName,
        /// What happened, with the host.
        reason: String,
        /// Whether the request may have arrived.
        sent: bool,
    },
    /// The server answered one of Candor's own requests with an error.
    #[error("source `{name}` refused `{method}`: {message} ({code})")]
    Declined {
        /// The name of the source.
        name: SourceName,
        /// The method of the request.
        method: &'static str,
        /// The server's error code.
        code: i64,
        /// The server's error message.
        message: String,
    },
    /// The server did not answer one of Candor's own requests.
    #[error("source `{name}` did not answer `{method}` within {seconds} s")]
    Silent {
        /// The name of the source.
        name: SourceName,
        /// The method of the request.
        method: &'static str,
        /// The time limit in seconds.
        seconds: u64,
    },
}

// === impl SourceError ===

impl SourceError {
    /// Whether the server may have received the request and acted on it.
    pub fn outcome_is_unknown(&self) -> bool {
        match self {
            Self::Lost { cause, .. } => cause.request_was_sent(),
            Self::Unanswered { sent, .. } => *sent,
            Self::Silent { .. } => true,
            Self::NotReady { .. }
            | Self::Busy { .. }
            | Self::CallerBusy { .. }
            | Self::Refused { .. }
            | Self::Declined { .. } => false,
        }
    }

    /// The source that did not answer.
    pub fn source_name(&self) -> &SourceName {
        match self {
            Self::NotReady { name, .. }
            | Self::Busy { name, .. }
            | Self::CallerBusy { name, .. }
            | Self::Refused { name, .. }
            | Self::Lost { name, .. }
            | Self::Unanswered { name, .. }
            | Self::Declined { name, .. }
            | Self::Silent { name, .. } => name,
        }
    }

    /// The error and its causes as one line, for people.
    pub fn sentence(&self) -> String {
        chain(self)
    }
}

/// An error and its causes, joined by colons. A cause that the preceding text already contains is
/// not repeated.
pub(crate) fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let next = error.to_string();
        if !text.ends_with(&next) {
            let _ = write!(text, ": {next}");
        }
        cause = error.source();
    }
    text
}
