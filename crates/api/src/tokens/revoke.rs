//! `DELETE /tokens/{id}`.

use axum::extract::State;
use http::StatusCode;

use crate::author::Who;
use crate::body::NoBody;
use crate::document::refusals::{BadQuery, NotThere};
use crate::path::PathOf;
use crate::problem::Problem;
use crate::query::{QueryOf, WhyQuery};
use crate::router::Api;

/// Takes a token back. It works nowhere from then on.
#[utoipa::path(
    delete,
    path = "/tokens/{id}",
    operation_id = "revoke_token",
    tag = "tokens",
    params(("id" = String, Path, description = "Its id, or its name."), WhyQuery),
    responses(
        (status = 204, description = "It works no more."),
        BadQuery,
        NotThere,
    )
)]
pub(crate) async fn revoke(
    State(api): State<Api>,
    who: Who,
    PathOf(id): PathOf<String>,
    QueryOf(query): QueryOf<WhyQuery>,
    _: NoBody,
) -> Result<StatusCode, Problem> {
    let author = who.author(query.why);
    api.gateway.desk().revoke_token(&id, &author).await?;
    Ok(StatusCode::NO_CONTENT)
}
