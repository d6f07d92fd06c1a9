//! Removing a saved rule, after a confirmation.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PageLayout, PathSegment, SiteSection, SubmittedForm,
    query, render_page, see_other,
};
use candor_gateway::EditError;
use candor_gateway::edit::SavedRule;
use candor_model::Role;
use http::StatusCode;

use super::PATH;
use super::rule_edit::{find, path};
use crate::form_error::FormError;
use crate::form_version;

#[derive(Template)]
#[template(path = "rule_remove.html")]
struct RuleRemovePage {
    frame: PageLayout,
    here: String,
    back: String,
    field: String,
    name: String,
    version: u64,
    why: String,
    problem: Option<String>,
}

/// `GET /policy/rules/{name}/remove`: asks for confirmation before a rule is removed.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    PathSegment(name): PathSegment,
) -> Result<Response, PageError> {
    visitor.needs(Role::Editor, PATH)?;
    let rule = find(&pages, &name)?;
    Ok(draw(&visitor, &rule, String::new(), None))
}

/// `POST /policy/rules/{name}/remove`: removes a rule.
pub(crate) async fn remove(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    PathSegment(name): PathSegment,
    sent: SubmittedForm,
) -> Result<Response, PageError> {
    visitor.check(&format!("{}/remove", path(&name)), &sent)?;
    visitor.needs(Role::Editor, PATH)?;
    let rule = find(&pages, &name)?;
    let problem = match form_version::read(&sent) {
        Err(problem) => problem,
        Ok(version) => {
            let author = visitor.author(sent.get("why"));
            let editor = pages.gateway.editor_for(&visitor.identity);
            match editor.remove_rule(&name, Some(version), &author).await {
                Ok(()) => return Ok(see_other(&query::with(PATH, "done", "rule-removed"))),
                Err(EditError::Stale { .. }) => FormError::conflict(
                    "someone else changed this rule after you opened this page, so it was not \
                     removed; look at it again",
                ),
                Err(error) => FormError::of(&error).map_err(|wrong| wrong.link(PATH, "Policy"))?,
            }
        }
    };
    let why = sent.get("why").unwrap_or_default();
    Ok(draw(&visitor, &rule, why, Some(problem)))
}

fn draw(
    visitor: &CurrentUser,
    rule: &SavedRule,
    why: String,
    problem: Option<FormError>,
) -> Response {
    let back = path(&rule.name);
    let here = format!("{back}/remove");
    let status = problem.as_ref();
    let status = status.map_or(StatusCode::OK, |problem| problem.status);
    let page = RuleRemovePage {
        frame: PageLayout::of("Remove rule", SiteSection::Policy, visitor),
        field: visitor.field(&here),
        here,
        back,
        name: rule.name.clone(),
        version: rule.version,
        why,
        problem: problem.map(|problem| problem.sentence),
    };
    render_page(status, &page)
}
