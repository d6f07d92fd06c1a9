//! `GET /toolsets`.

use candor_model::ToolsetName;

use super::view::ToolsetHead;
use crate::prelude::*;

/// Lists toolsets, by name.
#[utoipa::path(
    get,
    path = "/toolsets",
    operation_id = "list_toolsets",
    tag = "toolsets",
    params(PageQuery),
    responses(
        (status = 200, description = "A page of toolsets.", body = ListPage<ToolsetHead>),
        BadQuery,
    )
)]
pub(crate) async fn list(
    State(api): State<ApiState>,
    QueryParams(query): QueryParams<PageQuery>,
) -> Result<Json<ListPage<ToolsetHead>>, ApiProblem> {
    api.gateway.settled(StartupWait::Request).await;
    let is_name = |key: &str| ToolsetName::parse(key).is_ok();
    let paging = PageRequest::read(query.limit.as_deref(), query.after.as_deref(), is_name)?;
    let editor = api.gateway.editor();
    let page = paging.cut(editor.toolset_names(), ToString::to_string, |name| name);
    let views = editor.toolsets_named(&page.items).await?;
    Ok(Json(ListPage {
        items: views.iter().map(ToolsetHead::of).collect(),
        next: page.next,
    }))
}
