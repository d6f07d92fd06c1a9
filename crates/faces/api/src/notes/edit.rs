//! `PATCH` and `DELETE` of `/toolsets/{name}/notes/{tool}/{note}` and of `/notes/{tool}/{note}`.

use candor_gateway::edit::{NoteEdit, NoteKey, NotePlace};
use candor_model::ToolNote;

use super::{NotePath, ToolNotesView, ToolsetNotePath};
use crate::prelude::*;

/// The fields to change; others stay as they are.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoteChange {
    /// The new text, on one line.
    #[schema(min_length = 1, max_length = 500)]
    note: Option<String>,
    /// Its place among the notes on its tool; the first is 0, and what is beyond the last is the
    /// last.
    position: Option<usize>,
    /// The reason, in your words. The history keeps it.
    why: Option<String>,
}

impl RequestBody for NoteChange {
    const SHAPE: &'static str = "an object with `note`, `position` or both, and perhaps `why`";
}

/// Changes the text or the place of a note.
#[utoipa::path(
    patch,
    path = "/toolsets/{name}/notes/{tool}/{note}",
    params(
        ToolsetNotePath,
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
        BadChange,
        TooLate,
    )
)]
pub(crate) async fn edit_toolset_note(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(path): PathParams<ToolsetNotePath>,
    read: IfMatch,
    JsonBody(change): JsonBody<NoteChange>,
) -> Result<Response, ApiProblem> {
    let (place, which) = path.place_and_key()?;
    edit(&api, who, &place, &which, read, change).await
}

/// Changes the text or the place of a note that applies in every toolset.
#[utoipa::path(
    patch,
    path = "/notes/{tool}/{note}",
    params(
        NotePath,
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
        BadChange,
        TooLate,
    )
)]
pub(crate) async fn edit_note(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(path): PathParams<NotePath>,
    read: IfMatch,
    JsonBody(change): JsonBody<NoteChange>,
) -> Result<Response, ApiProblem> {
    let which = path.key()?;
    edit(&api, who, &NotePlace::Everywhere, &which, read, change).await
}

async fn edit(
    api: &ApiState,
    who: Requester,
    place: &NotePlace,
    which: &NoteKey,
    read: IfMatch,
    change: NoteChange,
) -> Result<Response, ApiProblem> {
    if change.note.is_none() && change.position.is_none() {
        return Err(ApiProblem::invalid(
            "there is nothing to do: give `note`, `position` or both",
        ));
    }
    let note = change
        .note
        .map(|text| ToolNote::new(which.note.as_str(), &text));
    let edit = NoteEdit {
        note: note.transpose().map_err(ApiProblem::invalid)?,
        position: change.position,
    };
    let author = who.author(change.why);
    let editor = api.gateway.editor();
    let edited = editor.edit_note(&author, place, which, &edit, read.optional());
    let edited = edited.await.map_err(|error| super::problem(error, read))?;
    let shown = ToolNotesView::of(&edited.entry);
    Ok(etag::tagged(edited.version, Json(shown)))
}

/// Removes a note from a tool of a toolset.
#[utoipa::path(
    delete,
    path = "/toolsets/{name}/notes/{tool}/{note}",
    params(
        ToolsetNotePath,
        ReasonQuery,
        (
            "If-Match" = Option<String>,
            Header,
            description = "The `ETag` of the toolset that you have read."
        ),
    ),
    responses((status = 204, description = "It is gone."), BadName, InTheWay, TooLate)
)]
pub(crate) async fn remove_toolset_note(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(path): PathParams<ToolsetNotePath>,
    QueryParams(query): QueryParams<ReasonQuery>,
    read: IfMatch,
    _: NoBody,
) -> Result<StatusCode, ApiProblem> {
    let (place, which) = path.place_and_key()?;
    remove(&api, who, &place, &which, read, query).await
}

/// Removes a note that applies in every toolset.
#[utoipa::path(
    delete,
    path = "/notes/{tool}/{note}",
    params(
        NotePath,
        ReasonQuery,
        (
            "If-Match" = Option<String>,
            Header,
            description = "The `ETag` of the list of notes that you have read."
        ),
    ),
    responses((status = 204, description = "It is gone."), BadName, InTheWay, TooLate)
)]
pub(crate) async fn remove_note(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(path): PathParams<NotePath>,
    QueryParams(query): QueryParams<ReasonQuery>,
    read: IfMatch,
    _: NoBody,
) -> Result<StatusCode, ApiProblem> {
    let which = path.key()?;
    remove(&api, who, &NotePlace::Everywhere, &which, read, query).await
}

async fn remove(
    api: &ApiState,
    who: Requester,
    place: &NotePlace,
    which: &NoteKey,
    read: IfMatch,
    query: ReasonQuery,
) -> Result<StatusCode, ApiProblem> {
    let author = who.author(query.why);
    let editor = api.gateway.editor();
    let removed = editor.remove_note(&author, place, which, read.optional());
    removed.await.map_err(|error| super::problem(error, read))?;
    Ok(StatusCode::NO_CONTENT)
}
