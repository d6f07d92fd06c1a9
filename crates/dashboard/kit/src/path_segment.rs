//! A path parameter with a name.

use axum::extract::{FromRequestParts, Path};
use http::StatusCode;
use http::request::Parts;

use crate::page_error::PageError;
use crate::state::DashboardState;

/// The only path parameter of a route, decoded.
pub struct PathSegment(pub String);

impl FromRequestParts<DashboardState> for PathSegment {
    type Rejection = PageError;

    async fn from_request_parts(
        parts: &mut Parts,
        pages: &DashboardState,
    ) -> Result<Self, PageError> {
        let read = Path::<String>::from_request_parts(parts, pages).await;
        read.map(|Path(text)| Self(text)).map_err(|_| {
            PageError::new(
                StatusCode::NOT_FOUND,
                "Page not found",
                "The address is invalid: it was changed or cut off.",
            )
            .link("/", "Overview")
        })
    }
}
