//! `DELETE /annotations/{pattern}`.

use axum::extract::State;
use http::StatusCode;

use crate::author::Who;
use crate::body::NoBody;
use crate::document::refusals::{BadQuery, InTheWay, NotThere, TooLate, WhichVersion};
use crate::etag::IfMatch;
use crate::path::PathOf;
use crate::problem::Problem;
use crate::query::{QueryOf, RemovalQuery};
use crate::router::Api;

/// Takes back everything that is said under one name or pattern.
#[utoipa::path(
    delete,
    path = "/annotations/{pattern}",
    operation_id = "withdraw_annotation",
    tag = "annotations",
    params(
        ("pattern" = String, Path, description = "`source.tool` or `source.*`, percent-encoded."),
        RemovalQuery,
        ("If-Match" = String, Header, description = "The `ETag` that you have read, or `*`."),
    ),
    responses(
        (status = 204, description = "Nothing is said any more."),
        BadQuery,
        NotThere,
        InTheWay,
        TooLate,
        WhichVersion,
    )
)]
pub(crate) async fn withdraw(
    State(api): State<Api>,
    who: Who,
    PathOf(pattern): PathOf<String>,
    QueryOf(query): QueryOf<RemovalQuery>,
    read: IfMatch,
    _: NoBody,
) -> Result<StatusCode, Problem> {
    let key = super::key(
        &pattern,
        query.environment.as_deref(),
        query.toolset.as_deref(),
    )?;
    let expected = read.required(&format!("what is said about `{key}`"))?;
    let author = who.author(query.why);
    let desk = api.gateway.desk();
    desk.withdraw(&author, &key, expected).await?;
    Ok(StatusCode::NO_CONTENT)
}
