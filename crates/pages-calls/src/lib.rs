//! Calls: everything at a glance, and what was called and changed.

use axum::Router;
use candor_frame::Pages;

/// The pages of this crate.
pub fn routes() -> Router<Pages> {
    Router::new()
}
