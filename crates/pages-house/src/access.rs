//! Who may do what: tokens and roles.

mod create;
mod list;
mod revoke;
mod role;
mod token;

use axum::Router;
use axum::routing::get;
use candor_frame::{Pages, query};
use http::Uri;

/// Where the tokens are.
const PATH: &str = "/access";

pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/access", get(list::list).post(create::create))
        .route(
            "/access/{id}/revoke",
            get(revoke::show).post(revoke::revoke),
        )
}

/// What has just been done, in a sentence, as the address says.
fn done(uri: &Uri) -> Option<&'static str> {
    let done = query::get(uri, "done")?;
    (done == "revoked").then_some("The token was taken back. It works nowhere from now on.")
}
