//! `PATCH /environments/{name}`.

use candor_gateway::edit::EnvironmentEdit;
use candor_model::HintProfile;

use super::view::EnvironmentView;
use crate::enums::ProfileWord;
use crate::patch_field::PatchField;
use crate::prelude::*;

/// What is changed; what is not mentioned stays as it is.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EnvironmentChange {
    /// What it is for.
    description: Option<String>,
    /// Which hints its endpoint writes; null for those of the plain endpoint.
    #[serde(default)]
    #[schema(value_type = Option<ProfileWord>)]
    profile: PatchField<ProfileWord>,
    /// Whether its endpoint says where each hint comes from; null to do as the plain endpoint.
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    provenance: PatchField<bool>,
    /// Why, in your words. It is kept in the history.
    why: Option<String>,
}

impl RequestBody for EnvironmentChange {
    const SHAPE: &'static str = "an object with `description`, `profile`, `provenance` and `why`, \
        of which each may be left out";
}

/// Changes an environment.
#[utoipa::path(
    patch,
    path = "/environments/{name}",
    operation_id = "edit_environment",
    tag = "environments",
    params(
        ("name" = String, Path, description = "Its name."),
        ("If-Match" = String, Header, description = "The `ETag` that you have read, or `*`."),
    ),
    request_body = EnvironmentChange,
    responses(
        (
            status = 200,
            description = "The environment as it is now.",
            body = EnvironmentView,
            headers(("ETag" = String, description = "Its version."))
        ),
        BadBody,
        NotThere,
        InTheWay,
        TooLate,
        WhichVersion,
    )
)]
pub(crate) async fn edit(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(name): PathParams<String>,
    read: IfMatch,
    JsonBody(change): JsonBody<EnvironmentChange>,
) -> Result<Response, ApiProblem> {
    let name = path::environment_name(&name)?;
    let expected = read.required(&format!("the environment `{name}`"))?;
    let author = who.author(change.why);
    let edit = EnvironmentEdit {
        description: change.description,
        profile: change.profile.map(HintProfile::from).said(),
        provenance: change.provenance.said(),
    };
    let editor = api.gateway.editor();
    let view = editor
        .edit_environment(&author, &name, edit, expected)
        .await?;
    Ok(etag::tagged(view.version, Json(EnvironmentView::of(view))))
}
