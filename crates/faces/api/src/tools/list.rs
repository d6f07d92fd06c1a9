//! `GET /tools`.

use candor_model::QualifiedName;

use super::endpoint_tools::EndpointTools;
use super::filter::{ToolFilter, ToolsQuery};
use super::item::ToolItem;
use crate::prelude::*;
use crate::query;

/// Lists tools.
///
/// Every tool, served or in quarantine, by its name, whatever is equipped; with `toolset`, those
/// that are in it. All filters must hold.
#[utoipa::path(
    get,
    path = "/tools",
    operation_id = "list_tools",
    tag = "tools",
    params(ToolsQuery),
    responses(
        (status = 200, description = "A page of tools.", body = ListPage<ToolItem>),
        BadQuery,
        NotThere,
    )
)]
pub(crate) async fn list(
    State(api): State<ApiState>,
    QueryParams(query): QueryParams<ToolsQuery>,
) -> Result<Json<ListPage<ToolItem>>, ApiProblem> {
    api.gateway.settled(StartupWait::Request).await;
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
