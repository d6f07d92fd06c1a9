//! All tools: found, filtered, grouped, and corrected many at a time.

use axum::Router;
use candor_frame::Pages;

/// The pages of this crate.
pub fn routes() -> Router<Pages> {
    Router::new()
}
