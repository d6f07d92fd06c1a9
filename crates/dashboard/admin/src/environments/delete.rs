//! Deleting an environment, after a confirmation.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PageLayout, PathSegment, SiteSection, SubmittedForm,
    render_page, see_other,
};
use candor_gateway::EditError;
use candor_model::{EnvironmentName, Role};
use http::StatusCode;

use super::show::find_environment;
use super::{PATH, endpoint, overrides, path};
use crate::form_error::FormError;
use crate::{form_version, path_name};

#[derive(Template)]
#[template(path = "environment_delete.html")]
struct EnvironmentDeletePage {
    frame: PageLayout,
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

/// `GET /environments/{name}/delete`: shows what would be deleted, and asks for confirmation.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    PathSegment(text): PathSegment,
) -> Result<Response, PageError> {
    let name = path_name::environment(&text)?;
    visitor.needs(Role::Admin, &path(&name))?;
    draw(&pages, &visitor, &name, (String::new(), None)).await
}

/// `POST /environments/{name}/delete`: deletes an environment with its variables and overrides.
pub(crate) async fn delete(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    PathSegment(text): PathSegment,
    sent: SubmittedForm,
) -> Result<Response, PageError> {
    let name = path_name::environment(&text)?;
    let back = path(&name);
    visitor.check(&format!("{back}/delete"), &sent)?;
    visitor.needs(Role::Admin, &back)?;
    let problem = match form_version::read(&sent) {
        Err(problem) => problem,
        Ok(version) => {
            let author = visitor.author(sent.get("why"));
            let editor = pages.gateway.editor();
            match editor
                .delete_environment(&author, &name, Some(version))
                .await
            {
                Ok(()) => return Ok(see_other(&format!("{PATH}?done=deleted"))),
                Err(EditError::Stale { .. }) => FormError::conflict(
                    "someone else changed this environment after you opened this page, so nothing \
                     was deleted; check again what will be deleted",
                ),
                Err(error) => {
                    FormError::of(&error).map_err(|wrong| wrong.link(PATH, "Environments"))?
                }
            }
        }
    };
    let why = sent.get("why").unwrap_or_default();
    draw(&pages, &visitor, &name, (why, Some(problem))).await
}

async fn draw(
    pages: &DashboardState,
    visitor: &CurrentUser,
    name: &EnvironmentName,
    (why, problem): (String, Option<FormError>),
) -> Result<Response, PageError> {
    let kept = find_environment(&pages.gateway, name).await?;
    let back = path(name);
    let Some(version) = kept.version else {
        let sentence = format!(
            "The environment `{name}` is declared in the configuration file. \
                                Delete it there."
        );
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        let wrong = PageError::new(status, "Environment cannot be deleted here", sentence);
        return Err(wrong.link(back, "Go back"));
    };
    let entries = pages.gateway.editor().opinions().await;
    let entries = entries.map_err(|error| PageError::refused(&error))?;
    let secret = kept.variables.iter();
    let secret = secret.filter(|variable| variable.value.is_none()).count();
    let here = format!("{back}/delete");
    let status = problem
        .as_ref()
        .map_or(StatusCode::OK, |problem| problem.status);
    let view = EnvironmentDeletePage {
        frame: PageLayout::of("Delete environment", SiteSection::Environments, visitor),
        field: visitor.field(&here),
        here,
        back,
        name: name.to_string(),
        endpoint: endpoint(name, None),
        version,
        plain: kept.variables.len() - secret,
        secret,
        said: overrides::of(name, &entries).1,
        why,
        problem: problem.map(|problem| problem.sentence),
    };
    Ok(render_page(status, &view))
}
