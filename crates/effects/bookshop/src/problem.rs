//! Problem responses (RFC 9457).

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::error::ShopError;

/// A problem response. The status determines the kind, so the type is `about:blank`.
#[derive(Debug)]
pub(crate) struct ProblemResponse {
    status: StatusCode,
    detail: String,
    field: Option<&'static str>,
}

#[derive(Serialize)]
struct ProblemBody<'a> {
    r#type: &'a str,
    title: &'a str,
    status: u16,
    detail: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
}

// === impl ProblemResponse ===

impl ProblemResponse {
    pub(crate) fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self {
            status,
            detail: detail.into(),
            field: None,
        }
    }

    pub(crate) fn bad_request(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, detail)
    }
}

impl From<ShopError> for ProblemResponse {
    fn from(refusal: ShopError) -> Self {
        let status = match refusal {
            ShopError::UnknownBook(_) | ShopError::UnknownOrder(_) => StatusCode::NOT_FOUND,
            ShopError::ShelfFull
            | ShopError::OrdersFull
            | ShopError::OutOfStock { .. }
            | ShopError::StockBounds { .. }
            | ShopError::KeyReused { .. } => StatusCode::CONFLICT,
            ShopError::Empty { .. } | ShopError::TooLong { .. } | ShopError::OutOfRange { .. } => {
                StatusCode::BAD_REQUEST
            }
        };
        Self {
            status,
            detail: refusal.to_string(),
            field: refusal.field(),
        }
    }
}

impl IntoResponse for ProblemResponse {
    fn into_response(self) -> Response {
        let body = ProblemBody {
            r#type: "about:blank",
            title: self.status.canonical_reason().unwrap_or("Refused"),
            status: self.status.as_u16(),
            detail: &self.detail,
            field: self.field,
        };
        let mut response = (self.status, Json(body)).into_response();
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        response
    }
}
