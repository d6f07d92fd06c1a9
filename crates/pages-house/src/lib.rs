//! The house: environments, what is allowed, and who may do what.
//!
//! Everybody who may look sees how it is decided. Changing takes a role: an editor states
//! preferences, an admin keeps environments and tokens. What the configuration file declares is
//! shown with its place, and is changed there.

mod access;
mod environments;
mod name;
mod policy;
mod problem;
mod span;
mod version;

use axum::Router;
use candor_frame::Pages;

/// The pages of this crate.
pub fn routes() -> Router<Pages> {
    Router::new()
        .merge(environments::routes())
        .merge(policy::routes())
        .merge(access::routes())
}
