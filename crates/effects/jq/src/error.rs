//! Selection errors, worded for the model.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use crate::FilterError;

/// Why a selection failed. The sentences are for the author of the filter, except for
/// [`Self::is_ours`].
#[derive(Debug, thiserror::Error)]
pub enum SelectError {
    /// The filter is too long to look at.
    #[error(transparent)]
    TooLong(FilterError),
    /// The filter is wrong.
    #[error("{sentence}")]
    Filter {
        /// The message of a [`FilterError`], with the place and an example.
        sentence: String,
    },
    /// The document is larger than a filter may be given.
    #[error(
        "the reply has {size} bytes, and a filter can be applied to at most {limit}; ask for less \
         with the tool's own arguments"
    )]
    InputTooLarge {
        /// Bytes it has.
        size: usize,
        /// Bytes it may have.
        limit: usize,
    },
    /// The document is not JSON.
    #[error(
        "the reply is not JSON, so no filter can be applied to it ({detail}); call without one"
    )]
    NotJson {
        /// What is wrong with it, and where.
        detail: String,
    },
    /// The document or an output is nested too deeply.
    #[error(
        "the reply or an output is nested more than {limit} levels deep; call without a filter, \
         or build less nesting"
    )]
    TooDeep {
        /// The maximum nesting.
        limit: usize,
    },
    /// The filter calls itself too often.
    #[error(
        "the filter recurses too deeply; use `recurse`, `range`, `limit` or `reduce` instead of a \
         function that calls itself"
    )]
    Recursion,
    /// The outputs are longer than they may be.
    #[error(
        "the filter's output has more than {limit} bytes; select fewer fields such as \
         `.items[] | {{id, name}}`, or fewer items such as `.items[:20]`"
    )]
    OutputTooLarge {
        /// Bytes they may have together.
        limit: usize,
    },
    /// The filter ran too long.
    #[error("the filter did not finish within {limit:?}; select by a path, or loop over less")]
    TimedOut {
        /// The timeout that was exceeded.
        limit: Duration,
    },
    /// The filter needed too much memory.
    #[error("the filter needed more than {limit} bytes of memory; build less, or loop over less")]
    OutOfMemory {
        /// The memory limit of a worker.
        limit: u64,
    },
    /// The filter raised an error.
    #[error("the filter failed{}: {message}", after(*.before))]
    Failed {
        /// The message of jq, shortened.
        message: String,
        /// The number of earlier outputs. They are not returned, because a partial result would
        /// look complete.
        before: u64,
    },
    /// All workers were busy for as long as a job may take.
    #[error("no filter could be run within {limit:?}, because others are running; try again")]
    Busy {
        /// The timeout that was exceeded.
        limit: Duration,
    },
    /// The worker ended in the middle of the job.
    #[error("the process that ran the filter ended unexpectedly ({detail}); try another filter")]
    Crashed {
        /// How it ended, and its last output.
        detail: String,
    },
    /// The worker answered nonsense.
    #[error("the process that ran the filter answered what cannot be understood")]
    Garbled(#[source] io::Error),
    /// The worker could not be started.
    #[error("the filter process `{program}` cannot be started")]
    NotStarted {
        /// The path of the program.
        program: PathBuf,
        /// The error that prevented it.
        #[source]
        cause: io::Error,
    },
    /// The worker could not be confined, so it did nothing.
    #[error("filters are not available: {detail}")]
    Unconfined {
        /// The reason, as a sentence.
        detail: String,
    },
}

// === impl SelectError ===

impl SelectError {
    /// Whether neither filter nor document caused it, so that operators should be notified.
    pub fn is_ours(&self) -> bool {
        matches!(
            self,
            Self::Busy { .. }
                | Self::Crashed { .. }
                | Self::Garbled(_)
                | Self::NotStarted { .. }
                | Self::Unconfined { .. }
        )
    }
}

fn after(outputs: u64) -> String {
    match outputs {
        0 => String::new(),
        1 => " after 1 output".to_owned(),
        _ => format!(" after {outputs} outputs"),
    }
}
