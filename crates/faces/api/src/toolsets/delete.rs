//! `DELETE /toolsets/{name}`.

use crate::prelude::*;

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
    let name = path::toolset_name(&name)?;
    let expected = read.required(&format!("the toolset `{name}`"))?;
    let author = who.author(query.why);
    let editor = api.gateway.editor();
    editor.delete_toolset(&author, &name, expected).await?;
    Ok(StatusCode::NO_CONTENT)
}
