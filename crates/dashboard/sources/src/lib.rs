//! Sources: their list, their status, and adding and removing them.
//!
//! Sources from `candor.toml` are shown and can be restarted; those added in the dashboard can also
//! be trusted, distrusted and removed. Adding has three steps that submit the same form: check shows
//! what would run or be contacted and starts nothing, preview starts the source once to list its
//! tools, and save adds it. Between the steps, all state is in the form.

mod findings;
mod health;
mod known_sources;
mod lint_panel;
mod list;
mod new;
mod paths;
mod plan;
mod refusals_panel;
mod remove;
mod restart;
mod show;
mod tool_stats;
mod trust;

use axum::routing::{get, post};
use axum::{Extension, Router};
use candor_dashboard_kit::{DashboardState, upload};

use crate::tool_stats::SourceStatsCache;

/// The pages of this crate.
pub fn routes() -> Router<DashboardState> {
    let new = get(new::show).post(new::send).layer(upload::limit());
    Router::new()
        .route("/sources", get(list::list))
        .route("/sources/new", new)
        .route("/sources/{name}", get(show::show))
        .route("/sources/{name}/restart", post(restart::restart))
        .route("/sources/{name}/trust", post(trust::change))
        .route(
            "/sources/{name}/remove",
            get(remove::ask).post(remove::remove),
        )
        .layer(Extension(SourceStatsCache::default()))
}
