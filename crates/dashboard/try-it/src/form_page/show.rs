//! The form before it is submitted.

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{CurrentUser, DashboardState, PageError, PathSegment, query};
use candor_gateway::Endpoint;
use candor_model::Role;
use http::{StatusCode, Uri};

use super::found_tool::TriedTool;
use super::view::{FormContents, FormProblems, render};
use crate::calls::TryItCalls;
use crate::endpoint;

/// `GET /tools/{name}/try`
///
/// `?as=json` shows the arguments as JSON, `?again=ID` starts with those of an earlier call, and
/// `?toolset=` and `?environment=` choose the endpoint.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    Extension(calls): Extension<TryItCalls>,
    PathSegment(name): PathSegment,
    user: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    user.needs(Role::Viewer, uri.path())?;
    let tool = TriedTool::tool(&pages.gateway, &name)?;
    let again = query::get(&uri, "again").unwrap_or_default();
    let again = calls.find(&user.identity.name, &again);
    let again = again.filter(|call| call.tool == tool.name);
    let (endpoint, told) = match &again {
        Some(call) => (call.endpoint.clone(), FormProblems::default()),
        None => chosen(&uri),
    };
    let found = TriedTool::at(&pages.gateway, tool, endpoint);
    let as_json = query::get(&uri, "as").as_deref() == Some("json");
    let filled = again.as_ref().map_or_else(
        || FormContents::beginning(&found.plan, as_json),
        |call| FormContents::again(&found.plan, call),
    );
    let who = (&pages, &calls, &user);
    render(who, (&found, filled, told), StatusCode::OK).await
}

/// The endpoint in the address; the default one, with a message, if it is invalid.
fn chosen(uri: &Uri) -> (Endpoint, FormProblems) {
    let given = |name: &str| query::get(uri, name).unwrap_or_default();
    match endpoint::parse(&given("toolset"), &given("environment")) {
        Ok(endpoint) => (endpoint, FormProblems::default()),
        Err(error) => {
            let told = FormProblems {
                problem: Some(format!("Invalid endpoint: {error}.")),
                ..FormProblems::default()
            };
            (Endpoint::default(), told)
        }
    }
}
