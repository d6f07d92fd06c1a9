//! Who it is that asks.

use candor_gateway::{AccessError, Gateway};
use candor_model::CallerIdentity;
use http::HeaderMap;

use crate::bearer::{BearerError, bearer};

/// Why a request is not authenticated. Every face answers with 401.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AuthenticationError {
    /// What was presented cannot be read.
    #[error(transparent)]
    Unreadable(#[from] BearerError),
    /// Nothing was presented, or nothing that works.
    #[error(transparent)]
    Refused(#[from] AccessError),
}

/// Authenticates a request by its headers. A token that does not work is
/// refused, also where none is needed.
pub fn authenticate(
    gateway: &Gateway,
    headers: &HeaderMap,
) -> Result<CallerIdentity, AuthenticationError> {
    Ok(gateway.authenticate(bearer(headers)?)?)
}

// === impl AuthenticationError ===

impl AuthenticationError {
    /// The value of `WWW-Authenticate`, which says what to present, and whether what was
    /// presented is at fault.
    pub fn www_authenticate(self) -> &'static str {
        match self {
            Self::Refused(AccessError::Nothing) => r#"Bearer realm="candor""#,
            Self::Refused(AccessError::Unknown) => {
                r#"Bearer realm="candor", error="invalid_token""#
            }
            Self::Unreadable(_) => r#"Bearer realm="candor", error="invalid_request""#,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_challenge_says_what_was_wrong() {
        let challenge = |refusal: AuthenticationError| refusal.www_authenticate();
        assert_eq!(
            challenge(AccessError::Nothing.into()),
            r#"Bearer realm="candor""#
        );
        assert_eq!(
            challenge(AccessError::Unknown.into()),
            r#"Bearer realm="candor", error="invalid_token""#
        );
        assert_eq!(
            challenge(BearerError::Twice.into()),
            r#"Bearer realm="candor", error="invalid_request""#
        );
    }
}
