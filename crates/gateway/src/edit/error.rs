//! Why an edit was refused. In that case nothing was changed.

use candor_model::{LabelError, ToolPatternError};
use candor_resolve::OpinionError;
use candor_store::StoreError;

/// Why an edit was refused.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// The request is invalid.
    #[error("{0}")]
    Invalid(String),
    /// It names something that does not exist.
    #[error("{0}")]
    Unknown(String),
    /// The name is already taken.
    #[error("{0}")]
    Exists(String),
    /// The configuration file says otherwise, and wins.
    #[error("{what} is declared in {place}, which wins over changes made here; change it there")]
    Declared {
        /// The field or thing that is declared.
        what: String,
        /// The file and line.
        place: String,
    },
    /// It would loosen what guards the editor's own calls.
    #[error(
        "this would let your own calls through unasked: {0}; a token with the approver role can \
         do it"
    )]
    OwnGuard(String),
    /// Another editor has changed it since it was read.
    #[error("{what} has changed since it was read; read it again and repeat the change")]
    Stale {
        /// What has changed, as the message names it.
        what: String,
        /// The current version; 0 if it was removed.
        found: u64,
    },
    /// The store failed.
    #[error(transparent)]
    Store(StoreError),
}

impl From<StoreError> for EditError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Stale { subject, found } => Self::Stale {
                what: format!("`{subject}`"),
                found,
            },
            StoreError::Missing { what } => Self::Unknown(format!("there is no {what}")),
            StoreError::Exists { what } => Self::Exists(format!("{what} exists already")),
            other => Self::Store(other),
        }
    }
}

impl From<OpinionError> for EditError {
    fn from(error: OpinionError) -> Self {
        Self::Invalid(error.to_string())
    }
}

impl From<ToolPatternError> for EditError {
    fn from(error: ToolPatternError) -> Self {
        Self::Invalid(error.to_string())
    }
}

impl From<LabelError> for EditError {
    fn from(error: LabelError) -> Self {
        Self::Invalid(error.to_string())
    }
}
