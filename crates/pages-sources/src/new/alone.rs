//! One source: what it would do, what it brings, and keeping it.

use axum::response::Response;
use candor_frame::{Pages, Visitor, Wrong, query, see};
use candor_gateway::DeskError;
use candor_model::Diagnostic;
use http::StatusCode;

use super::Step;
use super::brought::Brought;
use super::form::{Outcome, draw};
use super::said::{Said, Slips};
use crate::found::{Findings, is_grave};
use crate::place;
use crate::plan::ShownPlan;
use crate::saved;
use candor_gateway::desk::{SourceDraft, SourceRefusal};

/// Does one step with one source.
pub(super) async fn send(
    pages: &Pages,
    visitor: &Visitor,
    said: &Said,
    step: &Step,
) -> Result<Response, Wrong> {
    let wish = match said.wish() {
        Ok(wish) => wish,
        Err(slips) => return Ok(draw(visitor, said, slipped(slips))),
    };
    let known = saved::all(pages);
    if known.iter().any(|one| one.name.as_str() == wish.name) {
        return Ok(draw(visitor, said, taken(&wish.name)));
    }
    let draft = match pages.gateway.desk().draft_source(&wish) {
        Ok(draft) => draft,
        Err(found) => return Ok(draw(visitor, said, unwritable(&found))),
    };
    let outcome = match step {
        Step::Save => match save(pages, visitor, said, &draft).await? {
            Ok(page) => return Ok(page),
            Err(outcome) => outcome,
        },
        Step::Preview(_) => preview(pages, &draft).await,
        Step::Check | Step::More => check(pages, &draft),
    };
    Ok(draw(visitor, said, outcome))
}

/// What it would do. Nothing is started.
fn check(pages: &Pages, draft: &SourceDraft) -> Outcome {
    match pages.gateway.desk().plan_source(draft) {
        Ok(plan) => Outcome {
            status: status(&plan.findings),
            plan: Some(ShownPlan::of(&plan, "plan")),
            ..Outcome::default()
        },
        Err(found) => unusable(&found),
    }
}

/// What it brings.
async fn preview(pages: &Pages, draft: &SourceDraft) -> Outcome {
    match pages.gateway.desk().preview_source(draft).await {
        Ok(preview) => Outcome {
            status: status(&preview.plan.findings),
            plan: Some(ShownPlan::of(&preview.plan, "plan")),
            brought: Some(Brought::of(&preview)),
            ..Outcome::default()
        },
        Err(found) => unusable(&found),
    }
}

/// Keeps it.
async fn save(
    pages: &Pages,
    visitor: &Visitor,
    said: &Said,
    draft: &SourceDraft,
) -> Result<Result<Response, Outcome>, Wrong> {
    let why = Some(said.why.clone()).filter(|why| !why.is_empty());
    let added = pages.gateway.desk();
    let author = visitor.author(why);
    match added.add_source(draft, &author).await {
        Ok(_) => {
            let there = query::with(&place::of(&draft.name), "done", "added");
            Ok(Ok(see(&there)))
        }
        Err(SourceRefusal::Findings(found)) => Ok(Err(unusable(&found))),
        Err(SourceRefusal::Desk(DeskError::Exists(_))) => Ok(Err(taken(draft.name.as_str()))),
        Err(SourceRefusal::Desk(error)) => refused(&error).map(Err),
    }
}

/// What the desk said no to.
pub(super) fn refused(error: &DeskError) -> Result<Outcome, Wrong> {
    let status = match error {
        DeskError::Store(error) => return Err(Wrong::failed(error)),
        DeskError::Exists(_) | DeskError::Stale { .. } => StatusCode::CONFLICT,
        DeskError::Invalid(_) | DeskError::Unknown(_) | DeskError::Declared { .. } => {
            StatusCode::UNPROCESSABLE_ENTITY
        }
    };
    let sentence = format!("Nothing was added: {error}.");
    Ok(Outcome::refused(status, sentence))
}

/// Some fields are wrong.
fn slipped(slips: Slips) -> Outcome {
    let sentence = "Nothing was started or added: see the fields below.";
    Outcome {
        slips,
        ..Outcome::refused(StatusCode::UNPROCESSABLE_ENTITY, sentence)
    }
}

/// There is one of that name.
fn taken(name: &str) -> Outcome {
    let mut slips = Slips::default();
    slips.add(
        "name",
        format!("There is a source `{name}` already; choose another name."),
    );
    Outcome {
        slips,
        ..Outcome::refused(
            StatusCode::CONFLICT,
            "Nothing was started or added: the name is taken.",
        )
    }
}

/// It cannot even be written down. What is wrong with the command is told beside it.
fn unwritable(found: &[Diagnostic]) -> Outcome {
    let [one] = found else {
        return unusable(found);
    };
    if one.code != "config::command-line" {
        return unusable(found);
    }
    let hint = one.hint.as_ref().map(|hint| format!("; {hint}"));
    let hint = hint.unwrap_or_default();
    let mut slips = Slips::default();
    slips.add(
        "line",
        format!("This cannot be run: {}{hint}.", one.message),
    );
    slipped(slips)
}

/// It cannot be used as it is.
pub(super) fn unusable(found: &[Diagnostic]) -> Outcome {
    Outcome {
        findings: Findings::of(found),
        ..Outcome::refused(
            StatusCode::UNPROCESSABLE_ENTITY,
            "This cannot be used as it is. Nothing was started or added.",
        )
    }
}

fn status(found: &[Diagnostic]) -> StatusCode {
    if is_grave(found) {
        StatusCode::UNPROCESSABLE_ENTITY
    } else {
        StatusCode::OK
    }
}
