//! All tools: found, filtered, grouped, and corrected many at a time.
//!
//! What a list needs of each tool is worked out once and kept as long as the catalogue is the
//! same ([`survey`]); a request only chooses, orders and draws one page of it.

mod bulk;
mod bulk_confirm;
mod bulk_report;
mod bulk_steps;
mod counts;
mod hint_value;
mod list;
mod list_cache;
mod list_query;
mod order;
mod row;
mod suggestions;

use std::sync::Arc;

use axum::routing::get;
use axum::{Extension, Router};
use candor_dashboard_kit::{DashboardState, see_other};

use crate::list_cache::ToolListCache;

/// The pages of this part of the site.
const BESIDE: [(&str, &str); 2] = [
    ("/tools", "All tools"),
    ("/tools/suggestions", "Suggestions"),
];

/// The pages of this crate.
pub fn routes() -> Router<DashboardState> {
    let bulk = get(async || see_other("/tools")).post(bulk::bulk);
    let accept = get(async || see_other(suggestions::PATH)).post(suggestions::accept::accept);
    Router::new()
        .route("/tools", get(list::show))
        .route(bulk::PATH, bulk)
        .route(suggestions::PATH, get(suggestions::show))
        .route(suggestions::accept::PATH, accept)
        .layer(Extension(Arc::new(ToolListCache::default())))
}
