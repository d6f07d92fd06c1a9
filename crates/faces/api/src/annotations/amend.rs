//! `PATCH` and `DELETE /annotations/{pattern}`.

use super::AnnotationView;
use super::change::AnnotationChange;
use crate::prelude::*;

/// Sets or withdraws annotations of tools.
///
/// Only the fields that are mentioned change, so nothing is lost where two people change
/// different fields at once. With `If-Match`, nothing is changed if it has changed since.
#[utoipa::path(
    patch,
    path = "/annotations/{pattern}",
    params(
        ("pattern" = String, Path, description = "`source.tool` or `source.*`, percent-encoded."),
        PlaceQuery,
        ("If-Match" = Option<String>, Header, description = "The `ETag` that you have read."),
    ),
    request_body = AnnotationChange,
    responses(
        (
            status = 200,
            description = "The entry as it is now.",
            body = AnnotationView,
            headers(("ETag" = String, description = "Its version."))
        ),
        BadChange,
        TooLate,
    )
)]
pub(crate) async fn amend_annotation(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(pattern): PathParams<String>,
    QueryParams(query): QueryParams<PlaceQuery>,
    read: IfMatch,
    JsonBody(mut change): JsonBody<AnnotationChange>,
) -> Result<Response, ApiProblem> {
    api.gateway.settled(StartupWait::Request).await;
    let (environment, toolset) = (query.environment.as_deref(), query.toolset.as_deref());
    let key = super::key(&pattern, environment, toolset)?;
    let editor = api.gateway.editor_for(&who.0);
    let author = who.author(change.why.take());
    let expected = match read {
        IfMatch::Absent => None,
        IfMatch::Version(version) => Some(version),
        IfMatch::Any => {
            if editor.opinion(&key).await?.version == Some(0) {
                return Err(ApiProblem::new(
                    ProblemKind::Changed,
                    format!("`{key}` has no override, so `If-Match: *` fails"),
                ));
            }
            None
        }
    };
    let amendment = change.amendment();
    let entry = editor.amend(&author, &key, &amendment, expected).await?;
    let view = Json(AnnotationView::of(&entry));
    Ok(etag::tagged(entry.version, view))
}

/// Removes the override of one name or pattern.
#[utoipa::path(
    delete,
    path = "/annotations/{pattern}",
    params(
        ("pattern" = String, Path, description = "`source.tool` or `source.*`, percent-encoded."),
        RemovalQuery,
        IfMatch,
    ),
    responses((status = 204, description = "The override is removed."), BadRemoval)
)]
pub(crate) async fn withdraw_annotation(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(pattern): PathParams<String>,
    QueryParams(query): QueryParams<RemovalQuery>,
    read: IfMatch,
    _: NoBody,
) -> Result<StatusCode, ApiProblem> {
    let (environment, toolset) = (query.environment.as_deref(), query.toolset.as_deref());
    let key = super::key(&pattern, environment, toolset)?;
    let expected = read.required(&format!("the override of `{key}`"))?;
    let editor = api.gateway.editor_for(&who.0);
    let author = who.author(query.why);
    editor.withdraw(&author, &key, expected).await?;
    Ok(StatusCode::NO_CONTENT)
}
