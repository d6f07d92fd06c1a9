//! Restricts access to local programs that address this shop.
//!
//! A page in a browser can be made to send requests to a local server, under its own host name or
//! directly to the address. Such requests are rejected.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};

use crate::problem::ProblemResponse;

/// The host names of the shop.
type ShopHosts = Arc<[String; 2]>;

/// Adds the check in front of the routes.
pub(crate) fn guard(router: Router, address: SocketAddr) -> Router {
    let names = [address.to_string(), format!("localhost:{}", address.port())];
    router.layer(from_fn_with_state(Arc::new(names), check))
}

async fn check(State(names): State<ShopHosts>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let host = match headers.get(header::HOST) {
        Some(host) => host.to_str().unwrap_or_default(),
        None => request.uri().authority().map_or("", |name| name.as_str()),
    };
    if !names.iter().any(|name| name.eq_ignore_ascii_case(host)) {
        let host: String = host.chars().take(100).collect();
        let detail = format!("this shop is `{}`, not `{host}`", names[0]);
        return ProblemResponse::new(StatusCode::MISDIRECTED_REQUEST, detail).into_response();
    }
    if headers.contains_key(header::ORIGIN) {
        let detail = "the shop does not serve pages in browsers; ask without `Origin`";
        return ProblemResponse::new(StatusCode::FORBIDDEN, detail).into_response();
    }
    next.run(request).await
}
