//! Tools with their effective annotations.

pub(crate) mod case_facts;
pub(crate) mod cost;
pub(crate) mod detail;
pub(crate) mod effective;
mod endpoint_tools;
mod filter;
pub(crate) mod item;
pub(crate) mod statement;

use candor_gateway::{Endpoint, Gateway};
use candor_model::{OpinionKey, OpinionScope, QualifiedName, ToolPattern};

use self::detail::ToolDetail;
use self::endpoint_tools::EndpointTools;
use self::filter::{ToolFilter, ToolsQuery};
use self::item::ToolItem;
use crate::prelude::*;
use crate::query;

/// Lists tools.
///
/// Every tool, served or in quarantine, by its name, whatever is equipped; with `toolset`, those
/// that are in it. All filters must hold.
#[utoipa::path(
    get,
    path = "/tools",
    params(ToolsQuery),
    responses((status = 200, description = "A page of tools.", body = ListPage<ToolItem>), BadName)
)]
pub(crate) async fn list_tools(
    State(api): State<ApiState>,
    QueryParams(query): QueryParams<ToolsQuery>,
) -> Result<Json<ListPage<ToolItem>>, ApiProblem> {
    api.gateway.settled(StartupWait::Tools).await;
    let is_name = |key: &str| QualifiedName::parse(key).is_some();
    let paging = PageRequest::read(query.limit.as_deref(), query.after.as_deref(), is_name)?;
    let endpoint = query::endpoint(query.environment.as_deref(), query.toolset.as_deref())?;
    let sight = EndpointTools::of(&api.gateway, &endpoint)?;
    let filter = ToolFilter::read(&query, &sight)?;
    // Looking costs something, so it is done only as far as the page goes.
    let tools = sight
        .names()
        .into_iter()
        .filter(|(name, tool)| paging.is_after(name) && filter.lets_in(tool, &sight))
        .filter_map(|(name, tool)| Some((name, sight.look(tool)?)))
        .filter(|(_, seen)| filter.fits(seen));
    Ok(Json(paging.cut(
        tools,
        |(name, _)| name.clone(),
        |(_, seen)| ToolItem::of(&seen, sight.trust(seen.tool().name.source())),
    )))
}

/// Shows everything about one tool.
///
/// In a toolset, a tool that is not in it is not there. The `ETag` is that of what people say
/// about exactly this tool (in the toolset, if one is named, else in the environment): send it as
/// `If-Match` when you change that. It says nothing about the rest of the page, so a conditional
/// `GET` is answered in full.
#[utoipa::path(
    get,
    path = "/tools/{name}",
    params(("name" = String, Path, description = "`source.tool`, percent-encoded."), PlaceQuery),
    responses(
        (
            status = 200,
            description = "The tool.",
            body = ToolDetail,
            headers(("ETag" = String, description = "The version of its annotations."))
        ),
        BadName,
    )
)]
pub(crate) async fn show_tool(
    State(api): State<ApiState>,
    PathParams(name): PathParams<String>,
    QueryParams(query): QueryParams<PlaceQuery>,
) -> Result<Response, ApiProblem> {
    api.gateway.settled(StartupWait::Tools).await;
    let name = path::tool_name(&name)?;
    let endpoint = query::endpoint(query.environment.as_deref(), query.toolset.as_deref())?;
    let editor = api.gateway.editor();
    let explained = editor.explain(&name, &endpoint)?;
    check_inside(&api.gateway, &endpoint, &name)?;
    // The toolset takes precedence.
    let scope = match (endpoint.toolset, endpoint.environment) {
        (Some(toolset), _) => OpinionScope::Toolset(toolset),
        (None, Some(environment)) => OpinionScope::Environment(environment),
        (None, None) => OpinionScope::Everywhere,
    };
    let about = ToolPattern::exactly(&name);
    let entry = editor.opinion(&OpinionKey { scope, about }).await?;
    let view = Json(ToolDetail::of(&explained));
    Ok(etag::tagged(entry.version, view))
}

/// A tool outside the toolset does not exist there.
fn check_inside(
    gateway: &Gateway,
    endpoint: &Endpoint,
    name: &QualifiedName,
) -> Result<(), ApiProblem> {
    let Some(toolset) = &endpoint.toolset else {
        return Ok(());
    };
    let catalogue = gateway.catalogue();
    let offer = catalogue.view(endpoint).map_err(ApiProblem::unknown)?;
    let mut tools = offer.tools().iter();
    if tools.any(|offered| offered.tool.name == *name) {
        return Ok(());
    }
    Err(ApiProblem::unknown(format!(
        "`{name}` is not in the toolset `{toolset}`"
    )))
}
