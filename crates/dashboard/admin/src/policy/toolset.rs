//! The policy settings of a toolset.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PageLayout, PathSegment, SiteSection, SubmittedForm,
    query, render_page, see_other,
};
use candor_gateway::Endpoint;
use candor_model::{Role, ToolsetName};
use http::{StatusCode, Uri};

use super::save::{self, PolicyForm, PolicySaveOutcome};
use super::setting_row::{self, PolicySettingRow};
use super::{PATH, done};
use crate::form_error::FormError;
use crate::path_name;

#[derive(Template)]
#[template(path = "policy_toolset.html")]
struct ToolsetPolicyPage {
    frame: PageLayout,
    here: String,
    name: String,
    toolset: String,
    switches: Vec<PolicySettingRow>,
    version: u64,
    field: Option<String>,
    lacks: Option<String>,
    why: String,
    problem: Option<String>,
}

/// `GET /policy/toolsets?name=NAME`: redirects to the page of the toolset that was typed.
pub(crate) async fn find(visitor: CurrentUser, uri: Uri) -> Result<Response, PageError> {
    visitor.needs(Role::Viewer, PATH)?;
    let name = query::get(&uri, "name").unwrap_or_default();
    let name = path_name::toolset(name.trim())?;
    Ok(see_other(&path(&name)))
}

/// `GET /policy/toolsets/{name}`: shows the policy of a toolset.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    PathSegment(text): PathSegment,
    uri: Uri,
) -> Result<Response, PageError> {
    visitor.needs(Role::Viewer, PATH)?;
    let name = known(&pages, &text)?;
    draw(&pages, &visitor, &name, &uri, None).await
}

/// `POST /policy/toolsets/{name}`: changes a setting of a toolset's policy.
pub(crate) async fn state(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    PathSegment(text): PathSegment,
    uri: Uri,
    sent: SubmittedForm,
) -> Result<Response, PageError> {
    let name = path_name::toolset(&text)?;
    let here = path(&name);
    visitor.check(&here, &sent)?;
    visitor.needs(Role::Editor, &here)?;
    let typed = PolicyForm::of(&sent);
    let stated = save::save_policy(&pages.gateway, &visitor, Some(&name), &sent, &typed).await;
    match stated.map_err(|wrong| wrong.link(PATH, "Policy"))? {
        PolicySaveOutcome::Done => Ok(see_other(&query::with(&here, "done", "stated"))),
        PolicySaveOutcome::Same => Ok(see_other(&query::with(&here, "done", "same"))),
        PolicySaveOutcome::Refused(problem) => {
            draw(&pages, &visitor, &name, &uri, Some((typed, problem))).await
        }
    }
}

async fn draw(
    pages: &DashboardState,
    visitor: &CurrentUser,
    name: &ToolsetName,
    uri: &Uri,
    draft: Option<(PolicyForm, FormError)>,
) -> Result<Response, PageError> {
    let preferred = pages.gateway.editor().preference(Some(name)).await;
    let preferred = preferred.map_err(|error| PageError::refused(&error).link(PATH, "Policy"))?;
    let may = visitor.identity.may(Role::Editor);
    let (typed, problem) = draft.unzip();
    let here = path(name);
    let view = ToolsetPolicyPage {
        frame: PageLayout::of("Toolset policy", SiteSection::Policy, visitor).done(done(uri)),
        name: name.to_string(),
        toolset: path_name::path("toolsets", name.as_str()),
        switches: setting_row::all(&preferred, typed.as_ref()),
        version: preferred.version,
        field: may.then(|| visitor.field(&here)),
        lacks: (!may).then(|| visitor.lacks(Role::Editor)),
        why: typed.map(|typed| typed.why).unwrap_or_default(),
        problem: problem.as_ref().map(|problem| problem.sentence.clone()),
        here,
    };
    let status = problem.map_or(StatusCode::OK, |problem| problem.status);
    Ok(render_page(status, &view))
}

fn path(name: &ToolsetName) -> String {
    query::path(&["policy", "toolsets", name.as_str()])
}

/// A toolset that exists.
fn known(pages: &DashboardState, text: &str) -> Result<ToolsetName, PageError> {
    let name = path_name::toolset(text)?;
    let endpoint = Endpoint {
        toolset: Some(name.clone()),
        environment: None,
    };
    match pages.gateway.catalogue().view(&endpoint) {
        Ok(_) => Ok(name),
        Err(error) => {
            let status = StatusCode::NOT_FOUND;
            let wrong = PageError::new(status, "Toolset not found", error.to_string());
            Err(wrong.link("/toolsets", "Toolsets"))
        }
    }
}
