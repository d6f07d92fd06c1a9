//! Calls: everything at a glance, and what was called and changed.
//!
//! What is shown is read from the catalogue and the store as it is; only what takes a look at every
//! tool is kept as long as the catalogue is the same. Lists are read a page at a time, and what is exported a page after the other, so
//! that a long audit costs no more memory than a short one.

mod audit;
mod number;
mod overview;

use std::sync::Arc;

use axum::routing::get;
use axum::{Extension, Router};
use candor_frame::Pages;

use audit::{changes, export, list};
use overview::Counted;

/// The pages of this crate.
pub fn routes() -> Router<Pages> {
    Router::new()
        .route("/", get(overview::show))
        .route(list::PATH, get(list::show))
        .route(changes::PATH, get(changes::show))
        .route(export::CSV, get(export::csv))
        .route(export::JSONL, get(export::jsonl))
        .layer(Extension(Arc::new(Counted::default())))
}
