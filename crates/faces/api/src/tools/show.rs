//! `GET /tools/{name}`.

use candor_gateway::{Endpoint, Gateway};
use candor_model::{OpinionKey, OpinionScope, QualifiedName, ToolPattern};

use super::detail::ToolDetail;
use crate::prelude::*;
use crate::query;

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
    State(api): State<ApiState>,
    PathParams(name): PathParams<String>,
    QueryParams(query): QueryParams<PlaceQuery>,
) -> Result<Response, ApiProblem> {
    api.gateway.settled(StartupWait::Request).await;
    let name = path::tool_name(&name)?;
    let endpoint = query::endpoint(query.environment.as_deref(), query.toolset.as_deref())?;
    let editor = api.gateway.editor();
    let explained = editor.explain(&name, &endpoint)?;
    check_inside(&api.gateway, &endpoint, &name)?;
    // The toolset is heard last.
    let scope = match (endpoint.toolset, endpoint.environment) {
        (Some(toolset), _) => OpinionScope::Toolset(toolset),
        (None, Some(environment)) => OpinionScope::Environment(environment),
        (None, None) => OpinionScope::Everywhere,
    };
    let about = ToolPattern::exactly(&name);
    let entry = editor.opinion(&OpinionKey { scope, about }).await?;
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
) -> Result<(), ApiProblem> {
    let Some(toolset) = &endpoint.toolset else {
        return Ok(());
    };
    let offer = gateway
        .catalogue()
        .view(endpoint)
        .map_err(ApiProblem::unknown)?;
    let mut tools = offer.tools().iter();
    if tools.any(|offered| offered.tool.name == *name) {
        return Ok(());
    }
    Err(ApiProblem::unknown(format!(
        "`{name}` is not in the toolset `{toolset}`"
    )))
}
