//! `GET /toolsets`.

use axum::Json;
use axum::extract::State;
use candor_gateway::Patience;
use candor_gateway::desk::ToolsetView;
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
    let all = api.gateway.desk().toolsets().await?;
    let name = |view: &ToolsetView| view.toolset.name.to_string();
    Ok(Json(paging.cut(all, name, |view| ToolsetHead::of(&view))))
}
