//! Authentication of requests.

use candor_gateway::{AccessError, Gateway, RequestPath};
use candor_model::CallerIdentity;
use candor_wire::HeaderFields;

use crate::bearer::{BearerError, bearer};

/// Headers with which proxies identify the original client.
const FORWARDING: [&str; 9] = [
    "forwarded",
    "via",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-forwarded-server",
    "x-original-forwarded-for",
    "x-real-ip",
    "cf-connecting-ip",
];

/// Why a request is not authenticated. Every face answers with 401.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AuthenticationError {
    /// The credential cannot be parsed.
    #[error(transparent)]
    Unreadable(#[from] BearerError),
    /// There is no credential, or an invalid one.
    #[error(transparent)]
    Refused(#[from] AccessError),
}

/// Authenticates a request by its headers. A token that does not work is
/// refused, also where none is needed.
pub fn authenticate<'a>(
    gateway: &Gateway,
    headers: impl Into<HeaderFields<'a>>,
) -> Result<CallerIdentity, AuthenticationError> {
    let headers = headers.into();
    Ok(gateway.authenticate(bearer(headers)?, request_path(headers))?)
}

/// The path of a request, by its headers. A proxy that adds none of them is not detected; its
/// address must then be configured.
pub fn request_path<'a>(headers: impl Into<HeaderFields<'a>>) -> RequestPath {
    if headers.into().has_any(&FORWARDING) {
        RequestPath::Forwarded
    } else {
        RequestPath::Direct
    }
}

// === impl AuthenticationError ===

impl AuthenticationError {
    /// The value of `WWW-Authenticate`, which says what to present and whether the credential was
    /// invalid.
    pub fn www_authenticate(self) -> &'static str {
        match self {
            Self::Refused(AccessError::Nothing | AccessError::Forwarded) => {
                r#"Bearer realm="candor""#
            }
            Self::Refused(AccessError::Unknown) => {
                r#"Bearer realm="candor", error="invalid_token""#
            }
            Self::Unreadable(_) => r#"Bearer realm="candor", error="invalid_request""#,
        }
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderMap;

    use super::*;

    #[test]
    fn a_proxy_is_known_by_its_headers() {
        let mut headers = HeaderMap::new();
        headers.insert("accept", "*/*".parse().expect("a value"));
        assert_eq!(request_path(&headers), RequestPath::Direct);
        headers.insert("X-Forwarded-For", "192.0.2.1".parse().expect("a value"));
        assert_eq!(request_path(&headers), RequestPath::Forwarded);
    }

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
