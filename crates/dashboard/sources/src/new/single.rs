//! Adding one source: check, preview and save.

use axum::response::Response;
use candor_dashboard_kit::{CurrentUser, DashboardState, PageError, query, see_other};
use candor_gateway::EditError;
use candor_model::Diagnostic;
use http::StatusCode;

use super::AddSourceStep;
use super::form::{AddSourceOutcome, draw};
use super::input::{AddSourceForm, FieldErrors};
use super::preview::SourcePreviewPanel;
use crate::findings::{FindingsPanel, has_errors};
use crate::known_sources;
use crate::paths;
use crate::plan::SourcePlanView;
use candor_gateway::edit::{LocalAccess, SaveSourceError, SourceDraft};

/// Runs one step for one source.
pub(super) async fn send(
    pages: &DashboardState,
    visitor: &CurrentUser,
    said: &AddSourceForm,
    step: &AddSourceStep,
) -> Result<Response, PageError> {
    let input = match said.input() {
        Ok(input) => input,
        Err(errors) => return Ok(draw(pages, visitor, said, field_errors(errors))),
    };
    let known = known_sources::all(pages);
    if known.iter().any(|one| one.name.as_str() == input.name) {
        return Ok(draw(pages, visitor, said, name_taken(&input.name)));
    }
    let draft = match pages.gateway.editor().draft_source(&input) {
        Ok(draft) => draft,
        Err(found) => return Ok(draw(pages, visitor, said, unwritable(&found))),
    };
    let outcome = match step {
        AddSourceStep::Save => match save(pages, visitor, said, &draft).await? {
            Ok(page) => return Ok(page),
            Err(outcome) => outcome,
        },
        AddSourceStep::Preview(_) => preview(pages, &draft).await?,
        AddSourceStep::Check | AddSourceStep::More => check(pages, &draft)?,
    };
    Ok(draw(pages, visitor, said, outcome))
}

/// Shows what would run. Nothing is started.
fn check(pages: &DashboardState, draft: &SourceDraft) -> Result<AddSourceOutcome, PageError> {
    Ok(match pages.gateway.editor().plan_source(draft) {
        Ok(plan) => AddSourceOutcome {
            status: status(&plan.findings),
            plan: Some(SourcePlanView::of(&plan, "plan")),
            ..AddSourceOutcome::default()
        },
        Err(refusal) => rejected(&refusal)?,
    })
}

/// Starts the source once to list its tools.
async fn preview(
    pages: &DashboardState,
    draft: &SourceDraft,
) -> Result<AddSourceOutcome, PageError> {
    Ok(match pages.gateway.editor().preview_source(draft).await {
        Ok(preview) => AddSourceOutcome {
            status: status(&preview.plan.findings),
            plan: Some(SourcePlanView::of(&preview.plan, "plan")),
            brought: Some(SourcePreviewPanel::of(&preview)),
            ..AddSourceOutcome::default()
        },
        Err(refusal) => rejected(&refusal)?,
    })
}

/// Adds the source.
async fn save(
    pages: &DashboardState,
    visitor: &CurrentUser,
    said: &AddSourceForm,
    draft: &SourceDraft,
) -> Result<Result<Response, AddSourceOutcome>, PageError> {
    let why = Some(said.why.clone()).filter(|why| !why.is_empty());
    let added = pages.gateway.editor();
    let author = visitor.author(why);
    match added.add_source(draft, &author).await {
        Ok(_) => {
            let there = query::with(&paths::of(&draft.name), "done", "added");
            Ok(Ok(see_other(&there)))
        }
        Err(SaveSourceError::Edit(EditError::Exists(_))) => {
            Ok(Err(name_taken(draft.name.as_str())))
        }
        Err(refusal) => rejected(&refusal).map(Err),
    }
}

/// A source that was not started or added.
fn rejected(refusal: &SaveSourceError) -> Result<AddSourceOutcome, PageError> {
    match refusal {
        SaveSourceError::Local(access) => Ok(not_allowed(access)),
        SaveSourceError::Findings(found) => Ok(unusable(found)),
        SaveSourceError::Edit(error) => refused(error),
    }
}

/// A source that does something on the gateway's machine.
fn not_allowed(access: &LocalAccess) -> AddSourceOutcome {
    let sentence = format!("Nothing was started or added: {access}.");
    AddSourceOutcome::refused(StatusCode::FORBIDDEN, sentence)
}

/// An edit that was refused.
fn refused(error: &EditError) -> Result<AddSourceOutcome, PageError> {
    let status = match error {
        EditError::Store(error) => return Err(PageError::failed(error)),
        EditError::Exists(_) | EditError::Stale { .. } => StatusCode::CONFLICT,
        EditError::OwnGuard(_) => StatusCode::FORBIDDEN,
        EditError::Invalid(_) | EditError::Unknown(_) | EditError::Declared { .. } => {
            StatusCode::UNPROCESSABLE_ENTITY
        }
    };
    let sentence = format!("Nothing was added: {error}.");
    Ok(AddSourceOutcome::refused(status, sentence))
}

fn field_errors(errors: FieldErrors) -> AddSourceOutcome {
    let sentence = "Nothing was started or added. Correct the marked fields.";
    AddSourceOutcome {
        errors,
        ..AddSourceOutcome::refused(StatusCode::UNPROCESSABLE_ENTITY, sentence)
    }
}

fn name_taken(name: &str) -> AddSourceOutcome {
    let mut errors = FieldErrors::default();
    errors.add(
        "name",
        format!("A source `{name}` already exists. Choose another name."),
    );
    AddSourceOutcome {
        errors,
        ..AddSourceOutcome::refused(
            StatusCode::CONFLICT,
            "Nothing was started or added: the name is already in use.",
        )
    }
}

/// A source that cannot be written as TOML. Errors in a command are shown at its field.
fn unwritable(found: &[Diagnostic]) -> AddSourceOutcome {
    let [one] = found else {
        return unusable(found);
    };
    if one.code != "config::command-line" {
        return unusable(found);
    }
    let hint = one.hint.as_ref().map(|hint| format!("; {hint}"));
    let hint = hint.unwrap_or_default();
    let mut errors = FieldErrors::default();
    errors.add("line", format!("Invalid command: {}{hint}.", one.message));
    field_errors(errors)
}

/// A source with errors.
pub(super) fn unusable(found: &[Diagnostic]) -> AddSourceOutcome {
    AddSourceOutcome {
        findings: FindingsPanel::of(found),
        ..AddSourceOutcome::refused(
            StatusCode::UNPROCESSABLE_ENTITY,
            "This source cannot be used. Nothing was started or added.",
        )
    }
}

fn status(found: &[Diagnostic]) -> StatusCode {
    if has_errors(found) {
        StatusCode::UNPROCESSABLE_ENTITY
    } else {
        StatusCode::OK
    }
}
