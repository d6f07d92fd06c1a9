//! `GET /annotations/{pattern}`.

use candor_gateway::edit::OpinionEntry;
use candor_gateway::{Editor, Endpoint};
use candor_model::OpinionKey;

use super::entry::AnnotationView;
use crate::prelude::*;

/// Shows what is said under one name or pattern.
///
/// Where nothing is said about a tool that exists, this is an entry without fields, of version 0.
#[utoipa::path(
    get,
    path = "/annotations/{pattern}",
    operation_id = "show_annotation",
    tag = "annotations",
    params(
        ("pattern" = String, Path, description = "`source.tool` or `source.*`, percent-encoded."),
        PlaceQuery,
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` that you have."),
    ),
    responses(
        (
            status = 200,
            description = "The entry.",
            body = AnnotationView,
            headers(("ETag" = String, description = "Its version."))
        ),
        (status = 304, description = "It is as you have it."),
        BadQuery,
        NotThere,
        (
            status = 422,
            description = "The pattern makes no sense.",
            body = crate::problem::ProblemDocument<'_>,
            content_type = "application/problem+json"
        ),
    )
)]
pub(crate) async fn show(
    State(api): State<ApiState>,
    PathParams(pattern): PathParams<String>,
    QueryParams(query): QueryParams<PlaceQuery>,
    known: IfNoneMatch,
) -> Result<Response, ApiProblem> {
    let key = super::key(
        &pattern,
        query.environment.as_deref(),
        query.toolset.as_deref(),
    )?;
    let editor = api.gateway.editor();
    let stored = editor.opinion(&key).await?;
    let version = stored.version;
    let file = declared(&editor, &key).await?;
    let view = match (version, &file) {
        (Some(0), Some(file)) => AnnotationView::of(file),
        (Some(0), None) => {
            check_known(&api, &key)?;
            AnnotationView::of(&stored)
        }
        _ => AnnotationView::of(&stored).beside(file.as_ref().map(|file| &file.opinion)),
    };
    Ok(known.answer(version, Json(view)))
}

/// What the configuration file says under a key.
pub(super) async fn declared(
    desk: &Editor<'_>,
    key: &OpinionKey,
) -> Result<Option<OpinionEntry>, ApiProblem> {
    let mut entries = desk.opinions().await?.into_iter();
    Ok(entries.find(|entry| entry.version.is_none() && entry.key == *key))
}

/// Nothing is said about what is not there.
fn check_known(api: &ApiState, key: &OpinionKey) -> Result<(), ApiProblem> {
    if let Some(name) = key.about.as_exact() {
        api.gateway.editor().explain(&name, &Endpoint::default())?;
        return Ok(());
    }
    let catalogue = api.gateway.catalogue();
    let mut tools = catalogue.tools().iter();
    if tools.any(|tool| key.about.matches(&tool.name)) {
        return Ok(());
    }
    Err(ApiProblem::unknown(format!(
        "`{}` matches no tool, and nothing is said about it",
        key.about
    )))
}
