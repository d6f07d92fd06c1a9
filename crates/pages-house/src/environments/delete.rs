//! An environment is deleted, once somebody has seen what goes with it.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{Form, Frame, Pages, Section, Segment, Visitor, Wrong, page, see};
use candor_gateway::DeskError;
use candor_model::{EnvironmentName, Role};
use http::StatusCode;

use super::show::found;
use super::{PATH, endpoint, opinion, path};
use crate::problem::Problem;
use crate::{name, version};

#[derive(Template)]
#[template(path = "environment_delete.html")]
struct View {
    frame: Frame,
    here: String,
    back: String,
    field: String,
    name: String,
    endpoint: String,
    version: u64,
    plain: usize,
    secret: usize,
    said: usize,
    why: String,
    problem: Option<String>,
}

/// `GET /environments/{name}/delete`
pub(crate) async fn show(
    State(pages): State<Pages>,
    visitor: Visitor,
    Segment(text): Segment,
) -> Result<Response, Wrong> {
    let name = name::environment(&text)?;
    visitor.needs(Role::Admin, &path(&name))?;
    draw(&pages, &visitor, &name, (String::new(), None)).await
}

/// `POST /environments/{name}/delete`
pub(crate) async fn delete(
    State(pages): State<Pages>,
    visitor: Visitor,
    Segment(text): Segment,
    sent: Form,
) -> Result<Response, Wrong> {
    let name = name::environment(&text)?;
    let back = path(&name);
    visitor.check(&format!("{back}/delete"), &sent)?;
    visitor.needs(Role::Admin, &back)?;
    let problem = match version::read(&sent) {
        Err(problem) => problem,
        Ok(version) => {
            let author = visitor.author(sent.get("why"));
            let desk = pages.gateway.desk();
            match desk.delete_environment(&author, &name, Some(version)).await {
                Ok(()) => return Ok(see(&format!("{PATH}?done=deleted"))),
                Err(DeskError::Stale { .. }) => Problem::conflict(
                    "somebody else has changed this environment since you opened this page, and \
                     nothing was deleted; look again at what goes with it",
                ),
                Err(error) => {
                    Problem::of(&error).map_err(|wrong| wrong.way(PATH, "Environments"))?
                }
            }
        }
    };
    let why = sent.get("why").unwrap_or_default();
    draw(&pages, &visitor, &name, (why, Some(problem))).await
}

async fn draw(
    pages: &Pages,
    visitor: &Visitor,
    name: &EnvironmentName,
    (why, problem): (String, Option<Problem>),
) -> Result<Response, Wrong> {
    let kept = found(&pages.gateway, name).await?;
    let back = path(name);
    let Some(version) = kept.version else {
        let sentence = format!("The environment `{name}` is declared in the configuration file.");
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        let wrong = Wrong::new(status, "This cannot be deleted here", sentence);
        return Err(wrong.and("Take it out of the file.").way(back, "Go back"));
    };
    let entries = pages.gateway.desk().opinions().await;
    let entries = entries.map_err(|error| Wrong::refused(&error))?;
    let secret = kept.variables.iter();
    let secret = secret.filter(|variable| variable.value.is_none()).count();
    let here = format!("{back}/delete");
    let status = problem
        .as_ref()
        .map_or(StatusCode::OK, |problem| problem.status);
    let view = View {
        frame: Frame::of("Delete an environment", Section::Environments, visitor),
        field: visitor.field(&here),
        here,
        back,
        name: name.to_string(),
        endpoint: endpoint(name, None),
        version,
        plain: kept.variables.len() - secret,
        secret,
        said: opinion::of(name, &entries).1,
        why,
        problem: problem.map(|problem| problem.sentence),
    };
    Ok(page(status, &view))
}
