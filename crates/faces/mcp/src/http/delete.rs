//! DELETE: ends a session.

use std::sync::Arc;

use axum::extract::{Request as HttpRequest, State};
use axum::response::Response;
use http::StatusCode;

use super::{HttpEndpoint, RequestHead, answer, session_only};
use crate::refusal::TransportRefusal;

/// Handles the request.
pub(super) async fn delete(
    State(face): State<Arc<HttpEndpoint>>,
    request: HttpRequest,
) -> Response {
    let (head, _) = request.into_parts();
    match end(&face, (&head).into()) {
        Ok(()) => answer::empty(StatusCode::NO_CONTENT),
        Err(refusal) => refusal.response(None),
    }
}

fn end(face: &HttpEndpoint, head: RequestHead<'_>) -> Result<(), TransportRefusal> {
    let peer = face.admit(head)?;
    let id = session_only(head.headers)?;
    let session = face.find_session(id, &peer)?;
    face.sessions.end(&session);
    Ok(())
}
