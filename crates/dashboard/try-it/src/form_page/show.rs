//! The form, before anything is sent.

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{CurrentUser, DashboardState, PageError, PathSegment, query};
use candor_gateway::Endpoint;
use candor_model::Role;
use http::{StatusCode, Uri};

use super::found_tool::FoundTool;
use super::view::{FormContents, FormProblems, render};
use crate::calls::TryItCalls;
use crate::endpoint;

/// `GET /tools/{name}/try`
///
/// `?as=json` writes all arguments as JSON, `?again=ID` begins with those of an earlier call, and
/// `?toolset=` and `?environment=` choose the endpoint.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    Extension(trials): Extension<TryItCalls>,
    PathSegment(name): PathSegment,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    visitor.needs(Role::Viewer, uri.path())?;
    let tool = FoundTool::tool(&pages.gateway, &name)?;
    let again = query::get(&uri, "again").unwrap_or_default();
    let again = trials.find(&visitor.identity.name, &again);
    let again = again.filter(|trial| trial.tool == tool.name);
    let (endpoint, told) = match &again {
        Some(trial) => (trial.endpoint.clone(), FormProblems::default()),
        None => chosen(&uri),
    };
    let found = FoundTool::at(&pages.gateway, tool, endpoint);
    let as_json = query::get(&uri, "as").as_deref() == Some("json");
    let filled = again.as_ref().map_or_else(
        || FormContents::beginning(&found.plan, as_json),
        |trial| FormContents::again(&found.plan, trial),
    );
    let who = (&pages, &trials, &visitor);
    render(who, (&found, filled, told), StatusCode::OK).await
}

/// The endpoint of the address; one that cannot be is said so, and the plain one stands for it.
fn chosen(uri: &Uri) -> (Endpoint, FormProblems) {
    let given = |name: &str| query::get(uri, name).unwrap_or_default();
    match endpoint::parse(&given("toolset"), &given("environment")) {
        Ok(endpoint) => (endpoint, FormProblems::default()),
        Err(error) => {
            let told = FormProblems {
                problem: Some(format!("The endpoint of this address cannot be: {error}.")),
                ..FormProblems::default()
            };
            (Endpoint::default(), told)
        }
    }
}
