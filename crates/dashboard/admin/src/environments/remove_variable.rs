//! Removing a variable, after a confirmation.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::wording::brief;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PageLayout, PathSegment, SiteSection, SubmittedForm,
    query, render_page, see_other,
};
use candor_gateway::EditError;
use candor_model::{EnvironmentName, Role, VariableName};
use http::{StatusCode, Uri};

use super::path;
use super::show::find_environment;
use crate::form_error::FormError;
use crate::path_name;

#[derive(Template)]
#[template(path = "variable_remove.html")]
struct VariableRemovePage {
    frame: PageLayout,
    here: String,
    back: String,
    field: String,
    environment: String,
    variable: String,
    secret: bool,
    why: String,
    problem: Option<String>,
}

/// `GET /environments/{name}/remove?variable=NAME`: asks for confirmation before a variable is
/// removed.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    PathSegment(text): PathSegment,
    uri: Uri,
) -> Result<Response, PageError> {
    let name = path_name::environment(&text)?;
    visitor.needs(Role::Admin, &path(&name))?;
    let variable = query::get(&uri, "variable").unwrap_or_default();
    draw(&pages, &visitor, &name, &variable, (String::new(), None)).await
}

/// `POST /environments/{name}/remove`: removes a variable.
pub(crate) async fn remove(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    PathSegment(text): PathSegment,
    sent: SubmittedForm,
) -> Result<Response, PageError> {
    let name = path_name::environment(&text)?;
    let back = path(&name);
    visitor.check(&format!("{back}/remove"), &sent)?;
    visitor.needs(Role::Admin, &back)?;
    let given = sent.get("variable").unwrap_or_default();
    let variable = VariableName::parse(&given).map_err(|_| none(&name, &given))?;
    let author = visitor.author(sent.get("why"));
    let editor = pages.gateway.editor();
    match editor.remove_variable(&author, &name, &variable).await {
        Ok(_) => Ok(see_other(&format!("{back}?done=removed"))),
        Err(error @ EditError::Unknown(_)) => Err(PageError::refused(&error).link(back, "Go back")),
        Err(error) => {
            let why = sent.get("why").unwrap_or_default();
            let problem = FormError::of(&error)?;
            draw(&pages, &visitor, &name, &given, (why, Some(problem))).await
        }
    }
}

async fn draw(
    pages: &DashboardState,
    visitor: &CurrentUser,
    name: &EnvironmentName,
    variable: &str,
    (why, problem): (String, Option<FormError>),
) -> Result<Response, PageError> {
    let kept = find_environment(&pages.gateway, name).await?;
    let mut variables = kept.variables.iter();
    let known = variables.find(|known| known.name.as_str() == variable);
    let known = known.ok_or_else(|| none(name, variable))?;
    let back = path(name);
    let here = format!("{back}/remove");
    let status = problem
        .as_ref()
        .map_or(StatusCode::OK, |problem| problem.status);
    let view = VariableRemovePage {
        frame: PageLayout::of("Remove variable", SiteSection::Environments, visitor),
        field: visitor.field(&here),
        here,
        back,
        environment: name.to_string(),
        variable: known.name.to_string(),
        secret: known.value.is_none(),
        why,
        problem: problem.map(|problem| problem.sentence),
    };
    Ok(render_page(status, &view))
}

fn none(name: &EnvironmentName, variable: &str) -> PageError {
    let variable = brief(variable);
    PageError::new(
        StatusCode::NOT_FOUND,
        "Variable not found",
        format!("The environment `{name}` has no variable `{variable}`."),
    )
    .link(path(name), "View environment")
}
