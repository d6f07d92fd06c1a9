//! `GET /toolsets/{name}`.

use super::view::ToolsetView;
use crate::prelude::*;

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
    State(api): State<ApiState>,
    PathParams(name): PathParams<String>,
) -> Result<Response, ApiProblem> {
    api.gateway.settled(StartupWait::Request).await;
    let name = path::toolset_name(&name)?;
    let view = api.gateway.editor().toolset(&name).await?;
    Ok(etag::tagged(view.version, Json(ToolsetView::of(&view))))
}
