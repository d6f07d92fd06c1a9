//! Early refusals, and their representation in HTTP.

use axum::response::{IntoResponse, Response};
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderMap, StatusCode};

use super::origin;
use crate::rpc::{self, INVALID_REQUEST, RawFragment, RefusedText, RpcError};

/// A refusal at the level of HTTP, with a JSON-RPC body.
pub(crate) struct HttpRefusal {
    status: StatusCode,
    id: RawFragment,
    error: RpcError,
}

pub(crate) fn check_origin(headers: &HeaderMap) -> Result<(), HttpRefusal> {
    origin::refusal(headers).map_or(Ok(()), |why| {
        Err(HttpRefusal::new(StatusCode::FORBIDDEN, why))
    })
}

pub(crate) fn check_media_types(headers: &HeaderMap) -> Result<(), HttpRefusal> {
    let sent = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    if !sent.starts_with("application/json") {
        let why = format!("`Content-Type` must be application/json, not `{sent}`");
        return Err(HttpRefusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
    }
    if !accepts(headers, "application/json") || !accepts(headers, "text/event-stream") {
        let why = "`Accept` must allow application/json and text/event-stream";
        return Err(HttpRefusal::new(StatusCode::NOT_ACCEPTABLE, why));
    }
    Ok(())
}

pub(crate) fn accepts(headers: &HeaderMap, media_type: &str) -> bool {
    let mut values = headers.get_all(ACCEPT).iter().peekable();
    values.peek().is_none()
        || values.any(|value| {
            let text = String::from_utf8_lossy(value.as_bytes());
            text.contains(media_type) || text.contains("*/*")
        })
}

pub(crate) fn json_response(status: u16, body: String) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, [(CONTENT_TYPE, "application/json")], body).into_response()
}

// === impl HttpRefusal ===

impl HttpRefusal {
    pub(crate) fn new(status: StatusCode, why: impl Into<String>) -> Self {
        Self {
            status,
            id: rpc::null(),
            error: RpcError::new(INVALID_REQUEST, why),
        }
    }

    /// The refusal as a response to a request.
    pub(crate) fn under(self, id: &RawFragment) -> Self {
        Self {
            id: id.clone(),
            ..self
        }
    }
}

impl IntoResponse for HttpRefusal {
    fn into_response(self) -> Response {
        json_response(self.status.as_u16(), self.error.answer(&self.id))
    }
}

impl From<RefusedText> for HttpRefusal {
    fn from(refused: RefusedText) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            id: refused.id,
            error: refused.error,
        }
    }
}
