//! Creating an environment.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PageLayout, SiteSection, SubmittedForm, render_page,
    see_other,
};
use candor_model::{Environment, EnvironmentName, Role};
use http::StatusCode;

use super::environment_form::EnvironmentForm;
use super::path;
use crate::form_error::FormError;

/// The path of the page and its form.
const HERE: &str = "/environments/new";

#[derive(Template)]
#[template(path = "environment_new.html")]
struct EnvironmentCreatePage {
    frame: PageLayout,
    field: String,
    name: String,
    fields: EnvironmentForm,
    problem: Option<String>,
}

/// `GET /environments/new`: shows the form for a new environment.
pub(crate) async fn show(visitor: CurrentUser) -> Result<Response, PageError> {
    visitor.needs(Role::Admin, HERE)?;
    Ok(form(
        &visitor,
        String::new(),
        EnvironmentForm::default(),
        None,
    ))
}

/// `POST /environments/new`: creates an environment.
pub(crate) async fn create(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    sent: SubmittedForm,
) -> Result<Response, PageError> {
    visitor.check(HERE, &sent)?;
    visitor.needs(Role::Admin, HERE)?;
    let name = sent.get("name").unwrap_or_default().trim().to_owned();
    let fields = EnvironmentForm::typed(&sent);
    let environment = match read(&name, &fields) {
        Ok(environment) => environment,
        Err(problem) => return Ok(form(&visitor, name, fields, Some(problem))),
    };
    let author = visitor.author(sent.get("why"));
    let editor = pages.gateway.editor();
    match editor.create_environment(&author, &environment).await {
        Ok(_) => Ok(see_other(&format!(
            "{}?done=created",
            path(&environment.name)
        ))),
        Err(error) => {
            let problem = FormError::of(&error)?;
            Ok(form(&visitor, name, fields, Some(problem)))
        }
    }
}

fn read(name: &str, fields: &EnvironmentForm) -> Result<Environment, FormError> {
    let name =
        EnvironmentName::parse(name).map_err(|error| FormError::invalid(error.to_string()))?;
    Ok(Environment {
        name,
        description: fields.description.trim().to_owned(),
        profile: fields.profile()?,
        provenance: fields.provenance()?,
    })
}

fn form(
    visitor: &CurrentUser,
    name: String,
    fields: EnvironmentForm,
    problem: Option<FormError>,
) -> Response {
    let status = problem
        .as_ref()
        .map_or(StatusCode::OK, |problem| problem.status);
    let view = EnvironmentCreatePage {
        frame: PageLayout::of("New environment", SiteSection::Environments, visitor),
        field: visitor.field(HERE),
        name,
        fields,
        problem: problem.map(|problem| problem.sentence),
    };
    render_page(status, &view)
}
