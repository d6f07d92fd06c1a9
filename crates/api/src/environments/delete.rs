//! `DELETE /environments/{name}`.

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

/// Removes an environment, with its variables and with what was said about tools in it.
#[utoipa::path(
    delete,
    path = "/environments/{name}",
    operation_id = "delete_environment",
    tag = "environments",
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
    let name = path::environment_name(&name)?;
    let expected = read.required(&format!("the environment `{name}`"))?;
    let author = who.author(query.why);
    let desk = api.gateway.desk();
    desk.delete_environment(&author, &name, expected).await?;
    Ok(StatusCode::NO_CONTENT)
}
