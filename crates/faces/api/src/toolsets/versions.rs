//! `GET /toolsets/{name}/versions` and `POST /toolsets/{name}/restore`.

use candor_gateway::EditError;
use candor_gateway::records::ToolsetVersion;
use candor_model::{Opinion, ToolPattern, Toolset};

use super::member::MemberWord;
use super::view::{self, ConfirmRuleView, ToolsetView};
use crate::enums::{DoorWord, ProfileWord};
use crate::notes::ToolNotesView;
use crate::prelude::*;
use crate::tools::statement::OpinionFields;

/// A toolset as it was from one change to the next.
#[derive(Serialize, ToSchema)]
#[schema(as = ToolsetVersion)]
pub(crate) struct ToolsetVersionView {
    /// The number of the version, from 1 on.
    version: u64,
    /// When it was made.
    #[schema(format = DateTime)]
    at: String,
    /// Who made it.
    who: String,
    /// The channel that it came through.
    door: DoorWord,
    /// The reason, in their words.
    why: Option<String>,
    /// What it was; null where it was deleted or got another name.
    toolset: Option<ToolsetContentView>,
}

/// What people made of a toolset.
#[derive(Serialize, ToSchema)]
#[schema(as = ToolsetContent)]
pub(crate) struct ToolsetContentView {
    /// The name that it had.
    name: String,
    /// What it was for.
    description: String,
    /// What was in it.
    members: Vec<MemberWord>,
    /// The notes on its tools.
    notes: Vec<ToolNotesView>,
    /// When a person was asked before a call.
    confirm: Vec<ConfirmRuleView>,
    /// The hints that its endpoint sent.
    profile: Option<ProfileWord>,
    /// Whether its endpoint said where each hint came from.
    provenance: Option<bool>,
    /// How many characters a description might have with its notes.
    budget: Option<usize>,
    /// Whether its endpoint served the prompts and resources of its tools' sources.
    prompts_and_resources: bool,
    /// What was said about tools in it; null where it was not written down.
    annotations: Option<Vec<ToolsetAnnotationView>>,
}

/// What was said about some tools in a toolset.
#[derive(Serialize, ToSchema)]
#[schema(as = ToolsetAnnotation)]
pub(crate) struct ToolsetAnnotationView {
    /// The tools: a name, or a pattern such as `shop.*`.
    about: String,
    /// What was said.
    fields: OpinionFields,
}

/// The version to restore.
#[derive(Deserialize, ToSchema)]
#[schema(as = Restoration)]
#[serde(deny_unknown_fields)]
pub(crate) struct ToolsetRestoration {
    /// The version that it is to be like.
    version: u64,
    /// The reason, in your words. The history keeps it.
    why: Option<String>,
}

impl RequestBody for ToolsetRestoration {
    const SHAPE: &'static str = "an object with `version`, a number, and perhaps `why`";
}

/// Lists the versions of a toolset, newest first, also of one that is deleted.
///
/// The last hundred are kept.
#[utoipa::path(
    get,
    path = "/toolsets/{name}/versions",
    params(("name" = String, Path, description = "The toolset."), PageQuery),
    responses(
        (status = 200, description = "A page of versions.", body = ListPage<ToolsetVersionView>),
        BadName,
    )
)]
pub(crate) async fn list_toolset_versions(
    State(api): State<ApiState>,
    PathParams(name): PathParams<String>,
    QueryParams(query): QueryParams<PageQuery>,
) -> Result<Json<ListPage<ToolsetVersionView>>, ApiProblem> {
    let name = path::toolset_name(&name)?;
    let is_key = |key: &str| key.len() == KEY && key.bytes().all(|byte| byte.is_ascii_digit());
    let paging = PageRequest::read(query.limit.as_deref(), query.after.as_deref(), is_key)?;
    let editor = api.gateway.editor();
    let versions = match editor.toolset_versions(&name).await {
        // A toolset declared in the file has no versions, but exists.
        Err(EditError::Unknown(_)) => editor.toolset(&name).await.map(|_| Vec::new())?,
        other => other?,
    };
    Ok(Json(paging.cut(versions, key, ToolsetVersionView::of)))
}

/// Restores a version of a toolset, even after it was deleted.
///
/// What it is now stays readable as a version, so nothing is lost and no `If-Match` is asked for.
#[utoipa::path(
    post,
    path = "/toolsets/{name}/restore",
    params(("name" = String, Path, description = "The toolset.")),
    request_body = ToolsetRestoration,
    responses(
        (
            status = 200,
            description = "The toolset as it is now.",
            body = ToolsetView,
            headers(("ETag" = String, description = "Its version."))
        ),
        BadChange,
    )
)]
pub(crate) async fn restore_toolset(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(name): PathParams<String>,
    JsonBody(body): JsonBody<ToolsetRestoration>,
) -> Result<Response, ApiProblem> {
    let name = path::toolset_name(&name)?;
    let editor = api.gateway.editor_for(&who.0);
    let author = who.author(body.why);
    api.gateway.settled(StartupWait::Request).await;
    let view = editor.restore_toolset(&author, &name, body.version).await;
    let view = view.map_err(|error| ApiProblem::from(error).unconditional())?;
    Ok(etag::tagged(view.version, Json(ToolsetView::of(&view))))
}

/// The number of digits of a key.
const KEY: usize = 20;

/// Newest first: the later the version, the smaller the key.
fn key(version: &ToolsetVersion) -> String {
    format!("{:0KEY$}", u64::MAX - version.number)
}

// === impl ToolsetVersionView ===

impl ToolsetVersionView {
    fn of(version: ToolsetVersion) -> Self {
        let (toolset, opinions) = (version.toolset.as_ref(), version.opinions.as_deref());
        Self {
            version: version.number,
            at: time::of_micros(version.at_micros),
            who: version.author.name,
            door: version.author.channel.into(),
            why: version.author.why,
            toolset: toolset.map(|toolset| ToolsetContentView::of(toolset, opinions)),
        }
    }
}

// === impl ToolsetContentView ===

impl ToolsetContentView {
    fn of(toolset: &Toolset, said: Option<&[(ToolPattern, Opinion)]>) -> Self {
        Self {
            name: toolset.name.to_string(),
            description: toolset.description.clone(),
            members: view::members(toolset),
            notes: toolset.notes.iter().map(ToolNotesView::of).collect(),
            confirm: toolset.confirm.iter().map(ConfirmRuleView::of).collect(),
            profile: toolset.profile.map(Into::into),
            provenance: toolset.provenance,
            budget: toolset.budget,
            prompts_and_resources: toolset.prompts_and_resources,
            annotations: said.map(|said| said.iter().map(ToolsetAnnotationView::of).collect()),
        }
    }
}

// === impl ToolsetAnnotationView ===

impl ToolsetAnnotationView {
    fn of((about, opinion): &(ToolPattern, Opinion)) -> Self {
        Self {
            about: about.to_string(),
            fields: OpinionFields::of(opinion),
        }
    }
}
