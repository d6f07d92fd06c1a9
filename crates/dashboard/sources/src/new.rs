//! `/sources/new`: describing, previewing and adding a source.
//!
//! There is one form for each kind of source. All its buttons submit the same fields, and it is
//! rendered again with them, so that no state is kept between the steps.

mod field;
mod form;
mod input;
mod kind;
mod mcp_json;
mod pairs;
mod preview;
mod single;

use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, SubmittedForm, UploadForm, query,
};
use candor_model::Role;
use http::{StatusCode, Uri};

use self::form::{AddSourceOutcome, draw};
use self::input::AddSourceForm;
use self::kind::AddSourceKind;
use crate::paths::NEW;
use crate::show::quoted;

/// The action of a submitted form.
#[derive(Debug, PartialEq, Eq)]
enum AddSourceStep {
    /// Show more rows for names and values.
    More,
    /// Show what would run.
    Check,
    /// List the tools; of an import, those of this server.
    Preview(Option<String>),
    /// Add the source.
    Save,
}

/// `GET /sources/new`: shows the form for a new source.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    visitor.needs(Role::Admin, NEW)?;
    let kind = query::get(&uri, "kind").and_then(|key| AddSourceKind::parse(&key));
    let first = if pages.gateway.editor().allows_commands() {
        AddSourceKind::Command
    } else {
        AddSourceKind::Url
    };
    let said = AddSourceForm::nothing(kind.unwrap_or(first));
    Ok(draw(&pages, &visitor, &said, AddSourceOutcome::default()))
}

/// `POST /sources/new`: previews or adds a source.
pub(crate) async fn send(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    upload: UploadForm,
) -> Result<Response, PageError> {
    visitor.check(NEW, &upload.form)?;
    visitor.needs(Role::Admin, NEW)?;
    let step = AddSourceStep::of(&upload.form)?;
    let said = AddSourceForm::of(upload)?;
    match (&step, said.kind) {
        (AddSourceStep::More, _) => Ok(draw(
            &pages,
            &visitor,
            &said.with_more_rows(),
            AddSourceOutcome::default(),
        )),
        (_, AddSourceKind::McpJson) => mcp_json::send(&pages, &visitor, said, &step).await,
        _ => single::send(&pages, &visitor, &said, &step).await,
    }
}

// === impl AddSourceStep ===

impl AddSourceStep {
    fn of(form: &SubmittedForm) -> Result<Self, PageError> {
        // The preview buttons of an import name a server.
        if let Some(name) = form.get("preview") {
            return Ok(Self::Preview(Some(name)));
        }
        let word = form.get("do").unwrap_or_default();
        match word.as_str() {
            "more" => Ok(Self::More),
            // Pressing Enter starts nothing.
            "check" | "" => Ok(Self::Check),
            "preview" => Ok(Self::Preview(None)),
            "save" => Ok(Self::Save),
            word => {
                let sentence = format!("`{}` is not an action of this form.", quoted(word));
                let status = StatusCode::UNPROCESSABLE_ENTITY;
                let wrong = PageError::new(status, "Invalid request", sentence);
                Err(wrong.and("Nothing was changed.").link(NEW, "Add a source"))
            }
        }
    }
}
