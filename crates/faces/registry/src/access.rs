//! Access to the registry.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use candor_config::RegistryAccess;
use candor_model::Role;
use http::{HeaderValue, StatusCode, header};

use crate::reply;
use crate::router::RegistryState;

/// Lets a request pass that addresses this gateway and comes from a user who may read.
pub(crate) async fn check(
    State(state): State<Arc<RegistryState>>,
    request: Request,
    next: Next,
) -> Response {
    match admit(&state, &request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => *refusal,
    }
}

fn admit(state: &RegistryState, request: &Request) -> Result<(), Box<Response>> {
    let headers = request.headers();
    let refuse = |status, sentence: String| Box::new(reply::error(status, &sentence));
    let checked = state.config.hosts.check(headers, request.uri());
    checked.map_err(|error| refuse(StatusCode::FORBIDDEN, error.to_string()))?;
    if state.config.access == RegistryAccess::Public {
        return Ok(());
    }
    let identity = candor_web::authenticate(&state.gateway, headers).map_err(|refusal| {
        let mut response = reply::error(StatusCode::UNAUTHORIZED, &refusal.to_string());
        let asks = HeaderValue::from_static(refusal.www_authenticate());
        response
            .headers_mut()
            .insert(header::WWW_AUTHENTICATE, asks);
        Box::new(response)
    })?;
    if identity.may(Role::Viewer) {
        return Ok(());
    }
    let sentence = "this requires the role `viewer`".to_owned();
    Err(refuse(StatusCode::FORBIDDEN, sentence))
}
