//! `PATCH /toolsets/{name}`.

use candor_model::{HintProfile, Toolset};

use super::fields;
use super::member::MemberWord;
use super::view::ToolsetView;
use crate::enums::ProfileWord;
use crate::patch_field::{PatchField, mentioned};
use crate::prelude::*;

/// The fields to change; others stay as they are.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ToolsetChange {
    /// The name that it has from now on.
    #[schema(pattern = "^[a-z0-9-]{2,50}$")]
    name: Option<String>,
    /// What it is for.
    description: Option<String>,
    /// What is in it, all of it and in this order.
    members: Option<Vec<MemberWord>>,
    /// The hints that its endpoint sends; null for those of the plain endpoint.
    #[serde(default, deserialize_with = "mentioned")]
    #[schema(value_type = Option<ProfileWord>)]
    profile: PatchField<ProfileWord>,
    /// Whether its endpoint says where each hint comes from; null to do as the plain endpoint.
    #[serde(default, deserialize_with = "mentioned")]
    #[schema(value_type = Option<bool>)]
    provenance: PatchField<bool>,
    /// How many characters a description may have with its notes; null for as many as everywhere.
    #[serde(default, deserialize_with = "mentioned")]
    #[schema(value_type = Option<usize>, minimum = 200, maximum = 100_000)]
    budget: PatchField<usize>,
    /// Whether its endpoint serves the prompts and resources of the sources that its tools come
    /// from.
    prompts_and_resources: Option<bool>,
    /// The reason, in your words. The history keeps it.
    why: Option<String>,
}

/// Changes a toolset. Renamed, it keeps its overrides, and stays equipped where it was.
#[utoipa::path(
    patch,
    path = "/toolsets/{name}",
    params(("name" = String, Path, description = "Its name."), IfMatch),
    request_body = ToolsetChange,
    responses(
        (
            status = 200,
            description = "The toolset as it is now.",
            body = ToolsetView,
            headers(("ETag" = String, description = "Its version."))
        ),
        BadEdit,
    )
)]
pub(crate) async fn edit_toolset(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(name): PathParams<String>,
    read: IfMatch,
    JsonBody(mut body): JsonBody<ToolsetChange>,
) -> Result<Response, ApiProblem> {
    let name = path::toolset_name(&name)?;
    let expected = read.required(&format!("the toolset `{name}`"))?;
    let editor = api.gateway.editor_for(&who.0);
    let author = who.author(body.why.take());
    if let Some(Some(budget)) = body.budget {
        fields::check_budget(budget)?;
    }
    let new_name = body.name.as_deref().map(fields::name).transpose()?;
    let members = body.members.as_deref().map(fields::members).transpose()?;
    let profile = body.profile.map(|said| said.map(HintProfile::from));
    api.gateway.settled(StartupWait::Request).await;
    let edit = |toolset: &mut Toolset| {
        put(new_name.as_ref(), &mut toolset.name);
        put(body.description.as_ref(), &mut toolset.description);
        put(members.as_ref(), &mut toolset.members);
        put(profile.as_ref(), &mut toolset.profile);
        put(body.provenance.as_ref(), &mut toolset.provenance);
        put(body.budget.as_ref(), &mut toolset.budget);
        let served = body.prompts_and_resources.as_ref();
        put(served, &mut toolset.prompts_and_resources);
        Ok(())
    };
    let view = editor.edit_toolset(&author, &name, expected, &edit).await?;
    Ok(etag::tagged(view.version, Json(ToolsetView::of(&view))))
}

fn put<T: Clone>(from: Option<&T>, to: &mut T) {
    if let Some(new) = from {
        to.clone_from(new);
    }
}

// === impl ToolsetChange ===

impl RequestBody for ToolsetChange {
    const SHAPE: &'static str = "an object with `name`, `description`, `members`, `profile`, \
        `provenance`, `budget`, `prompts_and_resources` and `why`, of which each may be left out";
}
