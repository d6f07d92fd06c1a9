//! `GET /tools/{name}`.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use candor_gateway::{Endpoint, Gateway, Patience};
use candor_model::{OpinionKey, QualifiedName, Scope, ToolPattern};

use super::detail::ToolDetail;
use crate::document::refusals::{BadQuery, NotThere};
use crate::etag;
use crate::path::{self, PathOf};
use crate::problem::Problem;
use crate::query::{self, PlaceQuery, QueryOf};
use crate::router::Api;

/// Shows everything about one tool.
///
/// In a toolset, a tool that is not in it is not there. The `ETag` is that of what people say
/// about exactly this tool (in the toolset, if one is named, else in the environment): send it as
/// `If-Match` when you change that. It says nothing about the rest of the page, so a conditional
/// `GET` is answered in full.
#[utoipa::path(
    get,
    path = "/tools/{name}",
    operation_id = "show_tool",
    tag = "tools",
    params(
        ("name" = String, Path, description = "`source.tool`, percent-encoded."),
        PlaceQuery,
    ),
    responses(
        (
            status = 200,
            description = "The tool.",
            body = ToolDetail,
            headers(("ETag" = String, description = "The version of its annotations."))
        ),
        BadQuery,
        NotThere,
    )
)]
pub(crate) async fn show(
    State(api): State<Api>,
    PathOf(name): PathOf<String>,
    QueryOf(query): QueryOf<PlaceQuery>,
) -> Result<Response, Problem> {
    api.gateway.settled(Patience::Request).await;
    let name = path::tool_name(&name)?;
    let endpoint = query::endpoint(query.environment.as_deref(), query.toolset.as_deref())?;
    let desk = api.gateway.desk();
    let explained = desk.explain(&name, &endpoint)?;
    check_inside(&api.gateway, &endpoint, &name)?;
    // The toolset is heard last.
    let scope = match (endpoint.toolset, endpoint.environment) {
        (Some(toolset), _) => Scope::Toolset(toolset),
        (None, Some(environment)) => Scope::Environment(environment),
        (None, None) => Scope::Everywhere,
    };
    let about = ToolPattern::exactly(&name);
    let entry = desk.opinion(&OpinionKey { scope, about }).await?;
    Ok(etag::tagged(
        entry.version,
        Json(ToolDetail::of(&explained)),
    ))
}

/// What is not in a toolset does not exist there.
fn check_inside(
    gateway: &Gateway,
    endpoint: &Endpoint,
    name: &QualifiedName,
) -> Result<(), Problem> {
    let Some(toolset) = &endpoint.toolset else {
        return Ok(());
    };
    let offer = gateway
        .catalogue()
        .view(endpoint)
        .map_err(Problem::unknown)?;
    let mut tools = offer.tools().iter();
    if tools.any(|offered| offered.tool.name == *name) {
        return Ok(());
    }
    Err(Problem::unknown(format!(
        "`{name}` is not in the toolset `{toolset}`"
    )))
}
