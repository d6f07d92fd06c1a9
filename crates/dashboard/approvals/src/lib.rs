//! Approvals: pending calls, decided calls and standing approvals.

mod card_view;
mod cursor;
mod decide;
mod decided;
mod decision_form;
mod decision_panel;
mod decision_summary;
mod inbox;
mod inbox_row;
mod link;
mod phone;
mod reveal;
mod show;
mod standing;

use axum::Router;
use axum::routing::get;
use candor_dashboard_kit::DashboardState;

/// The tabs of this part of the site.
const TABS: [(&str, &str); 3] = [
    (inbox::PATH, "Pending"),
    (decided::PATH, "Decided"),
    (standing::PATH, "Standing approvals"),
];

/// The pages of this crate.
pub fn routes() -> Router<DashboardState> {
    Router::new()
        .route(inbox::PATH, get(inbox::list).post(inbox::answer))
        .route(decided::PATH, get(decided::list))
        .route(standing::PATH, get(standing::list).post(standing::revoke))
        .route("/approvals/{id}", get(show::show).post(decide::decide))
        .route(
            "/approvals/{id}/reveal",
            get(reveal::masked_again).post(reveal::reveal),
        )
        .route("/approvals/{id}/phone", get(phone::show))
        .route("/a/{link}", get(link::show).post(link::decide))
}
