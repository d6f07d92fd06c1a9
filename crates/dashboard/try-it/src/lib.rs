//! A tool is tried: a form made from its schema, and a call on the same road as any other.
//!
//! - `plan` says which fields an input schema calls for, `typed` what was typed into them
//!   means, and `draw` how they are shown.
//! - `trials` makes the calls and keeps for a while what came of them; `answer` is what a
//!   page shows of that.
//! - `offer` is the page with the form, `trial` the page of a call.

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

/// The pages of this crate.
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
