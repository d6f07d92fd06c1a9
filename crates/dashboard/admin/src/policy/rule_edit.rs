//! The editor of a saved rule, with a preview of its effect.

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

use super::rule_form::RuleForm;
use super::rule_preview::{RulePreview, TriedCallForm};
use super::{NEW_RULE, PATH};
use crate::form_error::FormError;
use crate::form_version;

#[derive(Template)]
#[template(path = "rule_edit.html")]
struct RuleEditPage {
    frame: PageLayout,
    title: String,
    here: String,
    field: String,
    /// The page that removes the rule; none for a new one.
    remove: Option<String>,
    version: u64,
    form: RuleForm,
    tried: TriedCallForm,
    preview: Option<RulePreview>,
    problem: Option<String>,
}

/// The parts of the page besides the edited rule.
struct RuleDraftView {
    form: RuleForm,
    tried: TriedCallForm,
    preview: Option<RulePreview>,
    problem: Option<FormError>,
}

/// `GET /policy/rules/new`: shows the form for a new rule.
pub(crate) async fn show_new(visitor: CurrentUser) -> Result<Response, PageError> {
    visitor.needs(Role::Editor, PATH)?;
    let view = RuleDraftView::of(RuleForm::empty());
    Ok(draw(&visitor, None, view))
}

/// `POST /policy/rules/new`: creates a rule, or previews what it would change.
pub(crate) async fn submit_new(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    sent: SubmittedForm,
) -> Result<Response, PageError> {
    visitor.check(NEW_RULE, &sent)?;
    visitor.needs(Role::Editor, PATH)?;
    submit(&pages, &visitor, None, &sent).await
}

/// `GET /policy/rules/{name}`: shows the form of a saved rule.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    PathSegment(name): PathSegment,
) -> Result<Response, PageError> {
    visitor.needs(Role::Editor, PATH)?;
    let rule = find(&pages, &name)?;
    let view = RuleDraftView::of(RuleForm::of_rule(&rule.draft));
    Ok(draw(&visitor, Some(&rule), view))
}

/// `POST /policy/rules/{name}`: saves a rule, or previews what it would change.
pub(crate) async fn submit_changed(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    PathSegment(name): PathSegment,
    sent: SubmittedForm,
) -> Result<Response, PageError> {
    visitor.check(&path(&name), &sent)?;
    visitor.needs(Role::Editor, PATH)?;
    let rule = find(&pages, &name)?;
    submit(&pages, &visitor, Some(&rule), &sent).await
}

/// The page of a rule.
pub(crate) fn path(name: &str) -> String {
    // The name may be `new`. Encoding a letter gives it another path.
    if name == "new" {
        return "/policy/rules/%6Eew".to_owned();
    }
    query::path(&["policy", "rules", name])
}

/// The saved rule of this name.
pub(crate) fn find(pages: &DashboardState, name: &str) -> Result<SavedRule, PageError> {
    let rules = pages.gateway.editor().saved_rules();
    let found = rules.iter().find(|rule| rule.name == name);
    found.cloned().ok_or_else(|| {
        let sentence =
            "It may have been removed, or it is in the configuration file. Edit it there.";
        PageError::new(StatusCode::NOT_FOUND, "Rule not found", sentence).link(PATH, "Policy")
    })
}

/// Saves the rule, or only tries it out.
async fn submit(
    pages: &DashboardState,
    visitor: &CurrentUser,
    rule: Option<&SavedRule>,
    sent: &SubmittedForm,
) -> Result<Response, PageError> {
    let mut form = RuleForm::of(sent);
    if let Some(rule) = rule {
        form.name.clone_from(&rule.name);
    }
    let mut view = RuleDraftView {
        tried: TriedCallForm::of(sent),
        ..RuleDraftView::of(form)
    };
    let draft = match view.form.draft() {
        Ok(draft) => draft,
        Err(problem) => {
            view.problem = Some(problem);
            return Ok(draw(visitor, rule, view));
        }
    };
    if sent.get("do").as_deref() == Some("save") {
        let editor = pages.gateway.editor_for(&visitor.identity);
        let expected = match form_version::read(sent) {
            Ok(version) => version,
            Err(problem) => {
                view.problem = Some(problem);
                return Ok(draw(visitor, rule, view));
            }
        };
        let author = visitor.author(sent.get("why"));
        match editor.save_rule(&draft, Some(expected), &author).await {
            Ok(_) => return Ok(see_other(&query::with(PATH, "done", "rule-saved"))),
            Err(EditError::Stale { .. }) => view.problem = Some(FormError::stale("the rule")),
            Err(error) => view.problem = Some(FormError::of(&error)?),
        }
        return Ok(draw(visitor, rule, view));
    }
    match RulePreview::of(&pages.gateway, visitor, &draft, &view.tried).await? {
        Ok(preview) => view.preview = Some(preview),
        Err(problem) => view.problem = Some(problem),
    }
    Ok(draw(visitor, rule, view))
}

fn draw(visitor: &CurrentUser, rule: Option<&SavedRule>, view: RuleDraftView) -> Response {
    let title = rule.map_or_else(|| "New rule".to_owned(), |rule| rule.name.clone());
    let here = rule.map_or_else(|| NEW_RULE.to_owned(), |rule| path(&rule.name));
    let status = view.problem.as_ref();
    let status = status.map_or(StatusCode::OK, |problem| problem.status);
    let page = RuleEditPage {
        frame: PageLayout::of(&title, SiteSection::Policy, visitor),
        title,
        field: visitor.field(&here),
        remove: rule.map(|_| format!("{here}/remove")),
        here,
        version: rule.map_or(0, |rule| rule.version),
        form: view.form,
        tried: view.tried,
        preview: view.preview,
        problem: view.problem.map(|problem| problem.sentence),
    };
    render_page(status, &page)
}

// === impl RuleDraftView ===

impl RuleDraftView {
    fn of(form: RuleForm) -> Self {
        Self {
            form,
            tried: TriedCallForm::default(),
            preview: None,
            problem: None,
        }
    }
}
