//! `/sources/new`: a source is described, looked at, and kept.
//!
//! One form for each kind of source; all of its buttons send the same fields, and it is drawn
//! again with them, so that nothing is kept between one step and the next.

mod alone;
mod brought;
mod field;
mod form;
mod kind;
mod pairs;
mod said;
mod several;

use axum::extract::State;
use axum::response::Response;
use candor_frame::{Form, Pages, Upload, Visitor, Wrong, query};
use candor_model::Role;
use http::{StatusCode, Uri};

use self::form::{Outcome, draw};
use self::kind::Kind;
use self::said::Said;
use crate::place::NEW;
use crate::show::quoted;

/// What somebody wants of the form.
#[derive(Debug, PartialEq, Eq)]
enum Step {
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
pub(crate) async fn show(visitor: Visitor, uri: Uri) -> Result<Response, Wrong> {
    visitor.needs(Role::Admin, NEW)?;
    let kind = query::get(&uri, "kind").and_then(|key| Kind::parse(&key));
    let said = Said::nothing(kind.unwrap_or(Kind::Command));
    Ok(draw(&visitor, &said, Outcome::default()))
}

/// `POST /sources/new`
pub(crate) async fn send(
    State(pages): State<Pages>,
    visitor: Visitor,
    upload: Upload,
) -> Result<Response, Wrong> {
    visitor.check(NEW, &upload.form)?;
    visitor.needs(Role::Admin, NEW)?;
    let step = Step::of(&upload.form)?;
    let said = Said::of(upload)?;
    match (&step, said.kind) {
        (Step::More, _) => Ok(draw(&visitor, &said.with_more_rows(), Outcome::default())),
        (_, Kind::McpJson) => several::send(&pages, &visitor, said, &step).await,
        _ => alone::send(&pages, &visitor, &said, &step).await,
    }
}

// === impl Step ===

impl Step {
    fn of(form: &Form) -> Result<Self, Wrong> {
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
                let wrong = Wrong::new(status, "The form does not say what to do", sentence);
                Err(wrong.and("Nothing was changed.").way(NEW, "Add a source"))
            }
        }
    }
}
