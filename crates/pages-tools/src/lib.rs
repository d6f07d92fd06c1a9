//! All tools: found, filtered, grouped, and corrected many at a time.
//!
//! What a list needs of each tool is worked out once and kept as long as the catalogue is the
//! same ([`survey`]); a request only chooses, orders and draws one page of it.

mod bulk;
mod confirm;
mod list;
mod order;
mod plan;
mod report;
mod row;
mod suggestions;
mod survey;
mod thousands;
mod tri;
mod wish;

use std::sync::Arc;

use axum::routing::get;
use axum::{Extension, Router};
use candor_frame::{Pages, see};

use crate::survey::Surveys;

/// The pages of this part of the site.
const BESIDE: [(&str, &str); 2] = [
    ("/tools", "All tools"),
    ("/tools/suggestions", "Suggestions"),
];

/// The pages of this crate.
pub fn routes() -> Router<Pages> {
    let bulk = get(async || see("/tools")).post(bulk::bulk);
    let accept = get(async || see(suggestions::PATH)).post(suggestions::accept::accept);
    Router::new()
        .route("/tools", get(list::show))
        .route(bulk::PATH, bulk)
        .route(suggestions::PATH, get(suggestions::show))
        .route(suggestions::accept::PATH, accept)
        .layer(Extension(Arc::new(Surveys::default())))
}
