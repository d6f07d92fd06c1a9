//! `POST /toolsets/{name}/restore`.

use super::view::ToolsetView;
use crate::prelude::*;

/// Which version is brought back.
#[derive(Deserialize, ToSchema)]
#[schema(as = Restoration)]
#[serde(deny_unknown_fields)]
pub(crate) struct ToolsetRestoration {
    /// The version that it is to be like.
    version: u64,
    /// Why, in your words. It is kept in the history.
    why: Option<String>,
}

impl RequestBody for ToolsetRestoration {
    const SHAPE: &'static str = "an object with `version`, a number, and perhaps `why`";
}

/// Makes a toolset what it was, also after it was deleted.
///
/// What it is now stays readable as a version, so nothing is lost and no `If-Match` is asked for.
#[utoipa::path(
    post,
    path = "/toolsets/{name}/restore",
    operation_id = "restore_toolset",
    tag = "toolsets",
    params(("name" = String, Path, description = "The toolset.")),
    request_body = ToolsetRestoration,
    responses(
        (
            status = 200,
            description = "The toolset as it is now.",
            body = ToolsetView,
            headers(("ETag" = String, description = "Its version."))
        ),
        BadBody,
        NotThere,
        InTheWay,
    )
)]
pub(crate) async fn restore(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(name): PathParams<String>,
    JsonBody(body): JsonBody<ToolsetRestoration>,
) -> Result<Response, ApiProblem> {
    let name = path::toolset_name(&name)?;
    let author = who.author(body.why);
    api.gateway.settled(StartupWait::Request).await;
    let editor = api.gateway.editor();
    let view = editor.restore_toolset(&author, &name, body.version).await;
    let view = view.map_err(|error| ApiProblem::from(error).unconditional())?;
    Ok(etag::tagged(view.version, Json(ToolsetView::of(&view))))
}
