//! `DELETE /toolsets/{name}/notes/{tool}/{note}` and `DELETE /notes/{tool}/{note}`.

use axum::extract::State;
use candor_gateway::edit::{NoteKey, NotePlace};
use http::StatusCode;

use crate::body::NoBody;
use crate::document::refusals::{BadQuery, InTheWay, NotThere, TooLate};
use crate::etag::IfMatch;
use crate::path::PathParams;
use crate::problem::ApiProblem;
use crate::query::{QueryParams, ReasonQuery};
use crate::requester::Requester;
use crate::router::ApiState;

/// Removes a note from a tool of a toolset.
#[utoipa::path(
    delete,
    path = "/toolsets/{name}/notes/{tool}/{note}",
    operation_id = "remove_toolset_note",
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
    PathParams((name, tool, note)): PathParams<(String, String, String)>,
    QueryParams(query): QueryParams<ReasonQuery>,
    read: IfMatch,
    _: NoBody,
) -> Result<StatusCode, ApiProblem> {
    let which = super::which([&tool, &note])?;
    remove(&api, who, &super::toolset(&name)?, &which, read, query).await
}

/// Removes a note that counts in every toolset.
#[utoipa::path(
    delete,
    path = "/notes/{tool}/{note}",
    operation_id = "remove_note",
    tag = "notes",
    params(
        (
            "tool" = String,
            Path,
            description = "`source.tool`, percent-encoded, or the id of a tool of which only \
                           that is known."
        ),
        ("note" = String, Path, description = "The name of the note."),
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
    PathParams((tool, note)): PathParams<(String, String)>,
    QueryParams(query): QueryParams<ReasonQuery>,
    read: IfMatch,
    _: NoBody,
) -> Result<StatusCode, ApiProblem> {
    let which = super::which([&tool, &note])?;
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
    let desk = api.gateway.editor();
    let removed = desk.remove_note(&author, place, which, read.optional());
    removed.await.map_err(|error| super::problem(error, read))?;
    Ok(StatusCode::NO_CONTENT)
}
