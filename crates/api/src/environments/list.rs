//! `GET /environments`.

use axum::Json;
use axum::extract::State;
use candor_model::EnvironmentName;

use super::view::EnvironmentView;
use crate::document::refusals::BadQuery;
use crate::page::{Page, Paging};
use crate::problem::Problem;
use crate::query::{PageQuery, QueryOf};
use crate::router::Api;

/// Lists environments, by name.
#[utoipa::path(
    get,
    path = "/environments",
    operation_id = "list_environments",
    tag = "environments",
    params(PageQuery),
    responses(
        (status = 200, description = "A page of environments.", body = Page<EnvironmentView>),
        BadQuery,
    )
)]
pub(crate) async fn list(
    State(api): State<Api>,
    QueryOf(query): QueryOf<PageQuery>,
) -> Result<Json<Page<EnvironmentView>>, Problem> {
    let is_name = |key: &str| EnvironmentName::parse(key).is_ok();
    let paging = Paging::read(query.limit.as_deref(), query.after.as_deref(), is_name)?;
    let all = api.gateway.desk().environments().await?;
    let name = |view: &candor_gateway::desk::EnvironmentView| view.environment.name.to_string();
    Ok(Json(paging.cut(all, name, EnvironmentView::of)))
}
