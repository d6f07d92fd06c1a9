//! `DELETE /tokens/{id}`.

use crate::prelude::*;

/// Takes a token back. It works nowhere from then on.
#[utoipa::path(
    delete,
    path = "/tokens/{id}",
    operation_id = "revoke_token",
    tag = "tokens",
    params(("id" = String, Path, description = "Its id, or its name."), ReasonQuery),
    responses(
        (status = 204, description = "It works no more."),
        BadQuery,
        NotThere,
    )
)]
pub(crate) async fn revoke(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(id): PathParams<String>,
    QueryParams(query): QueryParams<ReasonQuery>,
    _: NoBody,
) -> Result<StatusCode, ApiProblem> {
    let author = who.author(query.why);
    api.gateway.editor().revoke_token(&id, &author).await?;
    Ok(StatusCode::NO_CONTENT)
}
