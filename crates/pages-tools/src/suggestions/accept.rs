//! A person agrees: with one suggestion, with those that were chosen, or with all that are found.

use std::collections::HashSet;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{Form, Pages, Visitor, Wrong, page, see};
use candor_gateway::DeskError;
use candor_gateway::desk::Suggestion;
use candor_model::Role;
use http::StatusCode;

use super::{Typed, View, Which, key};
use crate::bulk::agreeing;
use crate::confirm::{self, Question};
use crate::plan;
use crate::report;
use crate::survey::{Around, Surveys};
use crate::thousands::many;

/// Where the form goes.
pub(crate) const PATH: &str = "/tools/suggestions/accept";

/// `POST /tools/suggestions/accept`
pub(crate) async fn accept(
    State(pages): State<Pages>,
    Extension(surveys): Extension<Arc<Surveys>>,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Wrong> {
    visitor.check(PATH, &form)?;
    visitor.needs(Role::Editor, super::PATH)?;
    let gateway = &pages.gateway;
    let which = Which::read_text(&form.get("from").unwrap_or_default(), gateway)?;
    let around = surveys.around(gateway).await;
    let around = around.map_err(|error| Wrong::refused(&error))?;
    let redraw = |problem: String| {
        let typed = Typed {
            chosen: form.all("suggestion[]").map(str::to_owned).collect(),
            why: form.get("why").unwrap_or_default(),
        };
        let view = View::of(gateway, &around, &visitor, &which, Some(problem), typed);
        Ok(page(StatusCode::UNPROCESSABLE_ENTITY, &view))
    };
    let meant = match meant(&form, &around, &which) {
        Ok(meant) => meant,
        Err(problem) => return redraw(problem),
    };
    if form.get("act").as_deref() == Some("all") {
        let question = question(&meant, &which, &form);
        let answer = form.get(confirm::FIELD);
        if answer.as_deref() != Some(&question.digest()) {
            return Ok(question.draw(&visitor, answer.is_some()));
        }
    }
    let author = visitor.author(form.get("why"));
    let desk = gateway.desk();
    let steps = agreeing(meant.into_iter());
    let done = plan::carry_out(&steps, &desk, &author).await;
    let back = which.address(which.page);
    match done {
        Ok(report) if report.refused.is_empty() => {
            let mark = if back.contains('?') { '&' } else { '?' };
            Ok(see(&format!(
                "{back}{mark}done=accepted&n={}",
                report.hints
            )))
        }
        Ok(report) => Ok(report::draw(&report, &visitor, back)),
        Err(DeskError::Store(error)) => Err(Wrong::failed(&error)),
        Err(error) => redraw(format!("Nothing was accepted: {error}.")),
    }
}

/// The suggestions that somebody agrees with.
fn meant<'a>(
    form: &Form,
    around: &'a Around,
    which: &Which,
) -> Result<Vec<&'a Suggestion>, String> {
    let open = || around.suggestions.iter();
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
            return Err(
                "No suggestion is chosen. Tick the boxes of those you agree with.".to_owned(),
            );
        }
        open()
            .filter(|suggestion| chosen.contains(&*key(suggestion)))
            .collect()
    };
    if found.is_empty() {
        return Err(
            "This does not wait any more: it was decided about, or the tool has \
                    changed."
                .to_owned(),
        );
    }
    Ok(found)
}

fn question(meant: &[&Suggestion], which: &Which, form: &Form) -> Question {
    let line = |one: &&Suggestion| {
        let finding = &one.finding;
        let what = format!(
            "{}: {}, {}",
            finding.hint.word(),
            finding.value,
            finding.confidence
        );
        (one.tool.name.to_string(), what)
    };
    let mut fields = vec![("act", "all".to_owned())];
    for name in ["from", "why"] {
        fields.extend(form.get(name).map(|value| (name, value)));
    }
    Question {
        heading: format!("Accept {}", many(meant.len(), "suggestion")),
        lines: meant.iter().map(line).collect(),
        unit: "suggestion",
        to: PATH,
        fields,
        back: which.address(which.page),
    }
}
