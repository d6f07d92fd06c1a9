//! Search over tools, toolsets and pages. The command palette shows the results of this page.

mod candidate;
mod page;
mod site_pages;
mod tool_index;

use std::sync::Arc;

use axum::routing::get;
use axum::{Extension, Router};
use candor_dashboard_kit::DashboardState;

use crate::tool_index::ToolIndexCache;

/// The pages of this crate.
pub fn routes() -> Router<DashboardState> {
    Router::new()
        .route(page::PATH, get(page::show))
        .layer(Extension(Arc::new(ToolIndexCache::default())))
}
