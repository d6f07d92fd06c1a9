//! Toolsets: chosen tools, their notes, and where clients find them.

mod address;
mod build;
mod clash;
mod client;
mod clone;
mod connect;
mod delete;
mod draft;
mod edit;
mod export;
mod find;
mod head;
mod line;
mod list;
mod notes;
mod picker;
mod preview;
mod reason;
mod risk;
mod risk_view;
mod show;
mod trust;
mod versions;
mod words;

use axum::Router;
use axum::routing::get;
use candor_frame::Pages;

/// The pages of this crate.
pub fn routes() -> Router<Pages> {
    Router::new()
        .route(address::LIST, get(list::list).post(list::equip))
        .route(address::NEW, get(build::show).post(build::create))
        .route(address::CONNECT, get(connect::plain))
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
