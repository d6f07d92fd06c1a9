//! Removing a toolset, after a look at what that means.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{Form, Frame, Pages, Section, Segment, Visitor, Wrong, page, query, see};
use candor_gateway::Endpoint;
use candor_gateway::desk::ToolsetView;
use candor_model::Role;
use http::StatusCode;

use crate::head::Head;
use crate::words::counted;
use crate::{address, find};

#[derive(Template)]
#[template(path = "delete.html")]
struct View {
    frame: Frame,
    head: Head,
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

/// `GET /toolsets/{name}/delete`
pub(crate) async fn show(
    State(pages): State<Pages>,
    Segment(name): Segment,
    visitor: Visitor,
) -> Result<Response, Wrong> {
    let name = find::name(&name)?;
    visitor.needs(Role::Editor, &address::part(&name, "delete"))?;
    let view = find::view(&pages, &name).await?;
    Ok(match view.version {
        Some(version) => {
            let why = String::new();
            draw(&visitor, &view, version, StatusCode::OK, why, None)
        }
        // Its page says where it is changed.
        None => see(&address::of(&name)),
    })
}

/// `POST /toolsets/{name}/delete`
pub(crate) async fn delete(
    State(pages): State<Pages>,
    Segment(name): Segment,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Wrong> {
    let name = find::name(&name)?;
    let here = address::part(&name, "delete");
    visitor.check(&here, &form)?;
    visitor.needs(Role::Editor, &here)?;
    let expected = form.get("version").and_then(|text| text.parse().ok());
    // A form that does not say what was looked at counts for nothing; nothing is at version 0.
    let expected = Some(expected.unwrap_or_default());
    let author = visitor.author(form.get("why"));
    let desk = pages.gateway.desk();
    let Err(error) = desk.delete_toolset(&author, &name, expected).await else {
        let to = address::part(&name, "versions");
        return Ok(see(&query::with(&to, "done", "deleted")));
    };
    let (status, problem) = find::refusal(&error)?;
    let view = find::view(&pages, &name).await?;
    let Some(version) = view.version else {
        return Err(find::wrong(&error));
    };
    let why = form.get("why").unwrap_or_default();
    Ok(draw(&visitor, &view, version, status, why, Some(problem)))
}

fn draw(
    visitor: &Visitor,
    view: &ToolsetView,
    version: u64,
    status: StatusCode,
    why: String,
    problem: Option<String>,
) -> Response {
    let name = &view.toolset.name;
    let to = address::part(name, "delete");
    let endpoint = Endpoint {
        toolset: Some(name.clone()),
        environment: None,
    };
    let notes = view.toolset.notes.iter().map(|entry| entry.notes.len());
    let title = format!("Delete {name}");
    let view = View {
        frame: Frame::of(&title, Section::Toolsets, visitor),
        head: Head::of(view, "delete", None, visitor),
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
    page(status, &view)
}
