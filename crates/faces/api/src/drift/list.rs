//! `GET /drift`.

use candor_model::QualifiedName;

use super::view::DriftView;
use crate::prelude::*;

/// Lists changed definitions that wait for a decision, by name.
#[utoipa::path(
    get,
    path = "/drift",
    operation_id = "list_drift",
    tag = "drift",
    params(PageQuery),
    responses(
        (status = 200, description = "A page of changed definitions.", body = ListPage<DriftView>),
        BadQuery,
    )
)]
pub(crate) async fn list(
    State(api): State<ApiState>,
    QueryParams(query): QueryParams<PageQuery>,
) -> Result<Json<ListPage<DriftView>>, ApiProblem> {
    let is_name = |key: &str| QualifiedName::parse(key).is_some();
    let paging = PageRequest::read(query.limit.as_deref(), query.after.as_deref(), is_name)?;
    let mut drifts = api.gateway.editor().drifts().await?;
    drifts.sort_by_cached_key(|drift| drift.name.to_string());
    let page = paging.cut(
        drifts,
        |one| one.name.to_string(),
        |one| DriftView::of(&one),
    );
    Ok(Json(page))
}
