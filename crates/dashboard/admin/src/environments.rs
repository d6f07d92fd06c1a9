//! Environments: their variables, secrets and annotation overrides.

mod create;
mod delete;
mod edit;
mod environment_form;
mod list;
mod overrides;
mod remove_variable;
mod set_variable;
mod show;
mod variable_rows;

use axum::Router;
use axum::routing::{get, post};
use candor_dashboard_kit::{DashboardState, query};
use candor_gateway::Endpoint;
use candor_model::EnvironmentName;
use http::Uri;

use crate::path_name;

/// The path of the list.
const PATH: &str = "/environments";

pub(crate) fn routes() -> Router<DashboardState> {
    Router::new()
        .route("/environments", get(list::list))
        .route("/environments/new", get(create::show).post(create::create))
        .route("/environments/{name}", get(show::show).post(edit::edit))
        .route("/environments/{name}/variables", post(set_variable::set))
        .route(
            "/environments/{name}/remove",
            get(remove_variable::show).post(remove_variable::remove),
        )
        .route(
            "/environments/{name}/delete",
            get(delete::show).post(delete::delete),
        )
}

/// The page of an environment.
fn path(name: &EnvironmentName) -> String {
    path_name::path("environments", name.as_str())
}

/// The URL of an environment's endpoint.
fn endpoint(name: &EnvironmentName, public_url: Option<&str>) -> String {
    let endpoint = Endpoint::of_environment(Some(name.clone()));
    format!("{}{endpoint}", public_url.unwrap_or_default())
}

/// The status message for a finished action.
fn done(uri: &Uri) -> Option<&'static str> {
    Some(match query::get(uri, "done")?.as_str() {
        "created" => "Environment created.",
        "saved" => "Changes saved.",
        "set" => "Variable set.",
        "removed" => "Variable removed.",
        "deleted" => "Environment deleted.",
        _ => return None,
    })
}
