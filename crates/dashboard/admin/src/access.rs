//! Access: tokens and roles.

mod create;
mod list;
mod revoke;
pub(crate) mod role;
mod sign_out_all;
mod token;

use axum::Router;
use axum::routing::{get, post};
use candor_dashboard_kit::{DashboardState, query};
use http::Uri;

/// The path of the page.
const PATH: &str = "/access";

pub(crate) fn routes() -> Router<DashboardState> {
    Router::new()
        .route("/access", get(list::list).post(create::create))
        .route(sign_out_all::PATH, post(sign_out_all::sign_out_all))
        .route(
            "/access/{id}/revoke",
            get(revoke::show).post(revoke::revoke),
        )
}

/// The status message for a finished action.
fn done(uri: &Uri) -> Option<&'static str> {
    let done = query::get(uri, "done")?;
    match done.as_str() {
        "revoked" => Some("Token revoked."),
        "signed-out" => Some("All browsers are signed out."),
        _ => None,
    }
}
