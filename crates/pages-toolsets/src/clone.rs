//! Copying a toolset, with its notes and with what is said about tools in it.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{Form, Frame, Pages, Section, Segment, Visitor, Wrong, page, query, see};
use candor_gateway::Patience;
use candor_model::{Role, ToolsetName};
use http::StatusCode;

use crate::head::Head;
use crate::words::sentence;
use crate::{address, find};

#[derive(Template)]
#[template(path = "clone.html")]
struct View {
    frame: Frame,
    head: Head,
    to: String,
    field: String,
    /// What was typed.
    copy: String,
    why: String,
    problem: Option<String>,
}

/// `GET /toolsets/{name}/clone`
pub(crate) async fn show(
    State(pages): State<Pages>,
    Segment(name): Segment,
    visitor: Visitor,
) -> Result<Response, Wrong> {
    let name = find::name(&name)?;
    visitor.needs(Role::Editor, &address::part(&name, "clone"))?;
    find::view(&pages, &name).await?;
    Ok(draw(
        &visitor,
        &name,
        StatusCode::OK,
        &Form::default(),
        None,
    ))
}

/// `POST /toolsets/{name}/clone`
pub(crate) async fn copy(
    State(pages): State<Pages>,
    Segment(name): Segment,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Wrong> {
    let name = find::name(&name)?;
    let here = address::part(&name, "clone");
    visitor.check(&here, &form)?;
    visitor.needs(Role::Editor, &here)?;
    find::view(&pages, &name).await?;
    let typed = form.get("name").unwrap_or_default();
    let copy = match ToolsetName::parse(typed.trim()) {
        Ok(copy) => copy,
        Err(error) => {
            let problem = sentence(&error.to_string());
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return Ok(draw(&visitor, &name, status, &form, Some(problem)));
        }
    };
    pages.gateway.settled(Patience::Request).await;
    let author = visitor.author(form.get("why"));
    let desk = pages.gateway.desk();
    match desk.clone_toolset(&author, &name, &copy).await {
        Ok(_) => Ok(see(&query::with(&address::of(&copy), "done", "cloned"))),
        Err(error) => {
            let (status, problem) = find::refusal(&error)?;
            Ok(draw(&visitor, &name, status, &form, Some(problem)))
        }
    }
}

fn draw(
    visitor: &Visitor,
    name: &ToolsetName,
    status: StatusCode,
    form: &Form,
    problem: Option<String>,
) -> Response {
    let to = address::part(name, "clone");
    let title = format!("Copy {name}");
    let view = View {
        frame: Frame::of(&title, Section::Toolsets, visitor),
        head: Head::named(name, "clone", visitor),
        field: visitor.field(&to),
        to,
        copy: form.get("name").unwrap_or_default(),
        why: form.get("why").unwrap_or_default(),
        problem,
    };
    page(status, &view)
}
