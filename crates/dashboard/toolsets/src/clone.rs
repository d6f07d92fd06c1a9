//! Copying a toolset with its notes and annotation overrides.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PageLayout, PathSegment, SiteSection, SubmittedForm,
    query, render_page, see_other, to_sentence,
};
use candor_gateway::StartupWait;
use candor_model::{Role, ToolsetName};
use http::StatusCode;

use crate::header::ToolsetHeader;
use crate::{lookup, paths};

#[derive(Template)]
#[template(path = "clone.html")]
struct ToolsetClonePage {
    frame: PageLayout,
    head: ToolsetHeader,
    to: String,
    field: String,
    /// The submitted name.
    copy: String,
    why: String,
    problem: Option<String>,
}

/// `GET /toolsets/{name}/clone`: shows the form for a copy.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    visitor: CurrentUser,
) -> Result<Response, PageError> {
    let name = lookup::name(&name)?;
    visitor.needs(Role::Editor, &paths::part(&name, "clone"))?;
    lookup::view(&pages, &name).await?;
    Ok(draw(
        &visitor,
        &name,
        StatusCode::OK,
        &SubmittedForm::default(),
        None,
    ))
}

/// `POST /toolsets/{name}/clone`: copies a toolset.
pub(crate) async fn copy(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    visitor: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let name = lookup::name(&name)?;
    let here = paths::part(&name, "clone");
    visitor.check(&here, &form)?;
    visitor.needs(Role::Editor, &here)?;
    lookup::view(&pages, &name).await?;
    let typed = form.get("name").unwrap_or_default();
    let copy = match ToolsetName::parse(typed.trim()) {
        Ok(copy) => copy,
        Err(error) => {
            let problem = to_sentence(&error.to_string());
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return Ok(draw(&visitor, &name, status, &form, Some(problem)));
        }
    };
    pages.gateway.settled(StartupWait::Request).await;
    let author = visitor.author(form.get("why"));
    let editor = pages.gateway.editor_for(&visitor.identity);
    match editor.clone_toolset(&author, &name, &copy).await {
        Ok(_) => Ok(see_other(&query::with(&paths::of(&copy), "done", "cloned"))),
        Err(error) => {
            let (status, problem) = lookup::refusal(&error)?;
            Ok(draw(&visitor, &name, status, &form, Some(problem)))
        }
    }
}

fn draw(
    visitor: &CurrentUser,
    name: &ToolsetName,
    status: StatusCode,
    form: &SubmittedForm,
    problem: Option<String>,
) -> Response {
    let to = paths::part(name, "clone");
    let title = format!("Copy {name}");
    let view = ToolsetClonePage {
        frame: PageLayout::of(&title, SiteSection::Toolsets, visitor),
        head: ToolsetHeader::named(name, "clone", visitor),
        field: visitor.field(&to),
        to,
        copy: form.get("name").unwrap_or_default(),
        why: form.get("why").unwrap_or_default(),
        problem,
    };
    render_page(status, &view)
}
