//! The error of a form that is shown again.

use candor_dashboard_kit::{PageError, to_sentence};
use candor_gateway::EditError;
use http::StatusCode;

/// An error and its status.
#[derive(Debug)]
pub(crate) struct FormError {
    pub(crate) status: StatusCode,
    pub(crate) sentence: String,
}

// === impl FormError ===

impl FormError {
    /// The form is invalid.
    pub(crate) fn invalid(sentence: impl AsRef<str>) -> Self {
        Self {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            sentence: to_sentence(sentence.as_ref()),
        }
    }

    /// An edit was refused. If the store failed or the subject is gone, there is no form to show
    /// again.
    pub(crate) fn of(error: &EditError) -> Result<Self, PageError> {
        let status = match error {
            EditError::Invalid(_) | EditError::Declared { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            EditError::Exists(_) | EditError::Stale { .. } => StatusCode::CONFLICT,
            EditError::OwnGuard(_) => StatusCode::FORBIDDEN,
            EditError::Unknown(_) | EditError::Store(_) => return Err(PageError::refused(error)),
        };
        Ok(Self {
            status,
            sentence: to_sentence(&error.to_string()),
        })
    }

    /// An edit conflict. The form can be submitted again for the current version.
    pub(crate) fn stale(what: &str) -> Self {
        Self::conflict(format!(
            "Someone else changed {what} after you opened this page, so your changes were not \
             saved. Your input is still below, next to the current values. Submit again if you \
             still want it."
        ))
    }

    /// An edit conflict with its own message.
    pub(crate) fn conflict(sentence: impl AsRef<str>) -> Self {
        Self {
            status: StatusCode::CONFLICT,
            sentence: to_sentence(sentence.as_ref()),
        }
    }
}
