//! `DELETE /toolsets/{name}/notes/{tool}/{note}` and `DELETE /notes/{tool}/{note}`.

use axum::extract::State;
use candor_gateway::desk::NotePlace;
use http::StatusCode;

use crate::author::author;
use crate::body::NoBody;
use crate::document::refusals::{BadQuery, InTheWay, NotThere};
use crate::etag::IfMatch;
use crate::path::{self, PathOf};
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
        ("tool" = String, Path, description = "`source.tool`, percent-encoded."),
        ("note" = String, Path, description = "The name of the note."),
        WhyQuery,
    ),
    responses(
        (status = 204, description = "It is gone."),
        BadQuery,
        NotThere,
        InTheWay,
    )
)]
pub(crate) async fn in_toolset(
    State(api): State<Api>,
    PathOf((name, tool, note)): PathOf<(String, String, String)>,
    QueryOf(query): QueryOf<WhyQuery>,
    read: IfMatch,
    _: NoBody,
) -> Result<StatusCode, Problem> {
    read.unheard("a note")?;
    remove(&api, &super::toolset(&name)?, [&tool, &note], query).await
}

/// Removes a note that counts in every toolset.
#[utoipa::path(
    delete,
    path = "/notes/{tool}/{note}",
    operation_id = "remove_note",
    tag = "notes",
    params(
        ("tool" = String, Path, description = "`source.tool`, percent-encoded."),
        ("note" = String, Path, description = "The name of the note."),
        WhyQuery,
    ),
    responses(
        (status = 204, description = "It is gone."),
        BadQuery,
        NotThere,
        InTheWay,
    )
)]
pub(crate) async fn everywhere(
    State(api): State<Api>,
    PathOf((tool, note)): PathOf<(String, String)>,
    QueryOf(query): QueryOf<WhyQuery>,
    read: IfMatch,
    _: NoBody,
) -> Result<StatusCode, Problem> {
    read.unheard("a note")?;
    remove(&api, &NotePlace::Everywhere, [&tool, &note], query).await
}

async fn remove(
    api: &Api,
    place: &NotePlace,
    [tool, note]: [&str; 2],
    query: WhyQuery,
) -> Result<StatusCode, Problem> {
    let (tool, name) = (path::tool_name(tool)?, path::note_name(note)?);
    let author = author(query.why);
    let desk = api.gateway.desk();
    let removed = desk.remove_note(&author, place, &tool, &name).await;
    removed.map_err(|error| Problem::from(error).unconditional())?;
    Ok(StatusCode::NO_CONTENT)
}
