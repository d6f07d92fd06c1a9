//! `/sources/new`: a source is described, looked at, and kept.
//!
//! One form for each kind of source; all of its buttons send the same fields, and it is drawn
//! again with them, so that nothing is kept between one step and the next.

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

/// What somebody wants of the form.
#[derive(Debug, PartialEq, Eq)]
enum AddSourceStep {
    /// Room for more names and values.
    More,
    /// To know what would happen.
    Check,
    /// To see what it brings; of several, what this one does.
    Preview(Option<String>),
    /// To keep it.
    Save,
}

/// `GET /sources/new`
pub(crate) async fn show(visitor: CurrentUser, uri: Uri) -> Result<Response, PageError> {
    visitor.needs(Role::Admin, NEW)?;
    let kind = query::get(&uri, "kind").and_then(|key| AddSourceKind::parse(&key));
    let said = AddSourceForm::nothing(kind.unwrap_or(AddSourceKind::Command));
    Ok(draw(&visitor, &said, AddSourceOutcome::default()))
}

/// `POST /sources/new`
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
            &visitor,
            &said.with_more_rows(),
            AddSourceOutcome::default(),
        )),
        (_, AddSourceKind::McpJson) => mcp_json::send(&pages, &visitor, said, &step).await,
        _ => single::send(&pages, &visitor, &said, &step).await,
    }
}

// === impl Step ===

impl AddSourceStep {
    fn of(form: &SubmittedForm) -> Result<Self, PageError> {
        // The buttons beside several sources name the one they are about.
        if let Some(name) = form.get("preview") {
            return Ok(Self::Preview(Some(name)));
        }
        let word = form.get("do").unwrap_or_default();
        match word.as_str() {
            "more" => Ok(Self::More),
            // Where a form is sent by the Enter key of an odd browser, nothing is started.
            "check" | "" => Ok(Self::Check),
            "preview" => Ok(Self::Preview(None)),
            "save" => Ok(Self::Save),
            word => {
                let sentence = format!("`{}` is nothing that this form does.", quoted(word));
                let status = StatusCode::UNPROCESSABLE_ENTITY;
                let wrong = PageError::new(status, "The form does not say what to do", sentence);
                Err(wrong.and("Nothing was changed.").link(NEW, "Add a source"))
            }
        }
    }
}
