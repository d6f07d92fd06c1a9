//! Somebody adds, changes, moves or removes a note on a tool.

use axum::extract::State;
use axum::response::Response;
use candor_frame::{Form, Pages, Segment, Visitor, Wrong, see};
use candor_gateway::DeskError;
use candor_gateway::desk::{NoteEdit, NotePlace, NotesAt, WhichNote};
use candor_model::{Note, NoteName, Role, ToolRef};
use http::StatusCode;

use crate::described::{Text, on};
use crate::named::Named;
use crate::place::Place;
use crate::sent::{Preview, Sent, SentNote};
use crate::show;

/// Where these notes count.
const PLACE: NotePlace = NotePlace::Everywhere;

/// How often a change is tried again after somebody changed another note.
const TRIES: usize = 20;

/// One attempt to change a note.
struct Attempt<'a> {
    pages: &'a Pages,
    visitor: &'a Visitor,
    tool: &'a Named,
    place: &'a Place,
    form: &'a Form,
    /// The name of the note, as it was sent.
    name: String,
    /// What it is to say, as it was sent.
    text: String,
}

/// Why a note was not changed: a status, and a sentence.
type Refusal = (StatusCode, String);

/// `POST /tools/{name}/notes`
pub(crate) async fn note(
    State(pages): State<Pages>,
    Segment(name): Segment,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Wrong> {
    let tool = Named::read(&name)?;
    tool.check(&visitor, "notes", &form)?;
    visitor.needs(Role::Editor, &tool.path)?;
    let place = Place::of_form(&form)?;
    let attempt = Attempt {
        pages: &pages,
        visitor: &visitor,
        tool: &tool,
        place: &place,
        name: form.get("note").unwrap_or_default().trim().to_owned(),
        text: form.get("text").unwrap_or_default(),
        form: &form,
    };
    attempt.make().await
}

// === impl Attempt ===

impl Attempt<'_> {
    async fn make(&self) -> Result<Response, Wrong> {
        let act = self.form.get("act").unwrap_or_default();
        let done = match act.as_str() {
            "add" => self.add().await?,
            "edit" => self.edit(|_, _| None).await?,
            "up" => self.edit(|at, _| Some(at.saturating_sub(1))).await?,
            "down" => self.edit(|at, last| Some((at + 1).min(last))).await?,
            "remove" => self.remove().await?,
            "preview" | "preview-new" => return self.preview(act == "preview").await,
            other => {
                let other: String = other.chars().take(60).collect();
                let sentence = format!("`{other}` is nothing that can be done with a note");
                Err((StatusCode::UNPROCESSABLE_ENTITY, sentence))
            }
        };
        match done {
            Ok(word) => Ok(see(&self.place.after(&self.tool.path, word))),
            Err((status, sentence)) => {
                let problem = format!("Nothing was changed: {sentence}.");
                self.draw(status, Some(problem), act != "add", None).await
            }
        }
    }

    async fn add(&self) -> Result<Result<&'static str, Refusal>, Wrong> {
        let note = match Note::new(&self.name, &self.text) {
            Ok(note) => note,
            Err(error) => return Ok(Err(unprocessable(&error))),
        };
        let author = self.visitor.author(self.form.get("why"));
        let desk = self.pages.gateway.desk();
        let (tool, notes) = (self.which_tool(), [note]);
        let added = desk.add_notes(&author, &PLACE, &tool, &notes).await;
        Ok(match added {
            Ok(added) if added.skipped.is_empty() => Ok("note-added"),
            Ok(_) => Err((
                StatusCode::CONFLICT,
                format!(
                    "there is a note `{}` on this tool already; change that one, or choose another \
                     name",
                    self.name
                ),
            )),
            Err(error) => Err(self.judge(error)?),
        })
    }

    /// Changes what a note says, or with `to` its place among the others, from where it is and
    /// how many there are.
    async fn edit(
        &self,
        to: impl Fn(usize, usize) -> Option<usize>,
    ) -> Result<Result<&'static str, Refusal>, Wrong> {
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
            let author = self.visitor.author(self.form.get("why"));
            let desk = self.pages.gateway.desk();
            let edited = desk.edit_note(&author, &PLACE, &which, &edit, version);
            match edited.await {
                Ok(_) if position.is_some() => return Ok(Ok("note-moved")),
                Ok(_) => return Ok(Ok("note-saved")),
                Err(DeskError::Stale { .. }) => {}
                Err(error) => return Ok(Err(self.judge(error)?)),
            }
        }
        let sentence = "the notes are being changed by too many at once; try again";
        Ok(Err((StatusCode::CONFLICT, sentence.to_owned())))
    }

    /// Why there is no such note in the store: the file declares it, or it is gone.
    async fn missing(&self, which: &WhichNote) -> Result<Refusal, Wrong> {
        let author = self.visitor.author(None);
        let desk = self.pages.gateway.desk();
        let nothing = NoteEdit::default();
        match desk.edit_note(&author, &PLACE, which, &nothing, None).await {
            Ok(_) | Err(DeskError::Unknown(_)) => Ok(self.gone()),
            Err(error) => self.judge(error),
        }
    }

    /// What the note is to say, if it still says what its editor has seen.
    fn wanted(&self, now: &Note) -> Result<Note, Refusal> {
        let seen = self.form.get("was").unwrap_or_default();
        if now.text() != seen.trim() && now.text() != self.text.trim() {
            return Err((
                StatusCode::CONFLICT,
                format!(
                    "somebody has changed the note `{}` meanwhile, to “{}”; send yours again to \
                     replace that",
                    self.name,
                    now.text()
                ),
            ));
        }
        Note::new(&self.name, &self.text).map_err(|error| unprocessable(&error))
    }

    async fn remove(&self) -> Result<Result<&'static str, Refusal>, Wrong> {
        let which = match self.which() {
            Ok(which) => which,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let author = self.visitor.author(self.form.get("why"));
        let desk = self.pages.gateway.desk();
        Ok(
            match desk.remove_note(&author, &PLACE, &which, None).await {
                Ok(()) => Ok("note-removed"),
                Err(DeskError::Unknown(_)) => Err(self.gone()),
                Err(error) => Err(self.judge(error)?),
            },
        )
    }

    /// What the description would become, without changing anything.
    async fn preview(&self, known: bool) -> Result<Response, Wrong> {
        let note = match Note::new(&self.name, &self.text) {
            Ok(note) => note,
            Err(error) => {
                let (status, sentence) = unprocessable(&error);
                let problem = format!("There is nothing to show: {sentence}.");
                return self.draw(status, Some(problem), known, None).await;
            }
        };
        let gateway = &self.pages.gateway;
        let (desk, endpoint) = (gateway.desk(), &self.place.endpoint);
        let explained = desk.explain(&self.tool.name, endpoint);
        let explained = explained.map_err(|error| self.tool.refused(&error))?;
        let catalogue = gateway.catalogue();
        let offer = catalogue.view(endpoint).ok();
        let exposed = explained.tool.exposed.as_str();
        let offered = offer.as_ref().and_then(|offer| offer.tool(exposed));
        let offered = offered.map(|offered| &**offered);
        let text = Text::of(&desk, self.tool, endpoint, &explained, offered).await?;
        let mut notes = text.notes.clone();
        match notes.iter_mut().find(|own| own.name() == note.name()) {
            Some(own) => *own = note,
            None => notes.push(note),
        }
        let preview = text.preview(&notes);
        self.draw(StatusCode::OK, None, known, Some(preview)).await
    }

    /// The page again, with what was sent still in it.
    async fn draw(
        &self,
        status: StatusCode,
        problem: Option<String>,
        known: bool,
        preview: Option<Preview>,
    ) -> Result<Response, Wrong> {
        let sent = Sent {
            problem,
            note: Some(SentNote {
                name: self.name.clone(),
                text: self.text.clone(),
                known,
                preview,
            }),
            ..Sent::default()
        };
        let here = (self.tool, self.place);
        show::draw(self.pages, self.visitor, here, (status, sent), None).await
    }

    /// The stored notes on the tool, and the version of all of them.
    async fn stored(&self) -> Result<(Vec<Note>, Option<u64>), Wrong> {
        let failed = |error| self.tool.refused(&error);
        let desk = self.pages.gateway.desk();
        let explained = desk.explain(&self.tool.name, &self.place.endpoint);
        let explained = explained.map_err(failed)?;
        let version = desk.notes_at(&PLACE).await.map_err(failed)?.version;
        let stored = NotesAt {
            notes: desk.stored_notes().await.map_err(failed)?,
            version,
        };
        Ok((on(&stored, self.tool, &explained), version))
    }

    fn which_tool(&self) -> ToolRef {
        ToolRef::named(self.tool.name.clone())
    }

    fn which(&self) -> Result<WhichNote, Refusal> {
        let note = NoteName::parse(&self.name).map_err(|error| unprocessable(&error))?;
        let tool = self.which_tool();
        Ok(WhichNote { tool, note })
    }

    fn gone(&self) -> Refusal {
        let sentence = format!("there is no note `{}` on this tool any more", self.name);
        (StatusCode::CONFLICT, sentence)
    }

    /// What the desk says on the page; what it cannot say there is a page of its own.
    fn judge(&self, error: DeskError) -> Result<Refusal, Wrong> {
        match error {
            DeskError::Invalid(_) | DeskError::Declared { .. } => Ok(unprocessable(&error)),
            error => Err(self.tool.refused(&error)),
        }
    }
}

fn unprocessable(error: &dyn std::error::Error) -> Refusal {
    (StatusCode::UNPROCESSABLE_ENTITY, error.to_string())
}
