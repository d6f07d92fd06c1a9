//! Responses: JSON, and errors in the API's format.

use axum::response::{IntoResponse, Response};
use http::{StatusCode, header};
use serde_json::{Value, json};

/// A JSON response. Not cacheable, because tools come and go.
pub(crate) fn json(body: &Value) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, body.to_string()).into_response()
}

/// There is no such server or version.
pub(crate) fn not_found() -> Response {
    error(StatusCode::NOT_FOUND, "Server not found")
}

/// A parameter cannot be read.
pub(crate) fn bad_request(sentence: &str) -> Response {
    error(StatusCode::BAD_REQUEST, sentence)
}

/// The store is unavailable.
pub(crate) fn unavailable() -> Response {
    error(
        StatusCode::SERVICE_UNAVAILABLE,
        "the gateway cannot read its store now; try again later",
    )
}

/// An error with its sentence.
pub(crate) fn error(status: StatusCode, sentence: &str) -> Response {
    (status, json(&json!({ "error": sentence }))).into_response()
}
