//! The overview: sources, calls, pending approvals and recent changes on one page.

mod call_volume;
mod catalogue_stats;
mod configuration;
mod definition_problems;
mod page;
mod pending;
mod source_health;
mod tiles;

use std::sync::Arc;

use axum::routing::get;
use axum::{Extension, Router};
use candor_dashboard_kit::DashboardState;

use crate::catalogue_stats::CatalogueStatsCache;

/// The pages of this crate.
pub fn routes() -> Router<DashboardState> {
    Router::new()
        .route(page::PATH, get(page::show))
        .layer(Extension(Arc::new(CatalogueStatsCache::default())))
}
