//! `DELETE /toolsets/{name}/notes/{tool}/{note}` and `DELETE /notes/{tool}/{note}`.

use axum::extract::State;
use candor_gateway::desk::{NotePlace, WhichNote};
use http::StatusCode;

use crate::author::Who;
use crate::body::NoBody;
use crate::document::refusals::{BadQuery, InTheWay, NotThere, TooLate};
use crate::etag::IfMatch;
use crate::path::PathOf;
use crate::problem::Problem;
use crate::query::{QueryOf, WhyQuery};
use crate::router::Api;

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
        WhyQuery,
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
    State(api): State<Api>,
    who: Who,
    PathOf((name, tool, note)): PathOf<(String, String, String)>,
    QueryOf(query): QueryOf<WhyQuery>,
    read: IfMatch,
    _: NoBody,
) -> Result<StatusCode, Problem> {
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
        WhyQuery,
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
    State(api): State<Api>,
    who: Who,
    PathOf((tool, note)): PathOf<(String, String)>,
    QueryOf(query): QueryOf<WhyQuery>,
    read: IfMatch,
    _: NoBody,
) -> Result<StatusCode, Problem> {
    let which = super::which([&tool, &note])?;
    remove(&api, who, &NotePlace::Everywhere, &which, read, query).await
}

async fn remove(
    api: &Api,
    who: Who,
    place: &NotePlace,
    which: &WhichNote,
    read: IfMatch,
    query: WhyQuery,
) -> Result<StatusCode, Problem> {
    let author = who.author(query.why);
    let desk = api.gateway.desk();
    let removed = desk.remove_note(&author, place, which, read.optional());
    removed.await.map_err(|error| super::problem(error, read))?;
    Ok(StatusCode::NO_CONTENT)
}
