//! `GET /drift/{name}`.

use super::view::DriftDetail;
use crate::prelude::*;

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
    State(api): State<ApiState>,
    PathParams(name): PathParams<String>,
) -> Result<Json<DriftDetail>, ApiProblem> {
    let name = path::tool_name(&name)?;
    let drift = api.gateway.editor().drift(&name).await?;
    Ok(Json(DriftDetail::of(&drift)))
}
