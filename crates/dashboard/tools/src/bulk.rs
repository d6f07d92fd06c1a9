//! Something is done to many tools at once: to those that were chosen, or to all that are found.

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
use crate::counts::many;
use crate::hint_value::HintValue;
use crate::list::{self, BulkFormInput, ToolListRenderer, ToolMatches};
use crate::list_cache::{ToolListCache, ToolListSnapshot};
use crate::list_query::ToolListQuery;
use crate::row::ToolListRow;
use crate::suggestions::because;

/// Where the form below the list goes.
pub(crate) const PATH: &str = "/tools/bulk";

/// What was asked for.
struct BulkRequest {
    deed: BulkAction,
    /// Whether it is about all that are found, not only those that were chosen.
    all: bool,
}

/// `POST /tools/bulk`
pub(crate) async fn bulk(
    State(pages): State<DashboardState>,
    Extension(surveys): Extension<Arc<ToolListCache>>,
    visitor: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    visitor.check(PATH, &form)?;
    visitor.needs(Role::Editor, "/tools")?;
    let gateway = &pages.gateway;
    let wish = ToolListQuery::read_text(&form.get("from").unwrap_or_default(), gateway)?;
    let survey = list::survey(&surveys, gateway, &wish)?;
    let around = surveys.around(gateway).await;
    let around = around.map_err(|error| PageError::refused(&error))?;
    let author = visitor.author(form.get("why"));

    let ordered = BulkRequest::read(&form, &wish).and_then(|order| {
        let rows = order.rows(&form, &survey, &wish)?;
        let steps = order.steps(&rows, &around.suggestions)?;
        Ok((order, steps))
    });
    let (order, mut steps) = match ordered {
        Ok(ordered) => ordered,
        Err(problem) => return redraw(&pages, &surveys, &visitor, &wish, &form, problem).await,
    };
    if order.all {
        let question = order.question(&steps, &survey, &wish, &form);
        let answer = form.get(bulk_confirm::FIELD);
        if answer.as_deref() != Some(&question.digest()) {
            return Ok(question.draw(&visitor, answer.is_some()));
        }
    }
    let gone = gone(&form, &survey, order.all);
    let desk = gateway.editor();
    steps.sort_by(|one, other| one.name.cmp(&other.name));
    let done = bulk_steps::carry_out(&steps, &desk, &author).await;
    match done {
        Ok(mut report) => {
            report.refused.extend(gone);
            Ok(answer(&report, &order.deed, &visitor, &wish))
        }
        Err(EditError::Store(error)) => Err(PageError::failed(&error)),
        Err(error) => {
            let problem = format!("Nothing was changed: {error}.");
            redraw(&pages, &surveys, &visitor, &wish, &form, problem).await
        }
    }
}

/// The list once more, with everything that was written and what is wrong with it.
async fn redraw(
    pages: &DashboardState,
    surveys: &ToolListCache,
    visitor: &CurrentUser,
    wish: &ToolListQuery,
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
    let drawing = ToolListRenderer {
        gateway: &pages.gateway,
        surveys,
        visitor,
        done: None,
    };
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    drawing.draw(status, wish, Some(problem), typed).await
}

/// Back to the list where everything went well; else what did not.
fn answer(
    report: &BulkReport,
    deed: &BulkAction,
    visitor: &CurrentUser,
    wish: &ToolListQuery,
) -> Response {
    let back = wish.address();
    if !report.refused.is_empty() {
        return bulk_report::draw(report, visitor, back);
    }
    let (word, count) = match deed {
        BulkAction::Set { .. } => ("set", report.tools),
        BulkAction::Accept => ("accepted", report.hints),
    };
    let mark = if back.contains('?') { '&' } else { '?' };
    see_other(&format!("{back}{mark}done={word}&n={count}"))
}

/// What has just been done, as an address says it.
pub(crate) fn done(uri: &Uri) -> Option<String> {
    let count: usize = query::get(uri, "n")?.parse().ok()?;
    match (query::get(uri, "done")?.as_str(), count) {
        ("set" | "accepted", 0) => Some("Nothing had to be changed: it was so already.".to_owned()),
        ("set", count) => Some(format!("{} changed.", bulk_report::were(count))),
        ("accepted", count) => {
            let were = if count == 1 { "was" } else { "were" };
            Some(format!("{} {were} accepted.", many(count, "suggestion")))
        }
        _ => None,
    }
}

/// Tools that were chosen and are not here any more.
fn gone(form: &SubmittedForm, survey: &ToolListSnapshot, all: bool) -> Vec<(String, String)> {
    if all {
        return Vec::new();
    }
    let here: HashSet<&str> = survey.rows.iter().map(|row| &*row.key).collect();
    let gone: HashSet<&str> = form
        .all("tool[]")
        .filter(|key| !here.contains(key))
        .collect();
    let mut gone: Vec<_> = gone.into_iter().map(str::to_owned).collect();
    gone.sort();
    let why = "it is not in this list any more";
    gone.into_iter().map(|key| (key, why.to_owned())).collect()
}

// === impl Order ===

impl BulkRequest {
    fn read(form: &SubmittedForm, wish: &ToolListQuery) -> Result<Self, String> {
        let deed = BulkAction::read(form, wish)?;
        let all = match form.get("which").as_deref() {
            None | Some("chosen") => false,
            Some("found") => true,
            Some(other) => {
                let other = crate::list_query::brief(other);
                return Err(format!("`{other}` says not which tools are meant."));
            }
        };
        Ok(Self { deed, all })
    }

    /// The tools that are meant.
    fn rows<'a>(
        &self,
        form: &SubmittedForm,
        survey: &'a ToolListSnapshot,
        wish: &ToolListQuery,
    ) -> Result<Vec<&'a Arc<ToolListRow>>, String> {
        let chosen: HashSet<&str> = form.all("tool[]").collect();
        let mut rows = if self.all {
            ToolMatches::of(survey, wish).rows
        } else {
            let rows = survey.rows.iter();
            rows.filter(|row| chosen.contains(&*row.key)).collect()
        };
        rows.retain(|row| row.can_be_named());
        if !rows.is_empty() {
            return Ok(rows);
        }
        Err(match (self.all, chosen.is_empty()) {
            (true, _) => "No tool is found that this could be done to.".to_owned(),
            (false, true) => {
                "No tool is chosen. Tick the boxes of those that are meant, or choose all that \
                 are found."
                    .to_owned()
            }
            (false, false) => "None of the chosen tools is here any more.".to_owned(),
        })
    }

    /// What is done to each of them.
    fn steps(
        &self,
        rows: &[&Arc<ToolListRow>],
        open: &[HintSuggestion],
    ) -> Result<Vec<BulkStep>, String> {
        match &self.deed {
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
                    return Err("Nothing is suggested about these tools.".to_owned());
                }
                Ok(steps)
            }
        }
    }

    fn question(
        &self,
        steps: &[BulkStep],
        survey: &ToolListSnapshot,
        wish: &ToolListQuery,
        form: &SubmittedForm,
    ) -> BulkConfirmation {
        let lines = steps.iter().flat_map(|step| {
            let name = step.name.to_string();
            let row = survey.rows.binary_search_by(|row| row.name.cmp(&name));
            let row = row.ok().map(|at| &survey.rows[at]);
            step.hints.iter().map(move |(hint, amend)| {
                let now = row.and_then(|row| row.nature.hints.get(*hint));
                let then = action::words(amend);
                let now = HintValue::of(now).words();
                (
                    name.clone(),
                    format!("{}: {now} now, then {then}", hint.word()),
                )
            })
        });
        let lines: Vec<_> = lines.collect();
        let (heading, unit) = match &self.deed {
            BulkAction::Set { .. } => (
                format!("{} for {}", self.deed.words(), many(steps.len(), "tool")),
                "tool",
            ),
            BulkAction::Accept => (
                format!("Accept {}", many(lines.len(), "suggestion")),
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
            back: wish.address(),
        }
    }
}

/// Steps that agree with suggestions, which come by tool.
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
