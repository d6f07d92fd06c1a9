//! Strict parsing of requests: anything invalid becomes a [`ProblemResponse`].

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;

use crate::problem::ProblemResponse;

/// The largest body.
pub(crate) const BODY: usize = 64 * 1024;
/// The longest idempotency key.
const KEY: usize = 100;

/// The JSON of a body.
pub(crate) struct ShopJson<T>(pub(crate) T);

/// The id in a path.
pub(crate) struct PathId(pub(crate) u64);

/// The query of a target.
pub(crate) struct TargetQuery<T>(pub(crate) T);

/// The `Idempotency-Key` of a request.
pub(crate) struct IdempotencyKey(pub(crate) Option<String>);

// === impl ShopJson ===

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for ShopJson<T> {
    type Rejection = ProblemResponse;

    async fn from_request(request: Request, state: &S) -> Result<Self, ProblemResponse> {
        check_type(request.headers())?;
        let bytes = Bytes::from_request(request, state).await;
        let bytes = bytes.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => {
                let detail = format!("the body has more than {BODY} bytes");
                ProblemResponse::new(StatusCode::PAYLOAD_TOO_LARGE, detail)
            }
            _ => ProblemResponse::bad_request(rejection.body_text()),
        })?;
        serde_json::from_slice(&bytes).map(Self).map_err(|error| {
            ProblemResponse::bad_request(format!("the body does not fit: {error}"))
        })
    }
}

/// Also a lock on the door: a page in a browser cannot send this type without asking first.
fn check_type(headers: &HeaderMap) -> Result<(), ProblemResponse> {
    let value = headers.get(header::CONTENT_TYPE);
    let value = value.map_or(Ok(""), |value| value.to_str());
    let named = value.unwrap_or_default();
    let media = named.split(';').next().unwrap_or_default().trim();
    if media.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    let named: String = named.chars().take(100).collect();
    let detail = format!("the body must be `application/json`, not `{named}`");
    Err(ProblemResponse::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        detail,
    ))
}

// === impl PathId ===

impl<S: Send + Sync> FromRequestParts<S> for PathId {
    type Rejection = ProblemResponse;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ProblemResponse> {
        let Path(text) = Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|rejection| ProblemResponse::bad_request(rejection.body_text()))?;
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse() {
            Ok(id) if digits && id > 0 => Ok(Self(id)),
            _ => {
                let text: String = text.chars().take(100).collect();
                let detail = format!("`{text}` is no id: it must be a whole number from 1");
                Err(ProblemResponse::bad_request(detail))
            }
        }
    }
}

// === impl TargetQuery ===

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for TargetQuery<T> {
    type Rejection = ProblemResponse;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ProblemResponse> {
        let query = Query::from_request_parts(parts, state).await;
        query
            .map(|Query(query)| Self(query))
            .map_err(|rejection| ProblemResponse::bad_request(rejection.body_text()))
    }
}

// === impl IdempotencyKey ===

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = ProblemResponse;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ProblemResponse> {
        let mut keys = parts.headers.get_all("idempotency-key").iter();
        let (first, second) = (keys.next(), keys.next());
        let Some(first) = first else {
            return Ok(Self(None));
        };
        match first.to_str() {
            Ok(key) if (1..=KEY).contains(&key.len()) && second.is_none() => {
                Ok(Self(Some(key.to_owned())))
            }
            _ => Err(ProblemResponse::bad_request(format!(
                "`Idempotency-Key` must come once and have 1 to {KEY} visible characters"
            ))),
        }
    }
}
