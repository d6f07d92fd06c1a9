//! The try-it page: a form made from the schema of a tool, and calls like those of any client.
//!
//! - `form_plan` maps an input schema to fields, `argument_texts` converts their texts to arguments
//!   and back, and `form_parts` prepares them for the template.
//! - `calls` makes the calls and keeps their results for a while; `result` is what a page shows of
//!   a result.
//! - `form_page` is the page with the form, `call_page` the page of a call.

mod argument_texts;
mod call_page;
mod calls;
mod endpoint;
mod form_page;
mod form_parts;
mod form_plan;
mod pretty_json;
mod result;
mod shorten;

use axum::routing::{get, post};
use axum::{Extension, Router};
use candor_dashboard_kit::DashboardState;

use crate::calls::TryItCalls;

/// The routes of this crate.
pub fn routes() -> Router<DashboardState> {
    Router::new()
        .route(
            "/tools/{name}/try",
            get(form_page::show).post(form_page::call),
        )
        .route("/trials/{id}", get(call_page::show))
        .route("/trials/{id}/cancel", post(call_page::cancel))
        .layer(Extension(TryItCalls::default()))
}
