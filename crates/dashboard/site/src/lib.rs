//! The dashboard: one router for the pages of all page crates, and signing in and out.

mod login;
mod logout;
mod session_cookie;
mod sign_in;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};
use candor_dashboard_kit::DashboardState;
use candor_gateway::Gateway;
use candor_registry_client::SharedCatalogue;

pub use candor_dashboard_kit::{DashboardConfig, not_found_page};

/// Every page, with its state. It has no fallback, so that it can be merged into another router.
pub fn router(
    gateway: Gateway,
    config: DashboardConfig,
    catalogue: Option<Arc<SharedCatalogue>>,
) -> Router {
    candor_dashboard_kit::serve(gateway, config, routes(catalogue))
}

/// Every page; the catalogue is none where no registry is configured.
pub fn routes(catalogue: Option<Arc<SharedCatalogue>>) -> Router<DashboardState> {
    Router::new()
        .route("/login", get(login::show).post(login::sign_in))
        .route("/logout", post(logout::sign_out))
        .route("/sign-in/{code}", get(sign_in::open))
        .merge(candor_dashboard_overview::routes())
        .merge(candor_dashboard_search::routes())
        .merge(candor_dashboard_tools::routes())
        .merge(candor_dashboard_tool::routes())
        .merge(candor_dashboard_try_it::routes())
        .merge(candor_dashboard_content::routes())
        .merge(candor_dashboard_approvals::routes())
        .merge(candor_dashboard_toolsets::routes())
        .merge(candor_dashboard_sources::routes())
        .merge(candor_dashboard_catalogue::routes(catalogue))
        .merge(candor_dashboard_admin::routes())
        .merge(candor_dashboard_audit::routes())
}
