//! A variable is removed, once somebody has seen what that means.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{Form, Frame, Pages, Section, Segment, Visitor, Wrong, page, query, see};
use candor_gateway::DeskError;
use candor_model::{EnvironmentName, Role, VariableName};
use http::{StatusCode, Uri};

use super::path;
use super::show::found;
use crate::name;
use crate::problem::Problem;

#[derive(Template)]
#[template(path = "variable_remove.html")]
struct View {
    frame: Frame,
    here: String,
    back: String,
    field: String,
    environment: String,
    variable: String,
    secret: bool,
    why: String,
    problem: Option<String>,
}

/// `GET /environments/{name}/remove?variable=NAME`
pub(crate) async fn show(
    State(pages): State<Pages>,
    visitor: Visitor,
    Segment(text): Segment,
    uri: Uri,
) -> Result<Response, Wrong> {
    let name = name::environment(&text)?;
    visitor.needs(Role::Admin, &path(&name))?;
    let variable = query::get(&uri, "variable").unwrap_or_default();
    draw(&pages, &visitor, &name, &variable, (String::new(), None)).await
}

/// `POST /environments/{name}/remove`
pub(crate) async fn remove(
    State(pages): State<Pages>,
    visitor: Visitor,
    Segment(text): Segment,
    sent: Form,
) -> Result<Response, Wrong> {
    let name = name::environment(&text)?;
    let back = path(&name);
    visitor.check(&format!("{back}/remove"), &sent)?;
    visitor.needs(Role::Admin, &back)?;
    let given = sent.get("variable").unwrap_or_default();
    let variable = VariableName::parse(&given).map_err(|_| none(&name, &given))?;
    let author = visitor.author(sent.get("why"));
    let desk = pages.gateway.desk();
    match desk.remove_variable(&author, &name, &variable).await {
        Ok(_) => Ok(see(&format!("{back}?done=removed"))),
        Err(error @ DeskError::Unknown(_)) => Err(Wrong::refused(&error).way(back, "Go back")),
        Err(error) => {
            let why = sent.get("why").unwrap_or_default();
            let problem = Problem::of(&error)?;
            draw(&pages, &visitor, &name, &given, (why, Some(problem))).await
        }
    }
}

async fn draw(
    pages: &Pages,
    visitor: &Visitor,
    name: &EnvironmentName,
    variable: &str,
    (why, problem): (String, Option<Problem>),
) -> Result<Response, Wrong> {
    let kept = found(&pages.gateway, name).await?;
    let mut variables = kept.variables.iter();
    let known = variables.find(|known| known.name.as_str() == variable);
    let known = known.ok_or_else(|| none(name, variable))?;
    let back = path(name);
    let here = format!("{back}/remove");
    let status = problem
        .as_ref()
        .map_or(StatusCode::OK, |problem| problem.status);
    let view = View {
        frame: Frame::of("Remove a variable", Section::Environments, visitor),
        field: visitor.field(&here),
        here,
        back,
        environment: name.to_string(),
        variable: known.name.to_string(),
        secret: known.value.is_none(),
        why,
        problem: problem.map(|problem| problem.sentence),
    };
    Ok(page(status, &view))
}

fn none(name: &EnvironmentName, variable: &str) -> Wrong {
    let variable: String = variable.chars().take(60).collect();
    Wrong::new(
        StatusCode::NOT_FOUND,
        "There is no such variable",
        format!("The environment `{name}` has no variable `{variable}`."),
    )
    .way(path(name), "The environment")
}
