//! Why a filter gave no outputs.

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
        /// How deep it may be.
        limit: usize,
    },
    /// The outputs are longer than wanted.
    #[error("the outputs have more than {limit} bytes")]
    TooLarge {
        /// How long they may be together.
        limit: usize,
    },
    /// The filter raised an error.
    #[error("jq says: {message}")]
    Failed {
        /// What it says, shortened.
        message: String,
        /// How many outputs there were before.
        before: usize,
    },
}
