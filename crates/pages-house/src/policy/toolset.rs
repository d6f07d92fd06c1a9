//! What is preferred in one toolset.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{Form, Frame, Pages, Section, Segment, Visitor, Wrong, page, query, see};
use candor_gateway::Endpoint;
use candor_model::{Role, ToolsetName};
use http::{StatusCode, Uri};

use super::prefer::{self, Stated, Typed};
use super::switch::{self, Switch};
use super::{PATH, done};
use crate::name;
use crate::problem::Problem;

#[derive(Template)]
#[template(path = "policy_toolset.html")]
struct View {
    frame: Frame,
    here: String,
    name: String,
    toolset: String,
    switches: Vec<Switch>,
    version: u64,
    field: Option<String>,
    lacks: Option<String>,
    why: String,
    problem: Option<String>,
}

/// `GET /policy/toolsets?name=NAME`: somebody has typed which.
pub(crate) async fn find(visitor: Visitor, uri: Uri) -> Result<Response, Wrong> {
    visitor.needs(Role::Viewer, PATH)?;
    let name = query::get(&uri, "name").unwrap_or_default();
    let name = name::toolset(name.trim())?;
    Ok(see(&path(&name)))
}

/// `GET /policy/toolsets/{name}`
pub(crate) async fn show(
    State(pages): State<Pages>,
    visitor: Visitor,
    Segment(text): Segment,
    uri: Uri,
) -> Result<Response, Wrong> {
    visitor.needs(Role::Viewer, PATH)?;
    let name = known(&pages, &text)?;
    draw(&pages, &visitor, &name, &uri, None).await
}

/// `POST /policy/toolsets/{name}`
pub(crate) async fn state(
    State(pages): State<Pages>,
    visitor: Visitor,
    Segment(text): Segment,
    uri: Uri,
    sent: Form,
) -> Result<Response, Wrong> {
    let name = name::toolset(&text)?;
    let here = path(&name);
    visitor.check(&here, &sent)?;
    visitor.needs(Role::Editor, &here)?;
    let typed = Typed::of(&sent);
    let stated = prefer::state(&pages.gateway, &visitor, Some(&name), &sent, &typed).await;
    match stated.map_err(|wrong| wrong.way(PATH, "Policy"))? {
        Stated::Done => Ok(see(&query::with(&here, "done", "stated"))),
        Stated::Same => Ok(see(&query::with(&here, "done", "same"))),
        Stated::Refused(problem) => {
            draw(&pages, &visitor, &name, &uri, Some((typed, problem))).await
        }
    }
}

async fn draw(
    pages: &Pages,
    visitor: &Visitor,
    name: &ToolsetName,
    uri: &Uri,
    draft: Option<(Typed, Problem)>,
) -> Result<Response, Wrong> {
    let preferred = pages.gateway.desk().preference(Some(name)).await;
    let preferred = preferred.map_err(|error| Wrong::refused(&error).way(PATH, "Policy"))?;
    let may = visitor.identity.may(Role::Editor);
    let (typed, problem) = draft.unzip();
    let here = path(name);
    let view = View {
        frame: Frame::of("Preferences of a toolset", Section::Policy, visitor).done(done(uri)),
        name: name.to_string(),
        toolset: name::path("toolsets", name.as_str()),
        switches: switch::all(&preferred, typed.as_ref()),
        version: preferred.version,
        field: may.then(|| visitor.field(&here)),
        lacks: (!may).then(|| visitor.lacks(Role::Editor)),
        why: typed.map(|typed| typed.why).unwrap_or_default(),
        problem: problem.as_ref().map(|problem| problem.sentence.clone()),
        here,
    };
    let status = problem.map_or(StatusCode::OK, |problem| problem.status);
    Ok(page(status, &view))
}

fn path(name: &ToolsetName) -> String {
    query::path(&["policy", "toolsets", name.as_str()])
}

/// A toolset that is there.
fn known(pages: &Pages, text: &str) -> Result<ToolsetName, Wrong> {
    let name = name::toolset(text)?;
    let endpoint = Endpoint {
        toolset: Some(name.clone()),
        environment: None,
    };
    match pages.gateway.catalogue().view(&endpoint) {
        Ok(_) => Ok(name),
        Err(error) => {
            let status = StatusCode::NOT_FOUND;
            let wrong = Wrong::new(status, "There is no such toolset", error.to_string());
            Err(wrong.way("/toolsets", "Toolsets"))
        }
    }
}
