//! All pages in one place.

use axum::Router;
use axum::routing::{get, post};
use candor_frame::{Pages, PagesConfig};
use candor_gateway::Gateway;

use crate::approvals::{decide, decided, inbox, link, show, standing};
use crate::{login, logout};

/// Every page, with what they are drawn with. It has no fallback of its own, so that it can be
/// merged into another router.
pub fn router(gateway: Gateway, config: PagesConfig) -> Router {
    candor_frame::serve(gateway, config, routes())
}

/// Every page.
pub fn routes() -> Router<Pages> {
    Router::new()
        .route("/approvals", get(inbox::list).post(inbox::answer))
        .route("/approvals/decided", get(decided::list))
        .route(
            "/approvals/standing",
            get(standing::list).post(standing::revoke),
        )
        .route("/approvals/{id}", get(show::show).post(decide::decide))
        .route("/a/{link}", get(link::show).post(link::decide))
        .route("/login", get(login::show).post(login::enter))
        .route("/logout", post(logout::leave))
        .merge(candor_pages_tools::routes())
        .merge(candor_pages_tool::routes())
        .merge(candor_pages_trial::routes())
        .merge(candor_pages_toolsets::routes())
        .merge(candor_pages_sources::routes())
        .merge(candor_pages_house::routes())
        .merge(candor_pages_calls::routes())
}
