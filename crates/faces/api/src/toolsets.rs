//! Named selections of tools.

pub(crate) mod create;
pub(crate) mod edit;
mod fields;
pub(crate) mod member;
pub(crate) mod members;
pub(crate) mod versions;
pub(crate) mod view;

use candor_model::ToolsetName;

use self::view::{ToolsetHead, ToolsetView};
use crate::prelude::*;

/// Lists toolsets, by name.
#[utoipa::path(
    get,
    path = "/toolsets",
    params(PageQuery),
    responses(
        (status = 200, description = "A page of toolsets.", body = ListPage<ToolsetHead>),
        BadQuery,
    )
)]
pub(crate) async fn list_toolsets(
    State(api): State<ApiState>,
    QueryParams(query): QueryParams<PageQuery>,
) -> Result<Json<ListPage<ToolsetHead>>, ApiProblem> {
    api.gateway.settled(StartupWait::Request).await;
    let is_name = |key: &str| ToolsetName::parse(key).is_ok();
    let paging = PageRequest::read(query.limit.as_deref(), query.after.as_deref(), is_name)?;
    let editor = api.gateway.editor();
    let page = paging.cut(editor.toolset_names(), ToString::to_string, |name| name);
    let views = editor.toolsets_named(&page.items).await?;
    Ok(Json(ListPage {
        items: views.iter().map(ToolsetHead::of).collect(),
        next: page.next,
    }))
}

/// Shows one toolset.
///
/// The `ETag` is that of what people made of it: send it as `If-Match` when you change that. It
/// says nothing about the tools, which come and go, so a conditional `GET` is answered in full.
#[utoipa::path(
    get,
    path = "/toolsets/{name}",
    params(("name" = String, Path, description = "Its name.")),
    responses(
        (
            status = 200,
            description = "The toolset.",
            body = ToolsetView,
            headers(("ETag" = String, description = "Its version, unless the file declares it."))
        ),
        BadName,
    )
)]
pub(crate) async fn show_toolset(
    State(api): State<ApiState>,
    PathParams(name): PathParams<String>,
) -> Result<Response, ApiProblem> {
    api.gateway.settled(StartupWait::Request).await;
    let name = path::toolset_name(&name)?;
    let view = api.gateway.editor().toolset(&name).await?;
    Ok(etag::tagged(view.version, Json(ToolsetView::of(&view))))
}

/// Removes a toolset, with its notes and overrides.
///
/// If it was equipped, the plain endpoint serves everything again. Its versions stay readable,
/// and it can be brought back.
#[utoipa::path(
    delete,
    path = "/toolsets/{name}",
    params(("name" = String, Path, description = "Its name."), ReasonQuery, IfMatch),
    responses((status = 204, description = "It is gone."), BadRemoval)
)]
pub(crate) async fn delete_toolset(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(name): PathParams<String>,
    QueryParams(query): QueryParams<ReasonQuery>,
    read: IfMatch,
    _: NoBody,
) -> Result<StatusCode, ApiProblem> {
    let name = path::toolset_name(&name)?;
    let expected = read.required(&format!("the toolset `{name}`"))?;
    let editor = api.gateway.editor_for(&who.0);
    let author = who.author(query.why);
    editor.delete_toolset(&author, &name, expected).await?;
    Ok(StatusCode::NO_CONTENT)
}
