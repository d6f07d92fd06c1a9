//! Submissions of the notes form: add, edit, move, remove and preview.

use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::wording::brief;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PathSegment, SubmittedForm, see_other,
};
use candor_gateway::EditError;
use candor_gateway::edit::{NoteEdit, NoteKey, NotePlace, VersionedNotes};
use candor_model::{NoteName, ToolNote, ToolRef};
use http::StatusCode;

use crate::description::{DescriptionText, on};
use crate::rejected_input::{NoteInput, NotePreview, RejectedInput};
use crate::show;
use crate::tool_submission::ToolSubmission;

/// The scope of these notes.
const PLACE: NotePlace = NotePlace::Everywhere;

/// How often an edit is retried after a concurrent edit of another note.
const TRIES: usize = 20;

/// One submission of the notes form.
struct NoteSubmission<'a> {
    sent: ToolSubmission<'a>,
    /// The submitted name.
    name: String,
    /// The submitted text.
    text: String,
}

/// Why a note was not changed: a status and a sentence.
type NoteRefusal = (StatusCode, String);

/// `POST /tools/{name}/notes`: adds, edits, moves or removes a note.
pub(crate) async fn edit_note(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    user: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let sent = ToolSubmission::read(&pages, &name, &user, ("notes", &form))?;
    let attempt = NoteSubmission {
        sent,
        name: form.get("note").unwrap_or_default().trim().to_owned(),
        text: form.get("text").unwrap_or_default(),
    };
    attempt.make().await
}

// === impl NoteSubmission ===

impl NoteSubmission<'_> {
    async fn make(&self) -> Result<Response, PageError> {
        let act = self.sent.form.get("act").unwrap_or_default();
        let done = match act.as_str() {
            "add" => self.add().await?,
            "edit" => self.edit(|_, _| None).await?,
            "up" => self.edit(|at, _| Some(at.saturating_sub(1))).await?,
            "down" => self.edit(|at, last| Some((at + 1).min(last))).await?,
            "remove" => self.remove().await?,
            "preview" | "preview-new" => return self.preview(act == "preview").await,
            other => {
                let sentence = format!("`{}` is not an action", brief(other));
                Err((StatusCode::UNPROCESSABLE_ENTITY, sentence))
            }
        };
        match done {
            Ok(word) => Ok(see_other(
                &self.sent.place.after(&self.sent.tool.path, word),
            )),
            Err((status, sentence)) => {
                let problem = format!("Nothing was changed: {sentence}.");
                self.draw(status, Some(problem), act != "add", None).await
            }
        }
    }

    async fn add(&self) -> Result<Result<&'static str, NoteRefusal>, PageError> {
        let note = match ToolNote::new(&self.name, &self.text) {
            Ok(note) => note,
            Err(error) => return Ok(Err(unprocessable(&error))),
        };
        let author = self.sent.user.author(self.sent.form.get("why"));
        let editor = self.sent.pages.gateway.editor();
        let (tool, notes) = (self.which_tool(), [note]);
        let added = editor.add_notes(&author, &PLACE, &tool, &notes).await;
        Ok(match added {
            Ok(added) if added.skipped.is_empty() => Ok("note-added"),
            Ok(_) => Err((
                StatusCode::CONFLICT,
                format!(
                    "the note `{}` already exists; edit it, or choose another name",
                    self.name
                ),
            )),
            Err(error) => Err(self.judge(error)?),
        })
    }

    /// Edits the text of a note or moves it: `to` maps its position and the last one to the new
    /// position.
    async fn edit(
        &self,
        to: impl Fn(usize, usize) -> Option<usize>,
    ) -> Result<Result<&'static str, NoteRefusal>, PageError> {
        let which = match self.which() {
            Ok(which) => which,
            Err(refusal) => return Ok(Err(refusal)),
        };
        for _ in 0..TRIES {
            let (notes, version) = self.stored().await?;
            let Some(at) = notes.iter().position(|note| *note.name() == which.note) else {
                return self.missing(&which).await.map(Err);
            };
            let position = to(at, notes.len().saturating_sub(1));
            let mut edit = NoteEdit {
                note: None,
                position,
            };
            if position.is_none() {
                match self.wanted(&notes[at]) {
                    Ok(note) => edit.note = Some(note),
                    Err(refusal) => return Ok(Err(refusal)),
                }
            }
            let author = self.sent.user.author(self.sent.form.get("why"));
            let editor = self.sent.pages.gateway.editor();
            let edited = editor.edit_note(&author, &PLACE, &which, &edit, version);
            match edited.await {
                Ok(_) if position.is_some() => return Ok(Ok("note-moved")),
                Ok(_) => return Ok(Ok("note-saved")),
                Err(EditError::Stale { .. }) => {}
                Err(error) => return Ok(Err(self.judge(error)?)),
            }
        }
        let sentence = "too many concurrent edits; try again";
        Ok(Err((StatusCode::CONFLICT, sentence.to_owned())))
    }

    /// Why a note is not in the store: it is set in the file, or was removed.
    async fn missing(&self, which: &NoteKey) -> Result<NoteRefusal, PageError> {
        let author = self.sent.user.author(None);
        let editor = self.sent.pages.gateway.editor();
        let nothing = NoteEdit::default();
        match editor
            .edit_note(&author, &PLACE, which, &nothing, None)
            .await
        {
            Ok(_) | Err(EditError::Unknown(_)) => Ok(self.gone()),
            Err(error) => self.judge(error),
        }
    }

    /// The edited note, unless its text changed since the page was rendered.
    fn wanted(&self, now: &ToolNote) -> Result<ToolNote, NoteRefusal> {
        let seen = self.sent.form.get("was").unwrap_or_default();
        if now.text() != seen.trim() && now.text() != self.text.trim() {
            return Err((
                StatusCode::CONFLICT,
                format!(
                    "the note `{}` was changed to “{}” in the meantime; submit again to replace it",
                    self.name,
                    now.text()
                ),
            ));
        }
        ToolNote::new(&self.name, &self.text).map_err(|error| unprocessable(&error))
    }

    async fn remove(&self) -> Result<Result<&'static str, NoteRefusal>, PageError> {
        let which = match self.which() {
            Ok(which) => which,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let author = self.sent.user.author(self.sent.form.get("why"));
        let editor = self.sent.pages.gateway.editor();
        Ok(
            match editor.remove_note(&author, &PLACE, &which, None).await {
                Ok(()) => Ok("note-removed"),
                Err(EditError::Unknown(_)) => Err(self.gone()),
                Err(error) => Err(self.judge(error)?),
            },
        )
    }

    /// Shows the description with the note, without saving.
    async fn preview(&self, known: bool) -> Result<Response, PageError> {
        let note = match ToolNote::new(&self.name, &self.text) {
            Ok(note) => note,
            Err(error) => {
                let (status, sentence) = unprocessable(&error);
                let problem = format!("No preview: {sentence}.");
                return self.draw(status, Some(problem), known, None).await;
            }
        };
        let gateway = &self.sent.pages.gateway;
        let (editor, endpoint) = (gateway.editor(), &self.sent.place.endpoint);
        let explained = editor.explain(&self.sent.tool.name, endpoint);
        let explained = explained.map_err(|error| self.sent.tool.refused(&error))?;
        let catalogue = gateway.catalogue();
        let offer = catalogue.view(endpoint).ok();
        let exposed = explained.tool.exposed.as_str();
        let offered = offer.as_ref().and_then(|offer| offer.tool(exposed));
        let offered = offered.map(|offered| &**offered);
        let text =
            DescriptionText::of(&editor, &self.sent.tool, endpoint, &explained, offered).await?;
        let mut notes = text.notes.clone();
        match notes.iter_mut().find(|own| own.name() == note.name()) {
            Some(own) => *own = note,
            None => notes.push(note),
        }
        let preview = text.preview(&notes);
        self.draw(StatusCode::OK, None, known, Some(preview)).await
    }

    /// The page again, with the submitted input.
    async fn draw(
        &self,
        status: StatusCode,
        problem: Option<String>,
        known: bool,
        preview: Option<NotePreview>,
    ) -> Result<Response, PageError> {
        let sent = RejectedInput {
            problem,
            note: Some(NoteInput {
                name: self.name.clone(),
                text: self.text.clone(),
                known,
                preview,
            }),
            ..RejectedInput::default()
        };
        let here = (&self.sent.tool, &self.sent.place);
        show::draw(self.sent.pages, self.sent.user, here, (status, sent), None).await
    }

    /// The stored notes on the tool, and the version of all notes.
    async fn stored(&self) -> Result<(Vec<ToolNote>, Option<u64>), PageError> {
        let failed = |error| self.sent.tool.refused(&error);
        let editor = self.sent.pages.gateway.editor();
        let explained = editor.explain(&self.sent.tool.name, &self.sent.place.endpoint);
        let explained = explained.map_err(failed)?;
        let version = editor.notes_at(&PLACE).await.map_err(failed)?.version;
        let stored = VersionedNotes {
            notes: editor.stored_notes().await.map_err(failed)?,
            version,
        };
        Ok((on(&stored, &self.sent.tool, &explained), version))
    }

    fn which_tool(&self) -> ToolRef {
        ToolRef::named(self.sent.tool.name.clone())
    }

    fn which(&self) -> Result<NoteKey, NoteRefusal> {
        let note = NoteName::parse(&self.name).map_err(|error| unprocessable(&error))?;
        let tool = self.which_tool();
        Ok(NoteKey { tool, note })
    }

    fn gone(&self) -> NoteRefusal {
        let sentence = format!("the note `{}` no longer exists", self.name);
        (StatusCode::CONFLICT, sentence)
    }

    /// Errors to show on the page; others get an error page.
    fn judge(&self, error: EditError) -> Result<NoteRefusal, PageError> {
        match error {
            EditError::Invalid(_) | EditError::Declared { .. } => Ok(unprocessable(&error)),
            error => Err(self.sent.tool.refused(&error)),
        }
    }
}

fn unprocessable(error: &dyn std::error::Error) -> NoteRefusal {
    (StatusCode::UNPROCESSABLE_ENTITY, error.to_string())
}
