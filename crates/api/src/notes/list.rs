//! `GET /toolsets/{name}/notes` and `GET /notes`.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use candor_gateway::desk::{NotePlace, NotesAt};
use candor_gateway::{Endpoint, Offered, Patience};
use candor_model::ToolNotes;
use serde::Serialize;
use utoipa::ToSchema;

use super::view::ToolNotesView;
use crate::document::refusals::{BadQuery, NotThere};
use crate::etag;
use crate::page::{Page, Paging};
use crate::path::PathOf;
use crate::problem::Problem;
use crate::query::{PageQuery, QueryOf};
use crate::router::Api;

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
    operation_id = "list_toolset_notes",
    tag = "notes",
    params(("name" = String, Path, description = "The toolset."), PageQuery),
    responses(
        (
            status = 200,
            description = "A page of tools with their notes.",
            body = Page<NotesItem>,
            headers(("ETag" = String, description = "The version of the toolset, unless the file declares it."))
        ),
        BadQuery,
        NotThere,
    )
)]
pub(crate) async fn in_toolset(
    State(api): State<Api>,
    PathOf(name): PathOf<String>,
    QueryOf(query): QueryOf<PageQuery>,
) -> Result<Response, Problem> {
    page(&api, &super::toolset(&name)?, &query).await
}

/// Lists the notes that count in every toolset, by tool.
#[utoipa::path(
    get,
    path = "/notes",
    operation_id = "list_notes",
    tag = "notes",
    params(PageQuery),
    responses(
        (
            status = 200,
            description = "A page of tools with their notes.",
            body = Page<NotesItem>,
            headers(("ETag" = String, description = "The version of these notes."))
        ),
        BadQuery,
        NotThere,
    )
)]
pub(crate) async fn everywhere(
    State(api): State<Api>,
    QueryOf(query): QueryOf<PageQuery>,
) -> Result<Response, Problem> {
    page(&api, &NotePlace::Everywhere, &query).await
}

async fn page(api: &Api, place: &NotePlace, query: &PageQuery) -> Result<Response, Problem> {
    api.gateway.settled(Patience::Request).await;
    let is_key = |key: &str| !key.is_empty();
    let paging = Paging::read(query.limit.as_deref(), query.after.as_deref(), is_key)?;
    let NotesAt { mut notes, version } = api.gateway.desk().notes_at(place).await?;
    notes.sort_by_cached_key(key);
    let tools = tools(api, place)?;
    let page = paging.cut(notes, key, |entry| NotesItem::of(&entry, &tools));
    Ok(etag::tagged(version, Json(page)))
}

fn key(entry: &ToolNotes) -> String {
    entry.tool.to_string()
}

/// The tools on which notes can count in a place.
fn tools(api: &Api, place: &NotePlace) -> Result<Vec<Arc<Offered>>, Problem> {
    let catalogue = api.gateway.catalogue();
    match place {
        NotePlace::Everywhere => Ok(catalogue.everything().tools().to_vec()),
        NotePlace::Toolset(name) => {
            let endpoint = Endpoint {
                toolset: Some(name.clone()),
                environment: None,
            };
            let offer = catalogue.view(&endpoint).map_err(Problem::unknown)?;
            Ok(offer.tools().to_vec())
        }
    }
}

// === impl NotesItem ===

impl NotesItem {
    fn of(entry: &ToolNotes, tools: &[Arc<Offered>]) -> Self {
        let ref_id = entry.tool.ref_id();
        let mut tools = tools.iter().map(|offered| &offered.tool);
        let found = tools.find(|tool| match entry.tool.name() {
            Some(name) => *name == tool.name,
            None => ref_id == Some(&tool.ref_id),
        });
        let differs = |found: &Arc<_>| {
            let found: &candor_gateway::Tool = found;
            ref_id.is_some_and(|id| *id != found.ref_id)
        };
        Self {
            entry: ToolNotesView::of(entry),
            served: found.is_some(),
            changed: found.is_some_and(differs),
        }
    }
}
