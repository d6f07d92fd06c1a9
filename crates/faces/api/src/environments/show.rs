//! `GET /environments/{name}`.

use super::view::EnvironmentView;
use crate::prelude::*;

/// Shows one environment. The values of secrets are never shown.
#[utoipa::path(
    get,
    path = "/environments/{name}",
    operation_id = "show_environment",
    tag = "environments",
    params(
        ("name" = String, Path, description = "Its name."),
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` that you have."),
    ),
    responses(
        (
            status = 200,
            description = "The environment.",
            body = EnvironmentView,
            headers(("ETag" = String, description = "Its version, unless the file declares it."))
        ),
        (status = 304, description = "It is as you have it."),
        BadQuery,
        NotThere,
    )
)]
pub(crate) async fn show(
    State(api): State<ApiState>,
    PathParams(name): PathParams<String>,
    known: IfNoneMatch,
) -> Result<Response, ApiProblem> {
    let name = path::environment_name(&name)?;
    let view = api.gateway.editor().environment(&name).await?;
    Ok(known.answer(view.version, Json(EnvironmentView::of(view))))
}
