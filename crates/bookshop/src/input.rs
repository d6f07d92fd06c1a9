//! What a request carries, read strictly: whatever does not fit becomes a [`Problem`].

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;

use crate::problem::Problem;

/// The largest body.
pub(crate) const BODY: usize = 64 * 1024;
/// The longest idempotency key.
const KEY: usize = 100;

/// The JSON of a body.
pub(crate) struct Body<T>(pub(crate) T);

/// The id in a path.
pub(crate) struct Id(pub(crate) u64);

/// The query of a target.
pub(crate) struct Asked<T>(pub(crate) T);

/// The `Idempotency-Key` of a request.
pub(crate) struct Key(pub(crate) Option<String>);

// === impl Body ===

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        check_type(request.headers())?;
        let bytes = Bytes::from_request(request, state).await;
        let bytes = bytes.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => {
                let detail = format!("the body has more than {BODY} bytes");
                Problem::new(StatusCode::PAYLOAD_TOO_LARGE, detail)
            }
            _ => Problem::bad_request(rejection.body_text()),
        })?;
        serde_json::from_slice(&bytes)
            .map(Self)
            .map_err(|error| Problem::bad_request(format!("the body does not fit: {error}")))
    }
}

/// Also a lock on the door: a page in a browser cannot send this type without asking first.
fn check_type(headers: &HeaderMap) -> Result<(), Problem> {
    let value = headers.get(header::CONTENT_TYPE);
    let value = value.map_or(Ok(""), |value| value.to_str());
    let named = value.unwrap_or_default();
    let media = named.split(';').next().unwrap_or_default().trim();
    if media.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    let named: String = named.chars().take(100).collect();
    let detail = format!("the body must be `application/json`, not `{named}`");
    Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, detail))
}

// === impl Id ===

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Path(text) = Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|rejection| Problem::bad_request(rejection.body_text()))?;
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse() {
            Ok(id) if digits && id > 0 => Ok(Self(id)),
            _ => {
                let text: String = text.chars().take(100).collect();
                let detail = format!("`{text}` is no id: it must be a whole number from 1");
                Err(Problem::bad_request(detail))
            }
        }
    }
}

// === impl Asked ===

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let query = Query::from_request_parts(parts, state).await;
        query
            .map(|Query(query)| Self(query))
            .map_err(|rejection| Problem::bad_request(rejection.body_text()))
    }
}

// === impl Key ===

impl<S: Send + Sync> FromRequestParts<S> for Key {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let mut keys = parts.headers.get_all("idempotency-key").iter();
        let (first, second) = (keys.next(), keys.next());
        let Some(first) = first else {
            return Ok(Self(None));
        };
        match first.to_str() {
            Ok(key) if (1..=KEY).contains(&key.len()) && second.is_none() => {
                Ok(Self(Some(key.to_owned())))
            }
            _ => Err(Problem::bad_request(format!(
                "`Idempotency-Key` must come once and have 1 to {KEY} visible characters"
            ))),
        }
    }
}
