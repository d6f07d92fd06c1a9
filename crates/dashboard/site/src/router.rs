//! All pages in one place.

use axum::Router;
use axum::routing::{get, post};
use candor_dashboard_kit::{DashboardConfig, DashboardState};
use candor_gateway::Gateway;

use crate::approvals::{decide, decided, inbox, link, show, standing};
use crate::{login, logout};

/// Every page, with what they are drawn with. It has no fallback of its own, so that it can be
/// merged into another router.
pub fn router(gateway: Gateway, config: DashboardConfig) -> Router {
    candor_dashboard_kit::serve(gateway, config, routes())
}

/// Every page.
pub fn routes() -> Router<DashboardState> {
    Router::new()
        .route("/approvals", get(inbox::list).post(inbox::answer))
        .route("/approvals/decided", get(decided::list))
        .route(
            "/approvals/standing",
            get(standing::list).post(standing::revoke),
        )
        .route("/approvals/{id}", get(show::show).post(decide::decide))
        .route("/a/{link}", get(link::show).post(link::decide))
        .route("/login", get(login::show).post(login::sign_in))
        .route("/logout", post(logout::sign_out))
        .merge(candor_dashboard_tools::routes())
        .merge(candor_dashboard_tool::routes())
        .merge(candor_dashboard_try_it::routes())
        .merge(candor_dashboard_toolsets::routes())
        .merge(candor_dashboard_sources::routes())
        .merge(candor_dashboard_admin::routes())
        .merge(candor_dashboard_audit::routes())
}
