//! Environments: named variables, and what differs with them.

mod create;
mod delete;
mod edit;
mod fields;
mod list;
mod opinion;
mod remove;
mod show;
mod variable;
mod variables;

use axum::Router;
use axum::routing::{get, post};
use candor_frame::{Pages, query};
use candor_gateway::Endpoint;
use candor_model::EnvironmentName;
use http::Uri;

use crate::name;

/// Where all of them are.
const PATH: &str = "/environments";

pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/environments", get(list::list))
        .route("/environments/new", get(create::show).post(create::create))
        .route("/environments/{name}", get(show::show).post(edit::edit))
        .route("/environments/{name}/variables", post(variables::set))
        .route(
            "/environments/{name}/remove",
            get(remove::show).post(remove::remove),
        )
        .route(
            "/environments/{name}/delete",
            get(delete::show).post(delete::delete),
        )
}

/// Where an environment is.
fn path(name: &EnvironmentName) -> String {
    name::path("environments", name.as_str())
}

/// The address that clients use for an environment.
fn endpoint(name: &EnvironmentName, public_url: Option<&str>) -> String {
    let endpoint = Endpoint::of_environment(Some(name.clone()));
    format!("{}{endpoint}", public_url.unwrap_or_default())
}

/// What has just been done, in a sentence, as the address says.
fn done(uri: &Uri) -> Option<&'static str> {
    Some(match query::get(uri, "done")?.as_str() {
        "created" => "The environment was made.",
        "saved" => "What you changed was saved.",
        "set" => "The variable was set.",
        "removed" => "The variable was removed.",
        "deleted" => "The environment was deleted.",
        _ => return None,
    })
}
