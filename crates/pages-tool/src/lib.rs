//! One tool, with everything that is said about it, by whom and when.

use axum::Router;
use candor_frame::Pages;

/// The pages of this crate.
pub fn routes() -> Router<Pages> {
    Router::new()
}
