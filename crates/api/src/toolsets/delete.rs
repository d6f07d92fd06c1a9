//! `DELETE /toolsets/{name}`.

use axum::extract::State;
use http::StatusCode;

use crate::author::Who;
use crate::body::NoBody;
use crate::document::refusals::{BadQuery, InTheWay, NotThere, TooLate, WhichVersion};
use crate::etag::IfMatch;
use crate::path::{self, PathOf};
use crate::problem::Problem;
use crate::query::{QueryOf, WhyQuery};
use crate::router::Api;

/// Removes a toolset, with its notes and with what was said about tools in it.
///
/// If it was equipped, the plain endpoint serves everything again. Its versions stay readable,
/// and it can be brought back.
#[utoipa::path(
    delete,
    path = "/toolsets/{name}",
    operation_id = "delete_toolset",
    tag = "toolsets",
    params(
        ("name" = String, Path, description = "Its name."),
        WhyQuery,
        ("If-Match" = String, Header, description = "The `ETag` that you have read, or `*`."),
    ),
    responses(
        (status = 204, description = "It is gone."),
        BadQuery,
        NotThere,
        InTheWay,
        TooLate,
        WhichVersion,
    )
)]
pub(crate) async fn delete(
    State(api): State<Api>,
    who: Who,
    PathOf(name): PathOf<String>,
    QueryOf(query): QueryOf<WhyQuery>,
    read: IfMatch,
    _: NoBody,
) -> Result<StatusCode, Problem> {
    let name = path::toolset_name(&name)?;
    let expected = read.required(&format!("the toolset `{name}`"))?;
    let author = who.author(query.why);
    let desk = api.gateway.desk();
    desk.delete_toolset(&author, &name, expected).await?;
    Ok(StatusCode::NO_CONTENT)
}
