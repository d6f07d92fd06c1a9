//! `GET /toolsets`.

use axum::Json;
use axum::extract::State;
use candor_gateway::Patience;
use candor_model::ToolsetName;

use super::view::ToolsetHead;
use crate::document::refusals::BadQuery;
use crate::page::{Page, Paging};
use crate::problem::Problem;
use crate::query::{PageQuery, QueryOf};
use crate::router::Api;

/// Lists toolsets, by name.
#[utoipa::path(
    get,
    path = "/toolsets",
    operation_id = "list_toolsets",
    tag = "toolsets",
    params(PageQuery),
    responses(
        (status = 200, description = "A page of toolsets.", body = Page<ToolsetHead>),
        BadQuery,
    )
)]
pub(crate) async fn list(
    State(api): State<Api>,
    QueryOf(query): QueryOf<PageQuery>,
) -> Result<Json<Page<ToolsetHead>>, Problem> {
    api.gateway.settled(Patience::Request).await;
    let is_name = |key: &str| ToolsetName::parse(key).is_ok();
    let paging = Paging::read(query.limit.as_deref(), query.after.as_deref(), is_name)?;
    let desk = api.gateway.desk();
    let page = paging.cut(desk.toolset_names(), ToString::to_string, |name| name);
    let views = desk.toolsets_named(&page.items).await?;
    Ok(Json(Page {
        items: views.iter().map(ToolsetHead::of).collect(),
        next: page.next,
    }))
}
