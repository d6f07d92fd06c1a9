//! Errors of a call, worded for the model.

use std::fmt::Write as _;
use std::time::Duration;

use candor_model::FilePosition;

use crate::ProgramLoadError;

/// Why a call has no result. Each is a sentence for the caller of the tool.
#[derive(Debug, thiserror::Error)]
pub enum ScriptCallError {
    /// The program has no such tool.
    #[error("the program has no tool `{tool}`{}", meant(nearest.as_deref()))]
    Unknown {
        /// The name that was given.
        tool: String,
        /// A similar name.
        nearest: Option<String>,
    },
    /// The program has no such resource.
    #[error("the program has no resource `{uri}`")]
    UnknownResource {
        /// The address that was given.
        uri: String,
    },
    /// The code of the tool ended with an error that it did not answer with.
    #[error("the tool failed: {}{}", message, at(place.as_ref()))]
    Threw {
        /// What went wrong.
        message: String,
        /// The place in the program.
        place: Option<FilePosition>,
        /// The calls that led there, the innermost first.
        stack: Vec<String>,
    },
    /// It computed too long.
    #[error("the tool used more than {limit:?} of processor time and was stopped")]
    Processor {
        /// The CPU time limit.
        limit: Duration,
    },
    /// It held too much.
    #[error("the tool needed more than {} MiB of memory and was stopped", limit / (1024 * 1024))]
    Memory {
        /// Bytes it may hold.
        limit: u64,
    },
    /// It took too long.
    #[error("the tool did not finish within {limit:?} and was stopped")]
    Timeout {
        /// The timeout that was exceeded.
        limit: Duration,
    },
    /// Its result is too long.
    #[error("the tool's result has more than {limit} bytes; ask it for less")]
    TooLarge {
        /// Bytes it may have.
        limit: usize,
    },
    /// Its arguments are too long to be handed over.
    #[error("the arguments of the tool are too long: {detail}")]
    InputTooLarge {
        /// The size, as a sentence.
        detail: String,
    },
    /// Its process ended.
    #[error("the process that ran the tool ended unexpectedly: {detail}")]
    Crashed {
        /// How the process ended, as a sentence.
        detail: String,
    },
    /// There was no worker for it in time.
    #[error("all workers of the program were busy for {limit:?}; try again")]
    Busy {
        /// The timeout that was exceeded.
        limit: Duration,
    },
    /// A worker for it could not be started.
    #[error("the program could not be started: {cause}")]
    Unstartable {
        /// The error that prevented it.
        cause: Box<ProgramLoadError>,
    },
    /// A worker could not be confined, so it did nothing.
    #[error("tools in TypeScript are not available: {sentence}")]
    Unconfined {
        /// The reason, as a sentence.
        sentence: String,
    },
}

// === impl ScriptCallError ===

impl ScriptCallError {
    /// Whether the tool may have done something. If not, the same call can be made again.
    pub fn was_started(&self) -> bool {
        !matches!(
            self,
            Self::Unknown { .. }
                | Self::InputTooLarge { .. }
                | Self::Busy { .. }
                | Self::Unstartable { .. }
                | Self::Unconfined { .. }
        )
    }

    /// A worker that did not come up, as a call sees it.
    pub(crate) fn of_start(cause: ProgramLoadError) -> Self {
        match cause {
            ProgramLoadError::Unconfined { sentence } => Self::Unconfined { sentence },
            cause => Self::Unstartable {
                cause: Box::new(cause),
            },
        }
    }
}

fn meant(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

fn at(place: Option<&FilePosition>) -> String {
    let mut text = String::new();
    if let Some(place) = place {
        let _ = write!(text, " (at {place})");
    }
    text
}
