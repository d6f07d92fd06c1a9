//! `GET /toolsets/{name}/versions`.

use axum::Json;
use axum::extract::State;
use candor_gateway::DeskError;
use candor_model::{Opinion, ToolPattern, Toolset};
use candor_store::ToolsetVersion;
use serde::Serialize;
use utoipa::ToSchema;

use super::member::MemberWord;
use super::view::{self, ConfirmView};
use crate::document::refusals::{BadQuery, NotThere};
use crate::notes::view::ToolNotesView;
use crate::page::{Page, Paging};
use crate::path::{self, PathOf};
use crate::problem::Problem;
use crate::query::{PageQuery, QueryOf};
use crate::router::Api;
use crate::time;
use crate::tools::statement::Fields;
use crate::words::{DoorWord, ProfileWord};

/// A toolset as it was from one change to the next.
#[derive(Serialize, ToSchema)]
#[schema(as = ToolsetVersion)]
pub(crate) struct VersionView {
    /// Which version.
    version: u64,
    /// When it was made.
    #[schema(format = DateTime)]
    at: String,
    /// By whom.
    who: String,
    /// Through which door.
    door: DoorWord,
    /// Why, in their words.
    why: Option<String>,
    /// What it was; null where it was deleted or got another name.
    toolset: Option<ContentView>,
}

/// What people made of a toolset.
#[derive(Serialize, ToSchema)]
#[schema(as = ToolsetContent)]
pub(crate) struct ContentView {
    /// The name that it had.
    name: String,
    /// What it was for.
    description: String,
    /// What was in it.
    members: Vec<MemberWord>,
    /// The notes on its tools.
    notes: Vec<ToolNotesView>,
    /// When a person was asked before a call.
    confirm: Vec<ConfirmView>,
    /// Which hints its endpoint wrote.
    profile: Option<ProfileWord>,
    /// Whether its endpoint said where each hint came from.
    provenance: Option<bool>,
    /// How many characters a description might have with its notes.
    budget: Option<usize>,
    /// What was said about tools in it; null where it was not written down.
    annotations: Option<Vec<SaidView>>,
}

/// What was said about some tools in a toolset.
#[derive(Serialize, ToSchema)]
#[schema(as = ToolsetAnnotation)]
pub(crate) struct SaidView {
    /// About which tools: a name, or a pattern such as `shop.*`.
    about: String,
    /// What was said.
    fields: Fields,
}

/// Lists the versions of a toolset, newest first, also of one that is deleted.
///
/// The last hundred are kept.
#[utoipa::path(
    get,
    path = "/toolsets/{name}/versions",
    operation_id = "list_toolset_versions",
    tag = "toolsets",
    params(("name" = String, Path, description = "The toolset."), PageQuery),
    responses(
        (status = 200, description = "A page of versions.", body = Page<VersionView>),
        BadQuery,
        NotThere,
    )
)]
pub(crate) async fn list(
    State(api): State<Api>,
    PathOf(name): PathOf<String>,
    QueryOf(query): QueryOf<PageQuery>,
) -> Result<Json<Page<VersionView>>, Problem> {
    let name = path::toolset_name(&name)?;
    let is_key = |key: &str| key.len() == KEY && key.bytes().all(|byte| byte.is_ascii_digit());
    let paging = Paging::read(query.limit.as_deref(), query.after.as_deref(), is_key)?;
    let desk = api.gateway.desk();
    let versions = match desk.toolset_versions(&name).await {
        // What the file declares has no versions, but it is there.
        Err(DeskError::Unknown(_)) => desk.toolset(&name).await.map(|_| Vec::new())?,
        other => other?,
    };
    Ok(Json(paging.cut(versions, key, VersionView::of)))
}

/// How many digits a key has.
const KEY: usize = 20;

/// Newest first: the later the version, the smaller the key.
fn key(version: &ToolsetVersion) -> String {
    format!("{:0KEY$}", u64::MAX - version.version)
}

// === impl VersionView ===

impl VersionView {
    fn of(version: ToolsetVersion) -> Self {
        let (toolset, opinions) = (version.toolset.as_ref(), version.opinions.as_deref());
        Self {
            version: version.version,
            at: time::of_micros(version.at_micros),
            who: version.author.name,
            door: version.author.door.into(),
            why: version.author.why,
            toolset: toolset.map(|toolset| ContentView::of(toolset, opinions)),
        }
    }
}

// === impl ContentView ===

impl ContentView {
    fn of(toolset: &Toolset, said: Option<&[(ToolPattern, Opinion)]>) -> Self {
        Self {
            name: toolset.name.to_string(),
            description: toolset.description.clone(),
            members: view::members(toolset),
            notes: toolset.notes.iter().map(ToolNotesView::of).collect(),
            confirm: toolset.confirm.iter().map(ConfirmView::of).collect(),
            profile: toolset.profile.map(Into::into),
            provenance: toolset.provenance,
            budget: toolset.budget,
            annotations: said.map(|said| said.iter().map(SaidView::of).collect()),
        }
    }
}

// === impl SaidView ===

impl SaidView {
    fn of((about, opinion): &(ToolPattern, Opinion)) -> Self {
        Self {
            about: about.to_string(),
            fields: Fields::of(opinion),
        }
    }
}
