//! `GET /toolsets/{name}/notes` and `GET /notes`.

use std::sync::Arc;

use candor_gateway::edit::{NotePlace, VersionedNotes};
use candor_gateway::{Endpoint, OfferedTool};
use candor_model::ToolNotes;

use super::ToolNotesView;
use crate::prelude::*;

/// The notes on one tool, and whether they count now.
#[derive(Serialize, ToSchema)]
pub(crate) struct NotesItem {
    #[serde(flatten)]
    entry: ToolNotesView,
    /// Whether the tool is there now: in the toolset, or, for notes everywhere, at all. If not,
    /// the notes wait for it.
    served: bool,
    /// Whether the tool has another id than when it was first noted: its schemas or annotations
    /// are no longer what they were. The notes count all the same.
    changed: bool,
}

/// Lists the notes of a toolset, by tool.
#[utoipa::path(
    get,
    path = "/toolsets/{name}/notes",
    params(("name" = String, Path, description = "The toolset."), PageQuery),
    responses(
        (
            status = 200,
            description = "A page of tools with their notes.",
            body = ListPage<NotesItem>,
            headers(("ETag" = String, description = "The version of the toolset, unless the file declares it."))
        ),
        BadName,
    )
)]
pub(crate) async fn list_toolset_notes(
    State(api): State<ApiState>,
    PathParams(name): PathParams<String>,
    QueryParams(query): QueryParams<PageQuery>,
) -> Result<Response, ApiProblem> {
    page(&api, &super::toolset(&name)?, &query).await
}

/// Lists the notes that apply in every toolset, by tool.
#[utoipa::path(
    get,
    path = "/notes",
    params(PageQuery),
    responses(
        (
            status = 200,
            description = "A page of tools with their notes.",
            body = ListPage<NotesItem>,
            headers(("ETag" = String, description = "The version of these notes."))
        ),
        BadName,
    )
)]
pub(crate) async fn list_notes(
    State(api): State<ApiState>,
    QueryParams(query): QueryParams<PageQuery>,
) -> Result<Response, ApiProblem> {
    page(&api, &NotePlace::Everywhere, &query).await
}

async fn page(
    api: &ApiState,
    place: &NotePlace,
    query: &PageQuery,
) -> Result<Response, ApiProblem> {
    api.gateway.settled(StartupWait::Request).await;
    let is_key = |key: &str| !key.is_empty();
    let paging = PageRequest::read(query.limit.as_deref(), query.after.as_deref(), is_key)?;
    let VersionedNotes { mut notes, version } = api.gateway.editor().notes_at(place).await?;
    notes.sort_by_cached_key(key);
    let tools = tools(api, place)?;
    let page = paging.cut(notes, key, |entry| NotesItem::of(&entry, &tools));
    Ok(etag::tagged(version, Json(page)))
}

fn key(entry: &ToolNotes) -> String {
    entry.tool.to_string()
}

/// The tools on which notes can count in a place.
fn tools(api: &ApiState, place: &NotePlace) -> Result<Vec<Arc<OfferedTool>>, ApiProblem> {
    let catalogue = api.gateway.catalogue();
    match place {
        NotePlace::Everywhere => Ok(catalogue.everything().tools().to_vec()),
        NotePlace::Toolset(name) => {
            let endpoint = Endpoint {
                toolset: Some(name.clone()),
                environment: None,
            };
            let offer = catalogue.view(&endpoint).map_err(ApiProblem::unknown)?;
            Ok(offer.tools().to_vec())
        }
    }
}

// === impl NotesItem ===

impl NotesItem {
    fn of(entry: &ToolNotes, tools: &[Arc<OfferedTool>]) -> Self {
        let ref_id = entry.tool.ref_id();
        let mut tools = tools.iter().map(|offered| &offered.tool);
        let found = tools.find(|tool| match entry.tool.name() {
            Some(name) => *name == tool.name,
            None => ref_id == Some(&tool.ref_id),
        });
        let differs = |found: &Arc<_>| {
            let found: &candor_gateway::CatalogueTool = found;
            ref_id.is_some_and(|id| *id != found.ref_id)
        };
        Self {
            entry: ToolNotesView::of(entry),
            served: found.is_some(),
            changed: found.is_some_and(differs),
        }
    }
}
