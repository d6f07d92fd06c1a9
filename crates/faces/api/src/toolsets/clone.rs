//! `POST /toolsets/{name}/clone`.

use super::create::created;
use super::fields;
use super::view::ToolsetView;
use crate::prelude::*;

/// What the copy is called.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewClone {
    /// The name of the copy: 2 to 50 lowercase letters, digits and `-`.
    #[schema(pattern = "^[a-z0-9-]{2,50}$")]
    name: String,
    /// Why, in your words. It is kept in the history.
    why: Option<String>,
}

impl RequestBody for NewClone {
    const SHAPE: &'static str = "an object with `name`, and perhaps `why`";
}

/// Copies a toolset, with its notes and with what is said about tools in it.
#[utoipa::path(
    post,
    path = "/toolsets/{name}/clone",
    operation_id = "clone_toolset",
    tag = "toolsets",
    params(("name" = String, Path, description = "The toolset that is copied.")),
    request_body = NewClone,
    responses(
        (
            status = 201,
            description = "The copy.",
            body = ToolsetView,
            headers(
                ("ETag" = String, description = "Its version."),
                ("Location" = String, description = "Where it is."),
            )
        ),
        BadBody,
        NotThere,
        InTheWay,
    )
)]
pub(crate) async fn clone(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(name): PathParams<String>,
    JsonBody(new): JsonBody<NewClone>,
) -> Result<Response, ApiProblem> {
    let name = path::toolset_name(&name)?;
    let copy = fields::name(&new.name)?;
    let author = who.author(new.why);
    api.gateway.settled(StartupWait::Request).await;
    let editor = api.gateway.editor();
    let made = editor.clone_toolset(&author, &name, &copy).await;
    let made = made.map_err(|error| ApiProblem::from(error).unconditional())?;
    Ok(created(&made))
}
