//! `POST /toolsets` and `POST /toolsets/{name}/clone`.

use candor_gateway::edit::ToolsetDetails;
use candor_model::{HintProfile, Toolset};

use super::fields;
use super::member::MemberWord;
use super::view::ToolsetView;
use crate::enums::ProfileWord;
use crate::prelude::*;

/// A toolset to be made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewToolset {
    /// Its name: 2 to 50 lowercase letters, digits and `-`.
    #[schema(pattern = "^[a-z0-9-]{2,50}$")]
    name: String,
    /// What it is for.
    #[serde(default)]
    description: String,
    /// What is in it, in the order in which it is shown.
    #[serde(default)]
    members: Vec<MemberWord>,
    /// The hints that its endpoint sends, if not those of the plain endpoint.
    profile: Option<ProfileWord>,
    /// Whether its endpoint says where each hint comes from, if not as the plain endpoint does.
    provenance: Option<bool>,
    /// How many characters a description may have with its notes, if not as everywhere.
    #[schema(minimum = 200, maximum = 100_000)]
    budget: Option<usize>,
    /// Whether its endpoint serves the prompts and resources of the sources that its tools come
    /// from. It does, unless this is false.
    prompts_and_resources: Option<bool>,
    /// The reason, in your words. The history keeps it.
    why: Option<String>,
}

impl RequestBody for NewToolset {
    const SHAPE: &'static str = "an object with `name`, and perhaps `description`, `members`, \
        `profile`, `provenance`, `budget`, `prompts_and_resources` and `why`";
}

/// Creates a toolset.
#[utoipa::path(
    post,
    path = "/toolsets",
    request_body = NewToolset,
    responses(
        (
            status = 201,
            description = "It was created.",
            body = ToolsetView,
            headers(
                ("ETag" = String, description = "Its version."),
                ("Location" = String, description = "Where it is."),
            )
        ),
        BadChange,
    )
)]
pub(crate) async fn create_toolset(
    State(api): State<ApiState>,
    who: Requester,
    JsonBody(new): JsonBody<NewToolset>,
) -> Result<Response, ApiProblem> {
    if let Some(budget) = new.budget {
        fields::check_budget(budget)?;
    }
    let toolset = Toolset {
        description: new.description,
        members: fields::members(&new.members)?,
        profile: new.profile.map(HintProfile::from),
        provenance: new.provenance,
        budget: new.budget,
        prompts_and_resources: new.prompts_and_resources.unwrap_or(true),
        ..Toolset::new(fields::name(&new.name)?)
    };
    api.gateway.settled(StartupWait::Request).await;
    let editor = api.gateway.editor_for(&who.0);
    let made = editor
        .create_toolset(&who.author(new.why), &toolset)
        .await?;
    Ok(created(&made))
}

/// A toolset that was not there before.
fn created(made: &ToolsetDetails) -> Response {
    let place = format!("{PREFIX}/toolsets/{}", made.toolset.name);
    etag::created(place, made.version, Json(ToolsetView::of(made)))
}

/// What the copy is called.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewClone {
    /// The name of the copy: 2 to 50 lowercase letters, digits and `-`.
    #[schema(pattern = "^[a-z0-9-]{2,50}$")]
    name: String,
    /// The reason, in your words. The history keeps it.
    why: Option<String>,
}

impl RequestBody for NewClone {
    const SHAPE: &'static str = "an object with `name`, and perhaps `why`";
}

/// Copies a toolset, with its notes and overrides.
#[utoipa::path(
    post,
    path = "/toolsets/{name}/clone",
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
        BadChange,
    )
)]
pub(crate) async fn clone_toolset(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(name): PathParams<String>,
    JsonBody(new): JsonBody<NewClone>,
) -> Result<Response, ApiProblem> {
    let name = path::toolset_name(&name)?;
    let copy = fields::name(&new.name)?;
    let editor = api.gateway.editor_for(&who.0);
    let author = who.author(new.why);
    api.gateway.settled(StartupWait::Request).await;
    let made = editor.clone_toolset(&author, &name, &copy).await;
    let made = made.map_err(|error| ApiProblem::from(error).unconditional())?;
    Ok(created(&made))
}
