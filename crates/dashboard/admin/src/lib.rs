//! Administration: environments, policy and access.
//!
//! Viewers see all of it. Editors change policy settings; admins change environments and tokens.
//! Settings of the configuration file are shown with their place and are edited there.

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
