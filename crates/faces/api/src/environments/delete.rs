//! `DELETE /environments/{name}`.

use crate::prelude::*;

/// Removes an environment, with its variables and with what was said about tools in it.
#[utoipa::path(
    delete,
    path = "/environments/{name}",
    operation_id = "delete_environment",
    tag = "environments",
    params(
        ("name" = String, Path, description = "Its name."),
        ReasonQuery,
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
    State(api): State<ApiState>,
    who: Requester,
    PathParams(name): PathParams<String>,
    QueryParams(query): QueryParams<ReasonQuery>,
    read: IfMatch,
    _: NoBody,
) -> Result<StatusCode, ApiProblem> {
    let name = path::environment_name(&name)?;
    let expected = read.required(&format!("the environment `{name}`"))?;
    let author = who.author(query.why);
    let editor = api.gateway.editor();
    editor.delete_environment(&author, &name, expected).await?;
    Ok(StatusCode::NO_CONTENT)
}
