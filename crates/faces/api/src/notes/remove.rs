//! `DELETE /toolsets/{name}/notes/{tool}/{note}` and `DELETE /notes/{tool}/{note}`.

use candor_gateway::edit::{NoteKey, NotePlace};

use super::{NotePath, ToolsetNotePath};
use crate::prelude::*;

/// Removes a note from a tool of a toolset.
#[utoipa::path(
    delete,
    path = "/toolsets/{name}/notes/{tool}/{note}",
    operation_id = "remove_toolset_note",
    tag = "notes",
    params(
        ToolsetNotePath,
        ReasonQuery,
        (
            "If-Match" = Option<String>,
            Header,
            description = "The `ETag` of the toolset that you have read."
        ),
    ),
    responses(
        (status = 204, description = "It is gone."),
        BadQuery,
        NotThere,
        InTheWay,
        TooLate,
    )
)]
pub(crate) async fn in_toolset(
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

/// Removes a note that counts in every toolset.
#[utoipa::path(
    delete,
    path = "/notes/{tool}/{note}",
    operation_id = "remove_note",
    tag = "notes",
    params(
        NotePath,
        ReasonQuery,
        (
            "If-Match" = Option<String>,
            Header,
            description = "The `ETag` of the list of notes that you have read."
        ),
    ),
    responses(
        (status = 204, description = "It is gone."),
        BadQuery,
        NotThere,
        InTheWay,
        TooLate,
    )
)]
pub(crate) async fn everywhere(
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
