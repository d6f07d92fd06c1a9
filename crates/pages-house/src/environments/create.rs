//! A new environment.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{Form, Frame, Pages, Section, Visitor, Wrong, page, see};
use candor_model::{Environment, EnvironmentName, Role};
use http::StatusCode;

use super::fields::Fields;
use super::path;
use crate::problem::Problem;

/// Where the form is, and where it is sent to.
const HERE: &str = "/environments/new";

#[derive(Template)]
#[template(path = "environment_new.html")]
struct View {
    frame: Frame,
    field: String,
    /// The name as typed.
    name: String,
    fields: Fields,
    problem: Option<String>,
}

/// `GET /environments/new`
pub(crate) async fn show(visitor: Visitor) -> Result<Response, Wrong> {
    visitor.needs(Role::Admin, HERE)?;
    Ok(form(&visitor, String::new(), Fields::default(), None))
}

/// `POST /environments/new`
pub(crate) async fn create(
    State(pages): State<Pages>,
    visitor: Visitor,
    sent: Form,
) -> Result<Response, Wrong> {
    visitor.check(HERE, &sent)?;
    visitor.needs(Role::Admin, HERE)?;
    let name = sent.get("name").unwrap_or_default().trim().to_owned();
    let fields = Fields::typed(&sent);
    let environment = match read(&name, &fields) {
        Ok(environment) => environment,
        Err(problem) => return Ok(form(&visitor, name, fields, Some(problem))),
    };
    let author = visitor.author(sent.get("why"));
    let desk = pages.gateway.desk();
    match desk.create_environment(&author, &environment).await {
        Ok(_) => Ok(see(&format!("{}?done=created", path(&environment.name)))),
        Err(error) => {
            let problem = Problem::of(&error)?;
            Ok(form(&visitor, name, fields, Some(problem)))
        }
    }
}

fn read(name: &str, fields: &Fields) -> Result<Environment, Problem> {
    let name = EnvironmentName::parse(name).map_err(|error| Problem::invalid(error.to_string()))?;
    Ok(Environment {
        name,
        description: fields.description.trim().to_owned(),
        profile: fields.profile()?,
        provenance: fields.provenance()?,
    })
}

fn form(visitor: &Visitor, name: String, fields: Fields, problem: Option<Problem>) -> Response {
    let status = problem
        .as_ref()
        .map_or(StatusCode::OK, |problem| problem.status);
    let view = View {
        frame: Frame::of("New environment", Section::Environments, visitor),
        field: visitor.field(HERE),
        name,
        fields,
        problem: problem.map(|problem| problem.sentence),
    };
    page(status, &view)
}
