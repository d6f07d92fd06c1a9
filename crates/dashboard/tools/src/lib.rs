//! The list of tools: search, filters, groups, bulk edits and suggestions.
//!
//! What the list shows of each tool is computed once per catalogue ([`list_cache`]); a request only
//! filters, sorts and renders one page.

mod bulk;
mod bulk_confirm;
mod bulk_report;
mod bulk_steps;
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

/// The routes of this crate.
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
