//! Bulk edits: a hint is set, or suggestions are accepted, for the selected or for all matching
//! tools.

mod action;

use std::collections::HashSet;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, SubmittedForm, query, see_other,
};
use candor_gateway::EditError;
use candor_gateway::edit::HintSuggestion;
use candor_model::{OpinionScope, Role};
use http::{StatusCode, Uri};

use self::action::BulkAction;
use crate::bulk_confirm::{self, BulkConfirmation};
use crate::bulk_report;
use crate::bulk_steps::{self, BulkReport, BulkStep};
use crate::list::{self, BulkFormInput, ToolListRenderer, ToolMatches};
use crate::list_cache::{ToolListCache, ToolListSnapshot};
use crate::list_query::ToolListQuery;
use crate::row::ToolListRow;
use crate::suggestions::because;
use candor_dashboard_kit::wording::{brief, counted, hint_label, hint_value};

/// The target of the form below the list.
pub(crate) const PATH: &str = "/tools/bulk";

/// A submitted bulk edit.
struct BulkRequest {
    action: BulkAction,
    /// Whether it applies to all matching tools, not only to the selected ones.
    all: bool,
}

/// `POST /tools/bulk`: changes several tools at once.
pub(crate) async fn bulk(
    State(pages): State<DashboardState>,
    Extension(cache): Extension<Arc<ToolListCache>>,
    user: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    user.check(PATH, &form)?;
    user.needs(Role::Editor, "/tools")?;
    let gateway = &pages.gateway;
    let query = ToolListQuery::read_text(&form.get("from").unwrap_or_default(), gateway)?;
    let snapshot = list::snapshot(&cache, gateway, &query)?;
    let options = cache.options(gateway).await;
    let options = options.map_err(|error| PageError::refused(&error))?;
    let author = user.author(form.get("why"));

    let read = BulkRequest::read(&form, &query).and_then(|request| {
        let rows = request.rows(&form, &snapshot, &query)?;
        let steps = request.steps(&rows, &options.suggestions)?;
        Ok((request, steps))
    });
    let (request, mut steps) = match read {
        Ok(read) => read,
        Err(problem) => return redraw(&pages, &cache, &user, &query, &form, problem).await,
    };
    if request.all {
        let question = request.question(&steps, &snapshot, &query, &form);
        let answer = form.get(bulk_confirm::FIELD);
        if answer.as_deref() != Some(&question.digest()) {
            return Ok(question.draw(&user, answer.is_some()));
        }
    }
    let gone = gone(&form, &snapshot, request.all);
    let editor = gateway.editor_for(&user.identity);
    steps.sort_by(|one, other| one.name.cmp(&other.name));
    let done = bulk_steps::carry_out(&steps, &editor, &author).await;
    match done {
        Ok(mut report) => {
            report.refused.extend(gone);
            Ok(answer(&report, &request.action, &user, &query))
        }
        Err(EditError::Store(error)) => Err(PageError::failed(&error)),
        Err(error) => {
            let problem = format!("Nothing was changed: {error}.");
            redraw(&pages, &cache, &user, &query, &form, problem).await
        }
    }
}

/// The list again, with the submitted input and the problem.
async fn redraw(
    pages: &DashboardState,
    cache: &ToolListCache,
    user: &CurrentUser,
    query: &ToolListQuery,
    form: &SubmittedForm,
    problem: String,
) -> Result<Response, PageError> {
    let text = |name: &str| form.get(name).unwrap_or_default();
    let typed = BulkFormInput {
        chosen: form.all("tool[]").map(str::to_owned).collect(),
        hint: text("hint"),
        value: text("value"),
        place: text("place"),
        which: text("which"),
        why: text("why"),
    };
    let renderer = ToolListRenderer {
        gateway: &pages.gateway,
        cache,
        user,
        done: None,
    };
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    renderer.draw(status, query, Some(problem), typed).await
}

/// Redirects to the list if all went well; otherwise shows a report.
fn answer(
    report: &BulkReport,
    action: &BulkAction,
    user: &CurrentUser,
    query: &ToolListQuery,
) -> Response {
    let back = query.address();
    if !report.refused.is_empty() {
        return bulk_report::draw(report, user, back);
    }
    let (word, count) = match action {
        BulkAction::Set { .. } => ("set", report.tools),
        BulkAction::Accept => ("accepted", report.hints),
    };
    let mark = if back.contains('?') { '&' } else { '?' };
    see_other(&format!("{back}{mark}done={word}&n={count}"))
}

/// The status message for the `done` parameter of an address.
pub(crate) fn done(uri: &Uri) -> Option<String> {
    let count: usize = query::get(uri, "n")?.parse().ok()?;
    match (query::get(uri, "done")?.as_str(), count) {
        ("set" | "accepted", 0) => {
            Some("Nothing to change: the values were already set.".to_owned())
        }
        ("set", count) => Some(format!("{} updated.", counted(count, "tool"))),
        ("accepted", count) => Some(format!("{} accepted.", counted(count, "suggestion"))),
        _ => None,
    }
}

/// Selected tools that are no longer in the list.
fn gone(form: &SubmittedForm, snapshot: &ToolListSnapshot, all: bool) -> Vec<(String, String)> {
    if all {
        return Vec::new();
    }
    let here: HashSet<&str> = snapshot.rows.iter().map(|row| &*row.key).collect();
    let gone: HashSet<&str> = form
        .all("tool[]")
        .filter(|key| !here.contains(key))
        .collect();
    let mut gone: Vec<_> = gone.into_iter().map(str::to_owned).collect();
    gone.sort();
    let why = "it is no longer in this list";
    gone.into_iter().map(|key| (key, why.to_owned())).collect()
}

// === impl BulkRequest ===

impl BulkRequest {
    fn read(form: &SubmittedForm, query: &ToolListQuery) -> Result<Self, String> {
        let action = BulkAction::read(form, query)?;
        let all = match form.get("which").as_deref() {
            None | Some("chosen") => false,
            Some("found") => true,
            Some(other) => {
                return Err(format!("`{}` is not a selection of tools.", brief(other)));
            }
        };
        Ok(Self { action, all })
    }

    /// The tools that it applies to.
    fn rows<'a>(
        &self,
        form: &SubmittedForm,
        snapshot: &'a ToolListSnapshot,
        query: &ToolListQuery,
    ) -> Result<Vec<&'a Arc<ToolListRow>>, String> {
        let chosen: HashSet<&str> = form.all("tool[]").collect();
        let mut rows = if self.all {
            ToolMatches::of(snapshot, query).rows
        } else {
            let rows = snapshot.rows.iter();
            rows.filter(|row| chosen.contains(&*row.key)).collect()
        };
        rows.retain(|row| row.can_be_named());
        if !rows.is_empty() {
            return Ok(rows);
        }
        Err(match (self.all, chosen.is_empty()) {
            (true, _) => "No matching tool can be edited.".to_owned(),
            (false, true) => {
                "No tool is selected. Select tools in the list, or choose all matching tools."
                    .to_owned()
            }
            (false, false) => "None of the selected tools exists any more.".to_owned(),
        })
    }

    /// The steps for these tools.
    fn steps(
        &self,
        rows: &[&Arc<ToolListRow>],
        open: &[HintSuggestion],
    ) -> Result<Vec<BulkStep>, String> {
        match &self.action {
            BulkAction::Set { hint, amend, scope } => {
                let step = |row: &&Arc<ToolListRow>| BulkStep {
                    name: row.tool().name.clone(),
                    key: bulk_steps::key(&row.tool().name, scope.clone()),
                    hints: vec![(*hint, amend.clone())],
                    evidence: Vec::new(),
                };
                Ok(rows.iter().map(step).collect())
            }
            BulkAction::Accept => {
                let names: HashSet<_> = rows.iter().map(|row| &row.tool().name).collect();
                let open = open.iter().filter(|one| names.contains(&one.tool.name));
                let steps = agreeing(open);
                if steps.is_empty() {
                    return Err("There are no suggestions for these tools.".to_owned());
                }
                Ok(steps)
            }
        }
    }

    fn question(
        &self,
        steps: &[BulkStep],
        snapshot: &ToolListSnapshot,
        query: &ToolListQuery,
        form: &SubmittedForm,
    ) -> BulkConfirmation {
        let lines = steps.iter().flat_map(|step| {
            let name = step.name.to_string();
            let row = snapshot.rows.binary_search_by(|row| row.name.cmp(&name));
            let row = row.ok().map(|at| &snapshot.rows[at]);
            step.hints.iter().map(move |(hint, amend)| {
                let now = row.and_then(|row| row.flags.hints.get(*hint));
                let then = action::words(amend);
                let now = hint_value(now);
                (
                    name.clone(),
                    format!("{}: {now} → {then}", hint_label(*hint)),
                )
            })
        });
        let lines: Vec<_> = lines.collect();
        let (heading, unit) = match &self.action {
            BulkAction::Set { .. } => (
                format!(
                    "{} for {}",
                    self.action.words(),
                    counted(steps.len(), "tool")
                ),
                "tool",
            ),
            BulkAction::Accept => (
                format!("Accept {}", counted(lines.len(), "suggestion")),
                "suggestion",
            ),
        };
        let text = |name: &'static str| (name, form.get(name).unwrap_or_default());
        let fields = ["from", "act", "hint", "value", "place", "which", "why"].map(text);
        BulkConfirmation {
            heading,
            lines,
            unit,
            to: PATH,
            fields: fields
                .into_iter()
                .filter(|(_, value)| !value.is_empty())
                .collect(),
            back: query.address(),
        }
    }
}

/// Steps that accept suggestions, which are sorted by tool.
pub(crate) fn agreeing<'a>(open: impl Iterator<Item = &'a HintSuggestion>) -> Vec<BulkStep> {
    let mut steps: Vec<BulkStep> = Vec::new();
    for HintSuggestion { tool, finding } in open {
        if steps.last().is_none_or(|step| step.name != tool.name) {
            steps.push(BulkStep {
                name: tool.name.clone(),
                key: bulk_steps::key(&tool.name, OpinionScope::Everywhere),
                hints: Vec::new(),
                evidence: Vec::new(),
            });
        }
        if let Some(step) = steps.last_mut() {
            step.hints
                .push((finding.hint, candor_model::FieldEdit::Set(finding.value)));
            step.evidence
                .push(because(finding.confidence, &finding.because()));
        }
    }
    steps
}
