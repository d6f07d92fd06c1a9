//! `POST /environments`.

use candor_model::{Environment, EnvironmentName, HintProfile};
use http::header::LOCATION;

use super::view::EnvironmentView;
use crate::enums::ProfileWord;
use crate::prelude::*;

/// An environment to be made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewEnvironment {
    /// Its name: 2 to 50 lowercase letters, digits and `-`.
    #[schema(pattern = "^[a-z0-9-]{2,50}$")]
    name: String,
    /// What it is for.
    #[serde(default)]
    description: String,
    /// Which hints its endpoint writes, if not those of the plain endpoint.
    profile: Option<ProfileWord>,
    /// Whether its endpoint says where each hint comes from, if not as the plain endpoint does.
    provenance: Option<bool>,
    /// Why, in your words. It is kept in the history.
    why: Option<String>,
}

impl RequestBody for NewEnvironment {
    const SHAPE: &'static str =
        "an object with `name`, and perhaps `description`, `profile`, `provenance` and `why`";
}

/// Makes an environment.
#[utoipa::path(
    post,
    path = "/environments",
    operation_id = "create_environment",
    tag = "environments",
    request_body = NewEnvironment,
    responses(
        (
            status = 201,
            description = "It was made.",
            body = EnvironmentView,
            headers(
                ("ETag" = String, description = "Its version."),
                ("Location" = String, description = "Where it is."),
            )
        ),
        BadBody,
        InTheWay,
    )
)]
pub(crate) async fn create(
    State(api): State<ApiState>,
    who: Requester,
    JsonBody(new): JsonBody<NewEnvironment>,
) -> Result<Response, ApiProblem> {
    let author = who.author(new.why);
    let environment = Environment {
        name: EnvironmentName::parse(&new.name).map_err(ApiProblem::invalid)?,
        description: new.description,
        profile: new.profile.map(HintProfile::from),
        provenance: new.provenance,
    };
    let editor = api.gateway.editor();
    let made = editor.create_environment(&author, &environment).await?;
    let place = format!("{PREFIX}/environments/{}", environment.name);
    let (version, view) = (made.version, Json(EnvironmentView::of(made)));
    let response = (StatusCode::CREATED, [(LOCATION, place)], view).into_response();
    Ok(etag::tagged(version, response))
}
