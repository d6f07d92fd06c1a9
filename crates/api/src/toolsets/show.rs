//! `GET /toolsets/{name}`.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use candor_gateway::Patience;

use super::view::ToolsetView;
use crate::document::refusals::{BadQuery, NotThere};
use crate::etag;
use crate::path::{self, PathOf};
use crate::problem::Problem;
use crate::router::Api;

/// Shows one toolset.
///
/// The `ETag` is that of what people made of it: send it as `If-Match` when you change that. It
/// says nothing about the tools, which come and go, so a conditional `GET` is answered in full.
#[utoipa::path(
    get,
    path = "/toolsets/{name}",
    operation_id = "show_toolset",
    tag = "toolsets",
    params(("name" = String, Path, description = "Its name.")),
    responses(
        (
            status = 200,
            description = "The toolset.",
            body = ToolsetView,
            headers(("ETag" = String, description = "Its version, unless the file declares it."))
        ),
        BadQuery,
        NotThere,
    )
)]
pub(crate) async fn show(
    State(api): State<Api>,
    PathOf(name): PathOf<String>,
) -> Result<Response, Problem> {
    api.gateway.settled(Patience::Request).await;
    let name = path::toolset_name(&name)?;
    let view = api.gateway.desk().toolset(&name).await?;
    Ok(etag::tagged(view.version, Json(ToolsetView::of(&view))))
}
