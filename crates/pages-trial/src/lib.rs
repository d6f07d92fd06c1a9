//! A tool is tried: a form made from its schema, and a call on the same road as any other.

use axum::Router;
use candor_frame::Pages;

/// The pages of this crate.
pub fn routes() -> Router<Pages> {
    Router::new()
}
