//! `GET /environments`.

use candor_model::EnvironmentName;

use super::view::EnvironmentView;
use crate::prelude::*;

/// Lists environments, by name.
#[utoipa::path(
    get,
    path = "/environments",
    operation_id = "list_environments",
    tag = "environments",
    params(PageQuery),
    responses(
        (status = 200, description = "A page of environments.", body = ListPage<EnvironmentView>),
        BadQuery,
    )
)]
pub(crate) async fn list(
    State(api): State<ApiState>,
    QueryParams(query): QueryParams<PageQuery>,
) -> Result<Json<ListPage<EnvironmentView>>, ApiProblem> {
    let is_name = |key: &str| EnvironmentName::parse(key).is_ok();
    let paging = PageRequest::read(query.limit.as_deref(), query.after.as_deref(), is_name)?;
    let all = api.gateway.editor().environments().await?;
    let name = |view: &candor_gateway::edit::EnvironmentDetails| view.environment.name.to_string();
    Ok(Json(paging.cut(all, name, EnvironmentView::of)))
}
