//! `GET /drift`.

use axum::Json;
use axum::extract::State;
use candor_model::QualifiedName;

use super::view::DriftView;
use crate::document::refusals::BadQuery;
use crate::page::{Page, Paging};
use crate::problem::Problem;
use crate::query::{PageQuery, QueryOf};
use crate::router::Api;

/// Lists definitions that have changed and wait for somebody, by name.
#[utoipa::path(
    get,
    path = "/drift",
    operation_id = "list_drift",
    tag = "drift",
    params(PageQuery),
    responses(
        (status = 200, description = "A page of changed definitions.", body = Page<DriftView>),
        BadQuery,
    )
)]
pub(crate) async fn list(
    State(api): State<Api>,
    QueryOf(query): QueryOf<PageQuery>,
) -> Result<Json<Page<DriftView>>, Problem> {
    let is_name = |key: &str| QualifiedName::parse(key).is_some();
    let paging = Paging::read(query.limit.as_deref(), query.after.as_deref(), is_name)?;
    let mut drifts = api.gateway.desk().drifts().await?;
    drifts.sort_by_cached_key(|drift| drift.name.to_string());
    let page = paging.cut(
        drifts,
        |one| one.name.to_string(),
        |one| DriftView::of(&one),
    );
    Ok(Json(page))
}
