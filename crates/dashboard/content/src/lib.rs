//! Prompts, resources and resource templates: lists of them, and a page for each.
//!
//! What the lists show is computed once per catalogue ([`content_index`]); a request only filters
//! and renders one page.

mod content_index;
mod content_row;
mod definition;
mod list;
mod paths;
mod show;

use std::sync::Arc;

use axum::routing::get;
use axum::{Extension, Router};
use candor_dashboard_kit::DashboardState;

use crate::content_index::ContentIndexCache;

/// The pages of this crate.
pub fn routes() -> Router<DashboardState> {
    Router::new()
        .route(paths::PROMPTS, get(list::prompts))
        .route("/prompts/{name}", get(show::prompt))
        .route(paths::RESOURCES, get(list::resources))
        .route(paths::RESOURCE, get(show::resource))
        .layer(Extension(Arc::new(ContentIndexCache::default())))
}
