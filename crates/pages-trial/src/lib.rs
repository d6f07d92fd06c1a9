//! A tool is tried: a form made from its schema, and a call on the same road as any other.
//!
//! - `plan` says which fields an input schema calls for, `typed` what was typed into them
//!   means, and `draw` how they are shown.
//! - `trials` makes the calls and keeps for a while what came of them; `answer` is what a
//!   page shows of that.
//! - `offer` is the page with the form, `trial` the page of a call.

mod answer;
mod cut;
mod draw;
mod endpoint;
mod offer;
mod plan;
mod pretty;
mod trial;
mod trials;
mod typed;

use axum::routing::{get, post};
use axum::{Extension, Router};
use candor_frame::Pages;

use crate::trials::Trials;

/// The pages of this crate.
pub fn routes() -> Router<Pages> {
    Router::new()
        .route("/tools/{name}/try", get(offer::show).post(offer::call))
        .route("/trials/{id}", get(trial::show))
        .route("/trials/{id}/cancel", post(trial::cancel))
        .layer(Extension(Trials::default()))
}
