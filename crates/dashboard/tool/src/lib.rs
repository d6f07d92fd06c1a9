//! One tool, with everything that is said about it, by whom and when.
//!
//! What a model reads, the schemas as tables, all layers side by side, the form in which people
//! correct them, notes, a changed definition, the history with its way back, and the last calls.
//! The page is seen from an endpoint: a toolset, an environment, both or none.

mod accept_suggestion;
mod amendment_input;
mod amendment_preview;
mod annotate;
mod annotation_form;
mod conflict;
mod description;
mod drift;
mod edit_note;
mod header;
mod history;
mod json_view;
mod layers;
mod notes_panel;
mod page_scope;
mod recent_calls;
mod rejected_input;
mod schema;
mod show;
mod text_diff;
mod tool_address;
mod undo;
mod wording;

use axum::Router;
use axum::routing::{get, post};
use candor_dashboard_kit::DashboardState;

/// The pages of this crate.
pub fn routes() -> Router<DashboardState> {
    Router::new()
        .route("/tools/{name}", get(show::show))
        .route("/tools/{name}/annotations", post(annotate::annotate))
        .route(
            "/tools/{name}/suggestions",
            post(accept_suggestion::accept_suggestion),
        )
        .route("/tools/{name}/notes", post(edit_note::edit_note))
        .route("/tools/{name}/drift", get(drift::show).post(drift::accept))
        .route("/tools/{name}/undo", post(undo::undo))
}
