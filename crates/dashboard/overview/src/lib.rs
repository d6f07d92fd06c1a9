//! The overview: the endpoint, items that need attention, sources, calls and recent changes.

mod attention;
mod call_volume;
mod catalogue_stats;
mod configuration;
mod connect_panel;
mod definition_problems;
mod page;
mod pending;
mod source_figures;
mod source_health;

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
