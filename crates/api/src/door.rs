//! What every request passes first and every response last.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use candor_web::HostCheck;
use http::{HeaderValue, header};

use crate::problem::{Kind, Problem};

/// Lets in whoever may come in, and writes problems out.
pub(crate) async fn door(
    State(hosts): State<Arc<HostCheck>>,
    request: Request,
    next: Next,
) -> Response {
    let instance = request.uri().path().to_owned();
    let response = match hosts.check(request.headers(), request.uri()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => Problem::new(Kind::Forbidden, refusal).into_response(),
    };
    let mut response = finished(response, &instance);
    let headers = response.headers_mut();
    // What is said about a tool may change at any moment.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    response
}

fn finished(mut response: Response, instance: &str) -> Response {
    let Some(problem) = response.extensions_mut().remove::<Problem>() else {
        return response;
    };
    let mut written = problem.written(instance);
    if let Some(allow) = response.headers_mut().remove(header::ALLOW) {
        written.headers_mut().insert(header::ALLOW, allow);
    }
    written
}
