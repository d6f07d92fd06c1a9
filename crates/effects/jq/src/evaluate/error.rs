//! Why the evaluation of a filter failed.

use crate::FilterError;

/// Why a filter gave no outputs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluateError {
    /// The filter itself is wrong.
    #[error(transparent)]
    Filter(#[from] FilterError),
    /// The document is not JSON.
    #[error("the document is not JSON: {detail}")]
    NotJson {
        /// What is wrong with it, and where.
        detail: String,
    },
    /// The document or an output is nested too deeply.
    #[error("the document or an output is nested more than {limit} levels deep")]
    TooDeep {
        /// The maximum nesting.
        limit: usize,
    },
    /// The outputs exceed the size limit.
    #[error("the outputs have more than {limit} bytes")]
    TooLarge {
        /// The maximum total size.
        limit: usize,
    },
    /// The filter raised an error.
    #[error("jq says: {message}")]
    Failed {
        /// The message, shortened.
        message: String,
        /// The number of earlier outputs.
        before: usize,
    },
}
