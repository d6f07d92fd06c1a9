//! One tool, with everything that is said about it, by whom and when.
//!
//! What a model reads, the schemas as tables, all layers side by side, the form in which people
//! correct them, notes, a changed definition, the history with its way back, and the last calls.
//! The page is seen from an endpoint: a toolset, an environment, both or none.

mod agree;
mod annotate;
mod calls;
mod conflict;
mod described;
mod drift;
mod edit;
mod folded;
mod ground;
mod head;
mod history;
mod layers;
mod lines;
mod named;
mod note;
mod notes;
mod place;
mod schema;
mod sent;
mod show;
mod undo;
mod wish;
mod words;

use axum::Router;
use axum::routing::{get, post};
use candor_frame::Pages;

/// The pages of this crate.
pub fn routes() -> Router<Pages> {
    Router::new()
        .route("/tools/{name}", get(show::show))
        .route("/tools/{name}/annotations", post(annotate::annotate))
        .route("/tools/{name}/suggestions", post(agree::agree))
        .route("/tools/{name}/notes", post(note::note))
        .route("/tools/{name}/drift", get(drift::show).post(drift::accept))
        .route("/tools/{name}/undo", post(undo::undo))
}
