//! Deleting a toolset, after a confirmation.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PageLayout, PathSegment, SiteSection, SubmittedForm,
    query, render_page, see_other,
};
use candor_gateway::Endpoint;
use candor_gateway::edit::ToolsetDetails;
use candor_model::Role;
use http::StatusCode;

use crate::header::ToolsetHeader;
use crate::words::counted;
use crate::{lookup, paths};

#[derive(Template)]
#[template(path = "delete.html")]
struct ToolsetDeletePage {
    frame: PageLayout,
    head: ToolsetHeader,
    to: String,
    field: String,
    version: u64,
    endpoint: String,
    tools: String,
    notes: String,
    equipped: bool,
    why: String,
    problem: Option<String>,
}

/// `GET /toolsets/{name}/delete`: asks for confirmation before a toolset is deleted.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    visitor: CurrentUser,
) -> Result<Response, PageError> {
    let name = lookup::name(&name)?;
    visitor.needs(Role::Editor, &paths::part(&name, "delete"))?;
    let view = lookup::view(&pages, &name).await?;
    Ok(match view.version {
        Some(version) => {
            let why = String::new();
            draw(&visitor, &view, version, StatusCode::OK, why, None)
        }
        // The toolset's page says where it is declared.
        None => see_other(&paths::of(&name)),
    })
}

/// `POST /toolsets/{name}/delete`: deletes a toolset.
pub(crate) async fn delete(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    visitor: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let name = lookup::name(&name)?;
    let here = paths::part(&name, "delete");
    visitor.check(&here, &form)?;
    visitor.needs(Role::Editor, &here)?;
    let expected = form.get("version").and_then(|text| text.parse().ok());
    // A form without a version is outdated: no toolset has version 0.
    let expected = Some(expected.unwrap_or_default());
    let author = visitor.author(form.get("why"));
    let editor = pages.gateway.editor_for(&visitor.identity);
    let Err(error) = editor.delete_toolset(&author, &name, expected).await else {
        let to = paths::part(&name, "versions");
        return Ok(see_other(&query::with(&to, "done", "deleted")));
    };
    let (status, problem) = lookup::refusal(&error)?;
    let view = lookup::view(&pages, &name).await?;
    let Some(version) = view.version else {
        return Err(lookup::wrong(&error));
    };
    let why = form.get("why").unwrap_or_default();
    Ok(draw(&visitor, &view, version, status, why, Some(problem)))
}

fn draw(
    visitor: &CurrentUser,
    view: &ToolsetDetails,
    version: u64,
    status: StatusCode,
    why: String,
    problem: Option<String>,
) -> Response {
    let name = &view.toolset.name;
    let to = paths::part(name, "delete");
    let endpoint = Endpoint {
        toolset: Some(name.clone()),
        environment: None,
    };
    let notes = view.toolset.notes.iter().map(|entry| entry.notes.len());
    let title = format!("Delete {name}");
    let view = ToolsetDeletePage {
        frame: PageLayout::of(&title, SiteSection::Toolsets, visitor),
        head: ToolsetHeader::of(view, "delete", None, visitor),
        field: visitor.field(&to),
        to,
        version,
        endpoint: endpoint.to_string(),
        tools: counted(view.tools.len(), "tool"),
        notes: counted(notes.sum(), "note"),
        equipped: view.equipped,
        why,
        problem,
    };
    render_page(status, &view)
}
