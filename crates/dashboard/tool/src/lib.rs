//! The page of a tool.
//!
//! It shows the description as models read it, the schemas, where each hint comes from, the form to
//! edit annotations, notes, a changed definition, the history with undo, and recent calls, all as
//! seen at one endpoint: a toolset, an environment, both or neither.

mod accept_suggestion;
mod amendment_input;
mod amendment_preview;
mod annotate;
mod annotation_form;
mod cases_panel;
mod conflict;
mod description;
mod drift;
mod edit_case;
mod edit_note;
mod header;
mod history;
mod json_view;
mod layers;
mod lint_panel;
mod notes_panel;
mod page_scope;
mod recent_calls;
mod rejected_input;
mod schema;
mod show;
mod switch_panel;
mod switch_tool;
mod text_diff;
mod tool_address;
mod tool_submission;
mod undo;
mod verification_panel;
mod wording;

use axum::Router;
use axum::routing::{get, post};
use candor_dashboard_kit::DashboardState;

/// The routes of this crate.
pub fn routes() -> Router<DashboardState> {
    Router::new()
        .route("/tools/{name}", get(show::show))
        .route("/tools/{name}/annotations", post(annotate::annotate))
        .route(
            "/tools/{name}/suggestions",
            post(accept_suggestion::accept_suggestion),
        )
        .route("/tools/{name}/cases", post(edit_case::edit_case))
        .route("/tools/{name}/notes", post(edit_note::edit_note))
        .route("/tools/{name}/drift", get(drift::show).post(drift::accept))
        .route("/tools/{name}/switch", post(switch_tool::switch_tool))
        .route("/tools/{name}/undo", post(undo::undo))
}
