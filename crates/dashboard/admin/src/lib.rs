//! The house: environments, what is allowed, and who may do what.
//!
//! Everybody who may look sees how it is decided. Changing takes a role: an editor states
//! preferences, an admin keeps environments and tokens. What the configuration file declares is
//! shown with its place, and is changed there.

mod access;
mod duration_text;
mod environments;
mod form_error;
mod form_version;
mod path_name;
mod policy;

use axum::Router;
use candor_dashboard_kit::DashboardState;

/// The pages of this crate.
pub fn routes() -> Router<DashboardState> {
    Router::new()
        .merge(environments::routes())
        .merge(policy::routes())
        .merge(access::routes())
}
