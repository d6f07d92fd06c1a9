//! The part of a path that names something.

use axum::extract::{FromRequestParts, Path};
use http::StatusCode;
use http::request::Parts;

use crate::pages::Pages;
use crate::wrong::Wrong;

/// The one part of a path that differs, decoded.
pub struct Segment(pub String);

impl FromRequestParts<Pages> for Segment {
    type Rejection = Wrong;

    async fn from_request_parts(parts: &mut Parts, pages: &Pages) -> Result<Self, Wrong> {
        let read = Path::<String>::from_request_parts(parts, pages).await;
        read.map(|Path(text)| Self(text)).map_err(|_| {
            Wrong::new(
                StatusCode::NOT_FOUND,
                "There is nothing here",
                "The address of this page cannot be read; it was changed or cut short.",
            )
            .way("/", "Overview")
        })
    }
}
