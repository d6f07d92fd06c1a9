//! `POST /catalogue/{name}`: previews the source, then adds exactly what was previewed.

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, ExternalText, PageError, PathSegment, SubmittedForm, query,
    see_other, to_sentence,
};
use candor_gateway::EditError;
use candor_gateway::edit::{SaveSourceError, SourceDraft, SourcePlan};
use candor_model::{Diagnostic, Digest, Role};
use candor_registry::LaunchError;
use candor_registry_client::{AdditionError, ServerAddition, plan_addition};
use http::StatusCode;

use crate::PageCatalogue;
use crate::add_form::{AddForm, AddFormErrors};
use crate::entry_page::{AddOutcome, AdditionPreview, draw};
use crate::found_entry::FoundEntry;
use crate::option_panel::RunView;
use crate::paths;
use crate::used_sources::UsedSources;
use crate::warning_row::WarningRow;

/// The most characters of a source.
const TOML: usize = 20_000;

/// A server that can be added as it was filled in.
struct PlannedServer {
    addition: ServerAddition,
    plan: SourcePlan,
    draft: SourceDraft,
}

/// `POST /catalogue/{name}`: previews or adds a server of a registry.
pub(crate) async fn send(
    State(pages): State<DashboardState>,
    Extension(catalogue): Extension<PageCatalogue>,
    PathSegment(name): PathSegment,
    visitor: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let here = paths::of(&paths::read(&name)?);
    visitor.check(&here, &form)?;
    visitor.needs(Role::Admin, &here)?;
    let version = form.get("version");
    let found = FoundEntry::find(catalogue, &name, version.as_deref()).await?;
    let said = AddForm::of(&found.known.entry, &form);
    let planned = match planned(&pages, &found, &said) {
        Ok(planned) => planned,
        Err(outcome) => return Ok(draw(&pages, &visitor, &found, None, &said, outcome).await),
    };
    let shown = planned.fingerprint(&found);
    let confirmed = form.get("confirmed");
    let outcome = match (form.get("do").as_deref(), confirmed) {
        (Some("add"), Some(confirmed)) if confirmed == shown => {
            match add(&pages, &visitor, &said, &planned).await? {
                Ok(page) => return Ok(page),
                Err(outcome) => outcome,
            }
        }
        // Only what was previewed is added, even if the entry has changed since.
        (Some("add"), _) => AddOutcome {
            status: StatusCode::CONFLICT,
            problem: Some(
                "Nothing was added yet: this is not what was shown before. Check it again."
                    .to_owned(),
            ),
            ..planned.preview(shown)
        },
        _ => planned.preview(shown),
    };
    Ok(draw(&pages, &visitor, &found, None, &said, outcome).await)
}

/// Plans the source. Starts and stores nothing.
fn planned(
    pages: &DashboardState,
    found: &FoundEntry,
    said: &AddForm,
) -> Result<PlannedServer, AddOutcome> {
    let used = UsedSources::of(&pages.gateway);
    let names = found.view.known_servers(used.words());
    let addition = plan_addition(&found.known, &names, &said.input()).map_err(unplanned)?;
    let taken = pages.gateway.sources();
    if taken.iter().any(|one| one.name == addition.text.name) {
        return Err(name_taken(addition.text.name.as_str()));
    }
    let draft = SourceDraft::of(addition.text.clone());
    let plan = pages.gateway.editor().plan_source(&draft);
    let plan = plan.map_err(|refusal| refused(&refusal))?;
    Ok(PlannedServer {
        addition,
        plan,
        draft,
    })
}

/// Adds the source that was shown, and leads to its page.
async fn add(
    pages: &DashboardState,
    visitor: &CurrentUser,
    said: &AddForm,
    planned: &PlannedServer,
) -> Result<Result<Response, AddOutcome>, PageError> {
    let why = Some(said.why.clone()).filter(|why| !why.is_empty());
    let editor = pages.gateway.editor();
    let added = editor
        .add_source(&planned.draft, &visitor.author(why))
        .await;
    match added {
        Ok(_) => {
            let source = query::path(&["sources", planned.draft.name.as_str()]);
            Ok(Ok(see_other(&query::with(&source, "done", "added"))))
        }
        Err(SaveSourceError::Edit(EditError::Store(error))) => Err(PageError::failed(&error)),
        Err(refusal) => Ok(Err(refused(&refusal))),
    }
}

// === impl PlannedServer ===

impl PlannedServer {
    /// A digest of the preview: the entry's content and the source without its secrets.
    fn fingerprint(&self, found: &FoundEntry) -> String {
        let entry = &found.known.entry.digest;
        Digest::of(format!("{entry}\n{}\n{}", self.draft.name, self.plan.toml)).to_string()
    }

    fn preview(&self, confirmed: String) -> AddOutcome {
        let ServerAddition {
            plan,
            warnings,
            confine,
            ..
        } = &self.addition;
        AddOutcome {
            status: StatusCode::OK,
            preview: Some(Box::new(AdditionPreview {
                source: self.draft.name.to_string(),
                run: RunView::of(plan, *confine),
                toml: ExternalText::short(self.plan.toml.trim(), TOML),
                warnings: warnings.iter().map(WarningRow::of).collect(),
                findings: self.plan.findings.iter().map(finding).collect(),
                confirmed,
            })),
            ..AddOutcome::default()
        }
    }
}

fn finding(found: &Diagnostic) -> ExternalText {
    ExternalText::sentence(&to_sentence(&diagnostic(found)), 1_000)
}

fn diagnostic(found: &Diagnostic) -> String {
    match &found.hint {
        Some(hint) => format!("{}; {hint}", found.message),
        None => found.message.clone(),
    }
}

/// A form that does not describe a server to be added.
fn unplanned(error: AdditionError) -> AddOutcome {
    let mut errors = AddFormErrors::default();
    let mut problem = "Nothing was added. Correct the marked fields.".to_owned();
    match error {
        AdditionError::Values(values) => {
            for error in values {
                let sentence = to_sentence(&error.to_string());
                match error {
                    LaunchError::Missing { key, .. } | LaunchError::Value { key, .. } => {
                        errors.needs.push((key, sentence));
                    }
                    _ => problem = format!("Nothing was added. {sentence}"),
                }
            }
        }
        AdditionError::Name(error) => errors.source = Some(to_sentence(&error.to_string())),
        other => problem = to_sentence(&other.to_string()),
    }
    AddOutcome {
        status: StatusCode::UNPROCESSABLE_ENTITY,
        problem: Some(problem),
        errors,
        preview: None,
    }
}

fn name_taken(name: &str) -> AddOutcome {
    AddOutcome {
        status: StatusCode::CONFLICT,
        problem: Some("Nothing was added: the name is already in use.".to_owned()),
        errors: AddFormErrors {
            source: Some(format!(
                "A source `{name}` already exists. Choose another name."
            )),
            ..AddFormErrors::default()
        },
        preview: None,
    }
}

/// A source that the gateway does not take.
fn refused(refusal: &SaveSourceError) -> AddOutcome {
    let (status, sentence) = match refusal {
        SaveSourceError::Local(access) => (StatusCode::FORBIDDEN, access.to_string()),
        SaveSourceError::Findings(found) => {
            let sentences: Vec<String> = found.iter().map(diagnostic).collect();
            (StatusCode::UNPROCESSABLE_ENTITY, sentences.join(". "))
        }
        SaveSourceError::Edit(EditError::Exists(_)) => (StatusCode::CONFLICT, refusal.to_string()),
        SaveSourceError::Edit(_) => (StatusCode::UNPROCESSABLE_ENTITY, refusal.to_string()),
    };
    AddOutcome {
        status,
        problem: Some(format!("Nothing was added: {sentence}.")),
        ..AddOutcome::default()
    }
}
