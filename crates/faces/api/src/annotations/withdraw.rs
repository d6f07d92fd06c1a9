//! `DELETE /annotations/{pattern}`.

use crate::prelude::*;

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
    State(api): State<ApiState>,
    who: Requester,
    PathParams(pattern): PathParams<String>,
    QueryParams(query): QueryParams<RemovalQuery>,
    read: IfMatch,
    _: NoBody,
) -> Result<StatusCode, ApiProblem> {
    let key = super::key(
        &pattern,
        query.environment.as_deref(),
        query.toolset.as_deref(),
    )?;
    let expected = read.required(&format!("what is said about `{key}`"))?;
    let author = who.author(query.why);
    let editor = api.gateway.editor();
    editor.withdraw(&author, &key, expected).await?;
    Ok(StatusCode::NO_CONTENT)
}
