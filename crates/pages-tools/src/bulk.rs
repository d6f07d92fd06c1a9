//! Something is done to many tools at once: to those that were chosen, or to all that are found.

mod deed;

use std::collections::HashSet;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{Form, Pages, Visitor, Wrong, query, see};
use candor_gateway::DeskError;
use candor_gateway::desk::Suggestion;
use candor_model::{Role, Scope};
use http::{StatusCode, Uri};

use self::deed::Deed;
use crate::confirm::{self, Question};
use crate::list::{self, Drawing, Found, Typed};
use crate::plan::{self, Report, Step};
use crate::report;
use crate::row::Row;
use crate::suggestions::because;
use crate::survey::{Survey, Surveys};
use crate::thousands::many;
use crate::tri::Tri;
use crate::wish::Wish;

/// Where the form below the list goes.
pub(crate) const PATH: &str = "/tools/bulk";

/// What was asked for.
struct Order {
    deed: Deed,
    /// Whether it is about all that are found, not only those that were chosen.
    all: bool,
}

/// `POST /tools/bulk`
pub(crate) async fn bulk(
    State(pages): State<Pages>,
    Extension(surveys): Extension<Arc<Surveys>>,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Wrong> {
    visitor.check(PATH, &form)?;
    visitor.needs(Role::Editor, "/tools")?;
    let gateway = &pages.gateway;
    let wish = Wish::read_text(&form.get("from").unwrap_or_default(), gateway)?;
    let survey = list::survey(&surveys, gateway, &wish)?;
    let around = surveys.around(gateway).await;
    let around = around.map_err(|error| Wrong::refused(&error))?;
    let author = visitor.author(form.get("why"));

    let ordered = Order::read(&form, &wish).and_then(|order| {
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
        let answer = form.get(confirm::FIELD);
        if answer.as_deref() != Some(&question.digest()) {
            return Ok(question.draw(&visitor, answer.is_some()));
        }
    }
    let gone = gone(&form, &survey, order.all);
    let desk = gateway.desk();
    steps.sort_by(|one, other| one.name.cmp(&other.name));
    let done = plan::carry_out(&steps, &desk, &author).await;
    match done {
        Ok(mut report) => {
            report.refused.extend(gone);
            Ok(answer(&report, &order.deed, &visitor, &wish))
        }
        Err(DeskError::Store(error)) => Err(Wrong::failed(&error)),
        Err(error) => {
            let problem = format!("Nothing was changed: {error}.");
            redraw(&pages, &surveys, &visitor, &wish, &form, problem).await
        }
    }
}

/// The list once more, with everything that was written and what is wrong with it.
async fn redraw(
    pages: &Pages,
    surveys: &Surveys,
    visitor: &Visitor,
    wish: &Wish,
    form: &Form,
    problem: String,
) -> Result<Response, Wrong> {
    let text = |name: &str| form.get(name).unwrap_or_default();
    let typed = Typed {
        chosen: form.all("tool[]").map(str::to_owned).collect(),
        hint: text("hint"),
        value: text("value"),
        place: text("place"),
        which: text("which"),
        why: text("why"),
    };
    let drawing = Drawing {
        gateway: &pages.gateway,
        surveys,
        visitor,
        done: None,
    };
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    drawing.draw(status, wish, Some(problem), typed).await
}

/// Back to the list where everything went well; else what did not.
fn answer(report: &Report, deed: &Deed, visitor: &Visitor, wish: &Wish) -> Response {
    let back = wish.address();
    if !report.refused.is_empty() {
        return report::draw(report, visitor, back);
    }
    let (word, count) = match deed {
        Deed::Set { .. } => ("set", report.tools),
        Deed::Accept => ("accepted", report.hints),
    };
    let mark = if back.contains('?') { '&' } else { '?' };
    see(&format!("{back}{mark}done={word}&n={count}"))
}

/// What has just been done, as an address says it.
pub(crate) fn done(uri: &Uri) -> Option<String> {
    let count: usize = query::get(uri, "n")?.parse().ok()?;
    match (query::get(uri, "done")?.as_str(), count) {
        ("set" | "accepted", 0) => Some("Nothing had to be changed: it was so already.".to_owned()),
        ("set", count) => Some(format!("{} changed.", report::were(count))),
        ("accepted", count) => {
            let were = if count == 1 { "was" } else { "were" };
            Some(format!("{} {were} accepted.", many(count, "suggestion")))
        }
        _ => None,
    }
}

/// Tools that were chosen and are not here any more.
fn gone(form: &Form, survey: &Survey, all: bool) -> Vec<(String, String)> {
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

impl Order {
    fn read(form: &Form, wish: &Wish) -> Result<Self, String> {
        let deed = Deed::read(form, wish)?;
        let all = match form.get("which").as_deref() {
            None | Some("chosen") => false,
            Some("found") => true,
            Some(other) => {
                let other = crate::wish::brief(other);
                return Err(format!("`{other}` says not which tools are meant."));
            }
        };
        Ok(Self { deed, all })
    }

    /// The tools that are meant.
    fn rows<'a>(
        &self,
        form: &Form,
        survey: &'a Survey,
        wish: &Wish,
    ) -> Result<Vec<&'a Arc<Row>>, String> {
        let chosen: HashSet<&str> = form.all("tool[]").collect();
        let mut rows = if self.all {
            Found::of(survey, wish).rows
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
    fn steps(&self, rows: &[&Arc<Row>], open: &[Suggestion]) -> Result<Vec<Step>, String> {
        match &self.deed {
            Deed::Set { hint, amend, scope } => {
                let step = |row: &&Arc<Row>| Step {
                    name: row.tool().name.clone(),
                    key: plan::key(&row.tool().name, scope.clone()),
                    hints: vec![(*hint, amend.clone())],
                    evidence: Vec::new(),
                };
                Ok(rows.iter().map(step).collect())
            }
            Deed::Accept => {
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

    fn question(&self, steps: &[Step], survey: &Survey, wish: &Wish, form: &Form) -> Question {
        let lines = steps.iter().flat_map(|step| {
            let name = step.name.to_string();
            let row = survey.rows.binary_search_by(|row| row.name.cmp(&name));
            let row = row.ok().map(|at| &survey.rows[at]);
            step.hints.iter().map(move |(hint, amend)| {
                let now = row.and_then(|row| row.nature.hints.get(*hint));
                let then = deed::words(amend);
                let now = Tri::of(now).words();
                (
                    name.clone(),
                    format!("{}: {now} now, then {then}", hint.word()),
                )
            })
        });
        let lines: Vec<_> = lines.collect();
        let (heading, unit) = match &self.deed {
            Deed::Set { .. } => (
                format!("{} for {}", self.deed.words(), many(steps.len(), "tool")),
                "tool",
            ),
            Deed::Accept => (
                format!("Accept {}", many(lines.len(), "suggestion")),
                "suggestion",
            ),
        };
        let text = |name: &'static str| (name, form.get(name).unwrap_or_default());
        let fields = ["from", "act", "hint", "value", "place", "which", "why"].map(text);
        Question {
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
pub(crate) fn agreeing<'a>(open: impl Iterator<Item = &'a Suggestion>) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for Suggestion { tool, finding } in open {
        if steps.last().is_none_or(|step| step.name != tool.name) {
            steps.push(Step {
                name: tool.name.clone(),
                key: plan::key(&tool.name, Scope::Everywhere),
                hints: Vec::new(),
                evidence: Vec::new(),
            });
        }
        if let Some(step) = steps.last_mut() {
            step.hints
                .push((finding.hint, candor_model::Amend::Set(finding.value)));
            step.evidence
                .push(because(finding.confidence, &finding.because()));
        }
    }
    steps
}
