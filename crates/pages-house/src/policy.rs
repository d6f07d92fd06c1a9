//! What is allowed, asked about or denied: rules, preferences, and what would happen.

mod key;
mod prefer;
mod rule;
mod show;
mod simulate;
mod switch;
mod toolset;

use axum::Router;
use axum::routing::get;
use candor_frame::{Pages, query};
use http::Uri;

/// Where the rules and the preferences of the house are.
const PATH: &str = "/policy";

/// The pages about policy.
const BESIDE: [(&str, &str); 2] = [
    (PATH, "Rules and preferences"),
    (simulate::PATH, "What would happen"),
];

pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/policy", get(show::show).post(show::state))
        .route("/policy/toolsets", get(toolset::find))
        .route(
            "/policy/toolsets/{name}",
            get(toolset::show).post(toolset::state),
        )
        .route("/policy/simulate", get(simulate::simulate))
}

/// What has just been done, in a sentence, as the address says.
fn done(uri: &Uri) -> Option<&'static str> {
    Some(match query::get(uri, "done")?.as_str() {
        "stated" => "What you prefer was saved, and counts from the next call on.",
        "same" => "That is how it was; nothing was changed.",
        _ => return None,
    })
}
