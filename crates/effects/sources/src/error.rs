//! Why a source did not answer.

use std::error::Error;
use std::fmt::Write as _;

use candor_model::SourceName;
use candor_wire::link::LinkError;

/// Why a question got no answer.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SourceError {
    /// The source is down; nothing was sent.
    #[error("source `{name}` {sentence}")]
    NotReady {
        /// The source's name.
        name: SourceName,
        /// How it is doing, reading on from its name.
        sentence: String,
    },
    /// As many calls are open as the source may have; nothing was sent.
    #[error(
        "source `{name}` is busy: {limit} calls are open already; try again when one has \
         finished, or raise the source's limit"
    )]
    Busy {
        /// The source's name.
        name: SourceName,
        /// How many calls it may have.
        limit: usize,
    },
    /// As many calls of one caller are open as one caller may have; nothing was sent.
    #[error(
        "source `{name}` is busy for `{caller}`: {share} of its calls are open already, and one \
         caller is given at most that many of {limit}; try again when one has finished, or raise \
         the source's limit"
    )]
    CallerBusy {
        /// The source's name.
        name: SourceName,
        /// The name of the caller.
        caller: String,
        /// How many calls one caller may have.
        share: usize,
        /// How many calls the source may have.
        limit: usize,
    },
    /// The question cannot be put to this source; nothing was sent.
    #[error("source `{name}` cannot be asked: {reason}")]
    Refused {
        /// The source's name.
        name: SourceName,
        /// Why, with the value at fault.
        reason: String,
    },
    /// The request could not be sent, or its answer did not make it.
    #[error("no answer came from source `{name}`")]
    Lost {
        /// The source's name.
        name: SourceName,
        /// What happened to the connection.
        #[source]
        cause: LinkError,
    },
    /// The API behind the source gave no answer.
    #[error("no answer came from source `{name}`: {reason}")]
    Unanswered {
        /// The source's name.
        name: SourceName,
        /// What happened, with the host.
        reason: String,
        /// Whether the request may have arrived.
        sent: bool,
    },
    /// The server answered a request of Candor's own with an error.
    #[error("source `{name}` refused `{method}`: {message} ({code})")]
    Declined {
        /// The source's name.
        name: SourceName,
        /// What it was asked.
        method: &'static str,
        /// The server's code.
        code: i64,
        /// The server's sentence.
        message: String,
    },
    /// The server did not answer a request of Candor's own.
    #[error("source `{name}` did not answer `{method}` within {seconds} s")]
    Silent {
        /// The source's name.
        name: SourceName,
        /// What it was asked.
        method: &'static str,
        /// How long it was waited for.
        seconds: u64,
    },
}

// === impl SourceError ===

impl SourceError {
    /// Whether the server may have seen the request and acted on it.
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

/// An error and its causes, joined by colons. A cause that the text before it already holds is
/// not said twice.
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
