//! `GET /drift/{name}`.

use axum::Json;
use axum::extract::State;

use super::view::DriftDetail;
use crate::document::refusals::{BadQuery, NotThere};
use crate::path::{self, PathOf};
use crate::problem::Problem;
use crate::router::Api;

/// Shows what has become of one tool's definition.
#[utoipa::path(
    get,
    path = "/drift/{name}",
    operation_id = "show_drift",
    tag = "drift",
    params(("name" = String, Path, description = "`source.tool`, percent-encoded.")),
    responses(
        (status = 200, description = "The changed definition.", body = DriftDetail),
        BadQuery,
        NotThere,
    )
)]
pub(crate) async fn show(
    State(api): State<Api>,
    PathOf(name): PathOf<String>,
) -> Result<Json<DriftDetail>, Problem> {
    let name = path::tool_name(&name)?;
    let drift = api.gateway.desk().drift(&name).await?;
    Ok(Json(DriftDetail::of(&drift)))
}
