//! `GET /environments/{name}`.

use axum::Json;
use axum::extract::State;
use axum::response::Response;

use super::view::EnvironmentView;
use crate::document::refusals::{BadQuery, NotThere};
use crate::etag::IfNoneMatch;
use crate::path::{self, PathOf};
use crate::problem::Problem;
use crate::router::Api;

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
    State(api): State<Api>,
    PathOf(name): PathOf<String>,
    known: IfNoneMatch,
) -> Result<Response, Problem> {
    let name = path::environment_name(&name)?;
    let view = api.gateway.desk().environment(&name).await?;
    Ok(known.answer(view.version, Json(EnvironmentView::of(view))))
}
