//! Accepting one suggestion, the selected ones, or all matching ones.

use std::collections::HashSet;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, SubmittedForm, render_page, see_other,
};
use candor_gateway::EditError;
use candor_gateway::edit::HintSuggestion;
use candor_model::Role;
use http::StatusCode;

use super::{SuggestionFilter, SuggestionFormInput, SuggestionListPage, key};
use crate::bulk::agreeing;
use crate::bulk_confirm::{self, BulkConfirmation};
use crate::bulk_report;
use crate::bulk_steps;
use crate::list_cache::{ToolListCache, ToolListOptions};
use candor_dashboard_kit::wording::{counted, hint_label, hint_value};

/// The target of the form.
pub(crate) const PATH: &str = "/tools/suggestions/accept";

/// `POST /tools/suggestions/accept`: accepts the selected suggestions.
pub(crate) async fn accept(
    State(pages): State<DashboardState>,
    Extension(cache): Extension<Arc<ToolListCache>>,
    user: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    user.check(PATH, &form)?;
    user.needs(Role::Editor, super::PATH)?;
    let gateway = &pages.gateway;
    let which = SuggestionFilter::read_text(&form.get("from").unwrap_or_default(), gateway)?;
    let options = cache.options(gateway).await;
    let options = options.map_err(|error| PageError::refused(&error))?;
    let demand = super::demand(gateway).await?;
    let redraw = |problem: String| {
        let typed = SuggestionFormInput {
            chosen: form.all("suggestion[]").map(str::to_owned).collect(),
            why: form.get("why").unwrap_or_default(),
        };
        let ranked = &which.ranked(&options, &demand);
        let none = options.suggestions.is_empty();
        let typed = (Some(problem), typed);
        let view = SuggestionListPage::of(gateway, ranked, none, &user, &which, typed);
        Ok(render_page(StatusCode::UNPROCESSABLE_ENTITY, &view))
    };
    let meant = match meant(&form, &options, &which) {
        Ok(meant) => meant,
        Err(problem) => return redraw(problem),
    };
    if form.get("act").as_deref() == Some("all") {
        let question = question(&meant, &which, &form);
        let answer = form.get(bulk_confirm::FIELD);
        if answer.as_deref() != Some(&question.digest()) {
            return Ok(question.draw(&user, answer.is_some()));
        }
    }
    let author = user.author(form.get("why"));
    let editor = gateway.editor_for(&user.identity);
    let steps = agreeing(meant.into_iter());
    let done = bulk_steps::carry_out(&steps, &editor, &author).await;
    let back = which.address(which.page);
    match done {
        Ok(report) if report.refused.is_empty() => {
            let mark = if back.contains('?') { '&' } else { '?' };
            Ok(see_other(&format!(
                "{back}{mark}done=accepted&n={}",
                report.hints
            )))
        }
        Ok(report) => Ok(bulk_report::draw(&report, &user, back)),
        Err(EditError::Store(error)) => Err(PageError::failed(&error)),
        Err(error) => redraw(format!("Nothing was changed: {error}.")),
    }
}

/// The suggestions to accept.
fn meant<'a>(
    form: &SubmittedForm,
    options: &'a ToolListOptions,
    which: &SuggestionFilter,
) -> Result<Vec<&'a HintSuggestion>, String> {
    let open = || options.suggestions.iter();
    let one = form.get("one");
    let found: Vec<_> = if let Some(one) = &one {
        open()
            .filter(|suggestion| key(suggestion) == *one)
            .collect()
    } else if form.get("act").as_deref() == Some("all") {
        open()
            .filter(|suggestion| which.includes(suggestion))
            .collect()
    } else {
        let chosen: HashSet<&str> = form.all("suggestion[]").collect();
        if chosen.is_empty() {
            return Err("No suggestion is selected.".to_owned());
        }
        open()
            .filter(|suggestion| chosen.contains(&*key(suggestion)))
            .collect()
    };
    if found.is_empty() {
        return Err(
            "This suggestion no longer exists: it was accepted, or the tool changed.".to_owned(),
        );
    }
    Ok(found)
}

fn question(
    meant: &[&HintSuggestion],
    which: &SuggestionFilter,
    form: &SubmittedForm,
) -> BulkConfirmation {
    let line = |one: &&HintSuggestion| {
        let finding = &one.finding;
        let what = format!(
            "{}: {}, {} confidence",
            hint_label(finding.hint),
            hint_value(Some(finding.value)),
            finding.confidence
        );
        (one.tool.name.to_string(), what)
    };
    let mut fields = vec![("act", "all".to_owned())];
    for name in ["from", "why"] {
        fields.extend(form.get(name).map(|value| (name, value)));
    }
    BulkConfirmation {
        heading: format!("Accept {}", counted(meant.len(), "suggestion")),
        lines: meant.iter().map(line).collect(),
        unit: "suggestion",
        to: PATH,
        fields,
        back: which.address(which.page),
    }
}
