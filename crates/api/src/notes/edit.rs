//! `PATCH /toolsets/{name}/notes/{tool}/{note}` and `PATCH /notes/{tool}/{note}`.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use candor_gateway::desk::{NoteEdit, NotePlace, WhichNote};
use candor_model::Note;
use serde::Deserialize;
use utoipa::ToSchema;

use super::view::ToolNotesView;
use crate::author::Who;
use crate::body::{Body, JsonBody};
use crate::document::refusals::{BadBody, InTheWay, NotThere, TooLate};
use crate::etag::{self, IfMatch};
use crate::path::PathOf;
use crate::problem::Problem;
use crate::router::Api;

/// What is changed; what is not mentioned stays as it is.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoteChange {
    /// What it says from now on, on one line.
    #[schema(min_length = 1, max_length = 500)]
    note: Option<String>,
    /// Its place among the notes on its tool; the first is 0, and what is beyond the last is the
    /// last.
    position: Option<usize>,
    /// Why, in your words. It is kept in the history.
    why: Option<String>,
}

impl Body for NoteChange {
    const SHAPE: &'static str = "an object with `note`, `position` or both, and perhaps `why`";
}

/// Says something else in a note, or puts it at another place.
#[utoipa::path(
    patch,
    path = "/toolsets/{name}/notes/{tool}/{note}",
    operation_id = "edit_toolset_note",
    tag = "notes",
    params(
        ("name" = String, Path, description = "The toolset."),
        (
            "tool" = String,
            Path,
            description = "`source.tool`, percent-encoded, or the id of a tool of which only \
                           that is known."
        ),
        ("note" = String, Path, description = "The name of the note."),
        (
            "If-Match" = Option<String>,
            Header,
            description = "The `ETag` of the toolset that you have read."
        ),
    ),
    request_body = NoteChange,
    responses(
        (
            status = 200,
            description = "The notes on the tool now.",
            body = ToolNotesView,
            headers(("ETag" = String, description = "The version of the toolset."))
        ),
        BadBody,
        NotThere,
        InTheWay,
        TooLate,
    )
)]
pub(crate) async fn in_toolset(
    State(api): State<Api>,
    who: Who,
    PathOf((name, tool, note)): PathOf<(String, String, String)>,
    read: IfMatch,
    JsonBody(change): JsonBody<NoteChange>,
) -> Result<Response, Problem> {
    let which = super::which([&tool, &note])?;
    edit(&api, who, &super::toolset(&name)?, &which, read, change).await
}

/// Says something else in a note that counts in every toolset, or puts it at another place.
#[utoipa::path(
    patch,
    path = "/notes/{tool}/{note}",
    operation_id = "edit_note",
    tag = "notes",
    params(
        (
            "tool" = String,
            Path,
            description = "`source.tool`, percent-encoded, or the id of a tool of which only \
                           that is known."
        ),
        ("note" = String, Path, description = "The name of the note."),
        (
            "If-Match" = Option<String>,
            Header,
            description = "The `ETag` of the list of notes that you have read."
        ),
    ),
    request_body = NoteChange,
    responses(
        (
            status = 200,
            description = "The notes on the tool now.",
            body = ToolNotesView,
            headers(("ETag" = String, description = "The version of the notes everywhere."))
        ),
        BadBody,
        NotThere,
        InTheWay,
        TooLate,
    )
)]
pub(crate) async fn everywhere(
    State(api): State<Api>,
    who: Who,
    PathOf((tool, note)): PathOf<(String, String)>,
    read: IfMatch,
    JsonBody(change): JsonBody<NoteChange>,
) -> Result<Response, Problem> {
    let which = super::which([&tool, &note])?;
    edit(&api, who, &NotePlace::Everywhere, &which, read, change).await
}

async fn edit(
    api: &Api,
    who: Who,
    place: &NotePlace,
    which: &WhichNote,
    read: IfMatch,
    change: NoteChange,
) -> Result<Response, Problem> {
    if change.note.is_none() && change.position.is_none() {
        return Err(Problem::invalid(
            "there is nothing to do: give `note`, `position` or both",
        ));
    }
    let note = change
        .note
        .map(|text| Note::new(which.note.as_str(), &text));
    let edit = NoteEdit {
        note: note.transpose().map_err(Problem::invalid)?,
        position: change.position,
    };
    let author = who.author(change.why);
    let desk = api.gateway.desk();
    let edited = desk.edit_note(&author, place, which, &edit, read.optional());
    let edited = edited.await.map_err(|error| super::problem(error, read))?;
    let shown = ToolNotesView::of(&edited.entry);
    Ok(etag::tagged(edited.version, Json(shown)))
}
