//! DELETE: ends a session.

use std::sync::Arc;

use axum::extract::{Request as HttpRequest, State};
use axum::response::Response;
use http::StatusCode;
use http::request::Parts as Head;

use super::{HttpEndpoint, answer, session_only};
use crate::refusal::TransportRefusal;

/// Handles the request.
pub(super) async fn delete(
    State(face): State<Arc<HttpEndpoint>>,
    request: HttpRequest,
) -> Response {
    let (head, _) = request.into_parts();
    match end(&face, &head) {
        Ok(()) => answer::empty(StatusCode::NO_CONTENT),
        Err(refusal) => refusal.response(None),
    }
}

fn end(face: &HttpEndpoint, head: &Head) -> Result<(), TransportRefusal> {
    let peer = face.admit(head)?;
    let id = session_only(head)?;
    let session = face.find_session(id, &peer)?;
    face.sessions.end(&session);
    Ok(())
}
