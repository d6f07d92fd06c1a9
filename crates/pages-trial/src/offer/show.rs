//! The form, before anything is sent.

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{Pages, Segment, Visitor, Wrong, query};
use candor_gateway::Endpoint;
use candor_model::Role;
use http::{StatusCode, Uri};

use super::found::Found;
use super::view::{Filled, Told, render};
use crate::endpoint;
use crate::trials::Trials;

/// `GET /tools/{name}/try`
///
/// `?as=json` writes all arguments as JSON, `?again=ID` begins with those of an earlier call, and
/// `?toolset=` and `?environment=` choose the endpoint.
pub(crate) async fn show(
    State(pages): State<Pages>,
    Extension(trials): Extension<Trials>,
    Segment(name): Segment,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    visitor.needs(Role::Viewer, uri.path())?;
    let tool = Found::tool(&pages.gateway, &name)?;
    let again = query::get(&uri, "again").unwrap_or_default();
    let again = trials.find(&visitor.identity.name, &again);
    let again = again.filter(|trial| trial.tool == tool.name);
    let (endpoint, told) = match &again {
        Some(trial) => (trial.endpoint.clone(), Told::default()),
        None => chosen(&uri),
    };
    let found = Found::at(&pages.gateway, tool, endpoint);
    let as_json = query::get(&uri, "as").as_deref() == Some("json");
    let filled = again.as_ref().map_or_else(
        || Filled::beginning(&found.plan, as_json),
        |trial| Filled::again(&found.plan, trial),
    );
    let who = (&pages, &trials, &visitor);
    render(who, (&found, filled, told), StatusCode::OK).await
}

/// The endpoint of the address; one that cannot be is said so, and the plain one stands for it.
fn chosen(uri: &Uri) -> (Endpoint, Told) {
    let given = |name: &str| query::get(uri, name).unwrap_or_default();
    match endpoint::parse(&given("toolset"), &given("environment")) {
        Ok(endpoint) => (endpoint, Told::default()),
        Err(error) => {
            let told = Told {
                problem: Some(format!("The endpoint of this address cannot be: {error}.")),
                ..Told::default()
            };
            (Endpoint::default(), told)
        }
    }
}
