//! Named sets of variables and annotations.

pub(crate) mod variables;

use candor_gateway::edit::{EnvironmentDetails, EnvironmentEdit};
use candor_model::{Environment, EnvironmentName, HintProfile};

use crate::enums::ProfileWord;
use crate::patch_field::{PatchField, mentioned};
use crate::prelude::*;

/// A named set of variables and annotations.
#[derive(Serialize, ToSchema)]
#[schema(as = Environment)]
pub(crate) struct EnvironmentView {
    /// The name of it.
    name: String,
    /// What it is for.
    description: String,
    /// The hints that its endpoint sends; null for those of the plain endpoint.
    profile: Option<ProfileWord>,
    /// Whether its endpoint says where each hint comes from; null to do as the plain endpoint.
    provenance: Option<bool>,
    /// Its variables, by name.
    variables: Vec<VariableView>,
    /// Whether the configuration file declares it. Then it cannot be changed here.
    declared: bool,
    /// The version; null if the configuration file declares it.
    version: Option<u64>,
}

/// A variable of an environment.
#[derive(Serialize, ToSchema)]
#[schema(as = Variable)]
pub(crate) struct VariableView {
    /// The name of it.
    name: String,
    /// Its value; null where it is secret.
    value: Option<String>,
    /// Whether it is secret. Then it is never shown.
    secret: bool,
}

/// Lists environments, by name.
#[utoipa::path(
    get,
    path = "/environments",
    params(PageQuery),
    responses(
        (status = 200, description = "A page of environments.", body = ListPage<EnvironmentView>),
        BadQuery,
    )
)]
pub(crate) async fn list_environments(
    State(api): State<ApiState>,
    QueryParams(query): QueryParams<PageQuery>,
) -> Result<Json<ListPage<EnvironmentView>>, ApiProblem> {
    let is_name = |key: &str| EnvironmentName::parse(key).is_ok();
    let paging = PageRequest::read(query.limit.as_deref(), query.after.as_deref(), is_name)?;
    let all = api.gateway.editor().environments().await?;
    let name = |view: &EnvironmentDetails| view.environment.name.to_string();
    Ok(Json(paging.cut(all, name, EnvironmentView::of)))
}

/// Shows one environment. The values of secrets are never shown.
#[utoipa::path(
    get,
    path = "/environments/{name}",
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
        (status = 304, description = "Not modified."),
        BadName,
    )
)]
pub(crate) async fn show_environment(
    State(api): State<ApiState>,
    PathParams(name): PathParams<String>,
    known: IfNoneMatch,
) -> Result<Response, ApiProblem> {
    let name = path::environment_name(&name)?;
    let view = api.gateway.editor().environment(&name).await?;
    Ok(known.answer(view.version, Json(EnvironmentView::of(view))))
}

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
    /// The hints that its endpoint sends, if not those of the plain endpoint.
    profile: Option<ProfileWord>,
    /// Whether its endpoint says where each hint comes from, if not as the plain endpoint does.
    provenance: Option<bool>,
    /// The reason, in your words. The history keeps it.
    why: Option<String>,
}

impl RequestBody for NewEnvironment {
    const SHAPE: &'static str =
        "an object with `name`, and perhaps `description`, `profile`, `provenance` and `why`";
}

/// Creates an environment.
#[utoipa::path(
    post,
    path = "/environments",
    request_body = NewEnvironment,
    responses(
        (
            status = 201,
            description = "It was created.",
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
pub(crate) async fn create_environment(
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
    Ok(etag::created(place, version, view))
}

/// The fields to change; others stay as they are.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EnvironmentChange {
    /// What it is for.
    description: Option<String>,
    /// The hints that its endpoint sends; null for those of the plain endpoint.
    #[serde(default, deserialize_with = "mentioned")]
    #[schema(value_type = Option<ProfileWord>)]
    profile: PatchField<ProfileWord>,
    /// Whether its endpoint says where each hint comes from; null to do as the plain endpoint.
    #[serde(default, deserialize_with = "mentioned")]
    #[schema(value_type = Option<bool>)]
    provenance: PatchField<bool>,
    /// The reason, in your words. The history keeps it.
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
    params(("name" = String, Path, description = "Its name."), IfMatch),
    request_body = EnvironmentChange,
    responses(
        (
            status = 200,
            description = "The environment as it is now.",
            body = EnvironmentView,
            headers(("ETag" = String, description = "Its version."))
        ),
        BadEdit,
    )
)]
pub(crate) async fn edit_environment(
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
        profile: change.profile.map(|said| said.map(HintProfile::from)),
        provenance: change.provenance,
    };
    let editor = api.gateway.editor();
    let view = editor
        .edit_environment(&author, &name, edit, expected)
        .await?;
    Ok(etag::tagged(view.version, Json(EnvironmentView::of(view))))
}

/// Removes an environment, with its variables and overrides.
#[utoipa::path(
    delete,
    path = "/environments/{name}",
    params(("name" = String, Path, description = "Its name."), ReasonQuery, IfMatch),
    responses((status = 204, description = "It is gone."), BadRemoval)
)]
pub(crate) async fn delete_environment(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(name): PathParams<String>,
    QueryParams(query): QueryParams<ReasonQuery>,
    read: IfMatch,
    _: NoBody,
) -> Result<StatusCode, ApiProblem> {
    let name = path::environment_name(&name)?;
    let expected = read.required(&format!("the environment `{name}`"))?;
    let author = who.author(query.why);
    let editor = api.gateway.editor();
    editor.delete_environment(&author, &name, expected).await?;
    Ok(StatusCode::NO_CONTENT)
}

// === impl EnvironmentView ===

impl EnvironmentView {
    fn of(view: EnvironmentDetails) -> Self {
        let variables = view.variables.into_iter().map(|variable| VariableView {
            name: variable.name.to_string(),
            secret: variable.value.is_none(),
            value: variable.value,
        });
        Self {
            name: view.environment.name.to_string(),
            description: view.environment.description,
            profile: view.environment.profile.map(Into::into),
            provenance: view.environment.provenance,
            variables: variables.collect(),
            declared: view.version.is_none(),
            version: view.version,
        }
    }
}
