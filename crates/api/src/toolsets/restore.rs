//! `POST /toolsets/{name}/restore`.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use candor_gateway::Patience;
use serde::Deserialize;
use utoipa::ToSchema;

use super::view::ToolsetView;
use crate::author::Who;
use crate::body::{Body, JsonBody};
use crate::document::refusals::{BadBody, InTheWay, NotThere};
use crate::etag;
use crate::path::{self, PathOf};
use crate::problem::Problem;
use crate::router::Api;

/// Which version is brought back.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Restoration {
    /// The version that it is to be like.
    version: u64,
    /// Why, in your words. It is kept in the history.
    why: Option<String>,
}

impl Body for Restoration {
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
    request_body = Restoration,
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
    State(api): State<Api>,
    who: Who,
    PathOf(name): PathOf<String>,
    JsonBody(body): JsonBody<Restoration>,
) -> Result<Response, Problem> {
    let name = path::toolset_name(&name)?;
    let author = who.author(body.why);
    api.gateway.settled(Patience::Request).await;
    let desk = api.gateway.desk();
    let view = desk.restore_toolset(&author, &name, body.version).await;
    let view = view.map_err(|error| Problem::from(error).unconditional())?;
    Ok(etag::tagged(view.version, Json(ToolsetView::of(&view))))
}
