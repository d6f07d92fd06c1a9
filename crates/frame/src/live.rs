//! `/live`: that something has happened, as it happens.
//!
//! An event says what kind of thing has changed, never what it is now: whoever hears it looks
//! again, at what they may see.

use axum::extract::State;
use axum::response::Response;
use http::StatusCode;

use crate::frame::see;
use crate::pages::Pages;
use crate::visitor::Visitor;
use crate::wrong::Wrong;

/// `GET /live`
pub(crate) async fn live(
    State(_pages): State<Pages>,
    _visitor: Visitor,
) -> Result<Response, Wrong> {
    let _ = StatusCode::OK;
    Ok(see("/"))
}
