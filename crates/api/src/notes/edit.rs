//! `PATCH /toolsets/{name}/notes/{tool}/{note}` and `PATCH /notes/{tool}/{note}`.

use axum::Json;
use axum::extract::State;
use candor_gateway::desk::NotePlace;
use candor_model::Note;
use serde::Deserialize;
use utoipa::ToSchema;

use super::view::ToolNotesView;
use crate::author::author;
use crate::body::{Body, JsonBody};
use crate::document::refusals::{BadBody, InTheWay, NotThere};
use crate::etag::IfMatch;
use crate::path::{self, PathOf};
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
        ("tool" = String, Path, description = "`source.tool`, percent-encoded."),
        ("note" = String, Path, description = "The name of the note."),
    ),
    request_body = NoteChange,
    responses(
        (status = 200, description = "The notes on the tool now.", body = ToolNotesView),
        BadBody,
        NotThere,
        InTheWay,
    )
)]
pub(crate) async fn in_toolset(
    State(api): State<Api>,
    PathOf((name, tool, note)): PathOf<(String, String, String)>,
    read: IfMatch,
    JsonBody(change): JsonBody<NoteChange>,
) -> Result<Json<ToolNotesView>, Problem> {
    read.unheard("a note")?;
    edit(&api, &super::toolset(&name)?, [&tool, &note], change).await
}

/// Says something else in a note that counts in every toolset, or puts it at another place.
#[utoipa::path(
    patch,
    path = "/notes/{tool}/{note}",
    operation_id = "edit_note",
    tag = "notes",
    params(
        ("tool" = String, Path, description = "`source.tool`, percent-encoded."),
        ("note" = String, Path, description = "The name of the note."),
    ),
    request_body = NoteChange,
    responses(
        (status = 200, description = "The notes on the tool now.", body = ToolNotesView),
        BadBody,
        NotThere,
        InTheWay,
    )
)]
pub(crate) async fn everywhere(
    State(api): State<Api>,
    PathOf((tool, note)): PathOf<(String, String)>,
    read: IfMatch,
    JsonBody(change): JsonBody<NoteChange>,
) -> Result<Json<ToolNotesView>, Problem> {
    read.unheard("a note")?;
    edit(&api, &NotePlace::Everywhere, [&tool, &note], change).await
}

async fn edit(
    api: &Api,
    place: &NotePlace,
    [tool, note]: [&str; 2],
    change: NoteChange,
) -> Result<Json<ToolNotesView>, Problem> {
    let (tool, name) = (path::tool_name(tool)?, path::note_name(note)?);
    if change.note.is_none() && change.position.is_none() {
        return Err(Problem::invalid(
            "there is nothing to do: give `note`, `position` or both",
        ));
    }
    let text = change.note.map(|text| Note::new(name.as_str(), &text));
    let text = text.transpose().map_err(Problem::invalid)?;
    let author = author(change.why);
    let desk = api.gateway.desk();
    // Both are checked before either is done; the second can only miss a note that somebody has
    // removed since, and with it what the first did.
    if let Some(text) = &text {
        let edited = desk.edit_note(&author, place, &tool, text).await;
        edited.map_err(|error| Problem::from(error).unconditional())?;
    }
    if let Some(to) = change.position {
        let moved = desk.move_note(&author, place, &tool, &name, to).await;
        moved.map_err(|error| Problem::from(error).unconditional())?;
    }
    let notes = desk.notes(place).await?;
    let own = notes.iter().find(|entry| entry.tool.name() == Some(&tool));
    let own = own.map(ToolNotesView::of).map(Json);
    own.ok_or_else(|| Problem::unknown(format!("there is no note on `{tool}` any more")))
}
