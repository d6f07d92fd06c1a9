//! Toolsets: selected tools, their notes, and their endpoints.

mod build;
mod client_setup;
mod clone;
mod connect;
mod delete;
mod diff;
mod draft;
mod edit;
mod export;
mod header;
mod list;
mod lookup;
mod member_lines;
mod membership;
mod notes;
mod paths;
mod picker;
mod preview;
mod risk;
mod risk_view;
mod show;
mod source_trust;
mod versions;
mod words;

use axum::Router;
use axum::routing::get;
use candor_dashboard_kit::DashboardState;

/// The pages of this crate.
pub fn routes() -> Router<DashboardState> {
    Router::new()
        .route(paths::LIST, get(list::list).post(list::equip))
        .route(paths::NEW, get(build::show).post(build::create))
        .route(paths::CONNECT, get(connect::plain))
        .route("/toolsets/{name}", get(show::show))
        .route("/toolsets/{name}/edit", get(edit::show).post(edit::change))
        .route(
            "/toolsets/{name}/notes",
            get(notes::show).post(notes::change),
        )
        .route("/toolsets/{name}/connect", get(connect::toolset))
        .route(
            "/toolsets/{name}/versions",
            get(versions::list).post(versions::restore),
        )
        .route("/toolsets/{name}/clone", get(clone::show).post(clone::copy))
        .route("/toolsets/{name}/export", get(export::show))
        .route(
            "/toolsets/{name}/delete",
            get(delete::show).post(delete::delete),
        )
}
