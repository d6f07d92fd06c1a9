//! Toolsets: chosen tools, their notes, and where clients find them.

use axum::Router;
use candor_frame::Pages;

/// The pages of this crate.
pub fn routes() -> Router<Pages> {
    Router::new()
}
