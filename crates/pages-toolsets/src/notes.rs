//! The notes of a toolset: on which tools they are, and, for one tool, what the model reads.

mod act;
mod draw;
mod list;
mod noticed;

use axum::extract::State;
use axum::response::Response;
use candor_frame::{Form, Pages, Segment, Visitor, Wrong, query, see};
use candor_gateway::desk::{NotePlace, ToolsetView};
use candor_gateway::{DeskError, Patience};
use candor_model::{Note, Role, ToolNotes, ToolsetName};
use http::{StatusCode, Uri};

use crate::words::sentence;
use crate::{address, find};
use act::act;
use draw::{Drawn, draw};
use list::list;
use noticed::{Noticed, reference};

/// What somebody wrote into a form of this page.
#[derive(Clone, Debug, Default)]
struct Typed {
    action: String,
    name: String,
    text: String,
    why: String,
    version: Option<u64>,
}

/// `GET /toolsets/{name}/notes`
pub(crate) async fn show(
    State(pages): State<Pages>,
    Segment(name): Segment,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    let name = find::name(&name)?;
    visitor.needs(Role::Viewer, &address::part(&name, "notes"))?;
    let view = find::view(&pages, &name).await?;
    let Some(asked) = query::get(&uri, "tool").filter(|text| !text.is_empty()) else {
        return list(&pages, &visitor, &view, StatusCode::OK, "").await;
    };
    let house = house(&pages).await?;
    let tool = reference(&asked).map(|tool| Noticed::of(&view, &house, tool));
    match tool.filter(|tool| tool.is_served() || !tool.own.is_empty()) {
        Some(tool) => {
            let drawn = Drawn {
                done: query::get(&uri, "done").as_deref().and_then(done_words),
                ..Drawn::default()
            };
            draw(&pages, &visitor, &view, &tool, drawn).await
        }
        None => list(&pages, &visitor, &view, StatusCode::NOT_FOUND, &asked).await,
    }
}

/// What has just been done.
fn done_words(word: &str) -> Option<&'static str> {
    match word {
        "added" => Some("The note was added. The model reads it from now on."),
        "changed" => Some("The note was changed."),
        "moved" => Some("The note has another place now."),
        "removed" => Some("The note was removed."),
        _ => None,
    }
}

/// `POST /toolsets/{name}/notes`
pub(crate) async fn change(
    State(pages): State<Pages>,
    Segment(name): Segment,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Wrong> {
    let name = find::name(&name)?;
    let here = address::part(&name, "notes");
    visitor.check(&here, &form)?;
    visitor.needs(Role::Editor, &here)?;
    pages.gateway.settled(Patience::Request).await;
    let view = find::view(&pages, &name).await?;
    let asked = form.get("tool").unwrap_or_default();
    let Some(tool) = reference(asked.trim()) else {
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        return list(&pages, &visitor, &view, status, &asked).await;
    };
    let tool = Noticed::of(&view, &house(&pages).await?, tool);
    let typed = Typed::of(&form);
    if typed.action == "preview" {
        return preview(&pages, &visitor, &view, &tool, typed).await;
    }
    match act(&pages, &visitor, &name, &tool, &typed).await {
        Ok(done) => {
            let pairs = [("tool", &*tool.key), ("done", done)];
            Ok(see(&query::with_all(&here, pairs)))
        }
        Err(error) => refused(&pages, &visitor, &name, &tool, typed, &error).await,
    }
}

/// The page with the note as if it were there already.
async fn preview(
    pages: &Pages,
    visitor: &Visitor,
    view: &ToolsetView,
    tool: &Noticed,
    typed: Typed,
) -> Result<Response, Wrong> {
    let note = match Note::new(&typed.name, &typed.text) {
        Ok(note) => note,
        Err(error) => {
            let drawn = Drawn {
                status: StatusCode::UNPROCESSABLE_ENTITY,
                problem: Some(sentence(&error.to_string())),
                typed,
                ..Drawn::default()
            };
            return draw(pages, visitor, view, tool, drawn).await;
        }
    };
    let mut own = tool.own.clone();
    match own.iter_mut().find(|one| one.name() == note.name()) {
        Some(known) => *known = note,
        None => own.push(note),
    }
    let drawn = Drawn {
        preview: Some(own),
        typed,
        ..Drawn::default()
    };
    draw(pages, visitor, view, tool, drawn).await
}

/// The page as it is now, with what was typed and why it did not count.
async fn refused(
    pages: &Pages,
    visitor: &Visitor,
    toolset: &ToolsetName,
    tool: &Noticed,
    typed: Typed,
    error: &DeskError,
) -> Result<Response, Wrong> {
    let (status, problem) = find::refusal(error)?;
    let view = find::view(pages, toolset).await?;
    let tool = Noticed::of(&view, &house(pages).await?, tool.tool.clone());
    let drawn = Drawn {
        status,
        problem: Some(problem),
        typed,
        ..Drawn::default()
    };
    draw(pages, visitor, &view, &tool, drawn).await
}

/// The notes that count everywhere.
async fn house(pages: &Pages) -> Result<Vec<ToolNotes>, Wrong> {
    let notes = pages.gateway.desk().notes(&NotePlace::Everywhere).await;
    notes.map_err(|error| find::wrong(&error))
}

// === impl Typed ===

impl Typed {
    fn of(form: &Form) -> Self {
        let get = |name| form.get(name).unwrap_or_default();
        Self {
            action: get("do"),
            name: get("note").trim().to_owned(),
            text: get("text").trim().to_owned(),
            why: get("why"),
            version: get("version").parse().ok(),
        }
    }

    /// Whether it was typed into the form of this note.
    fn is_about(&self, note: &Note) -> bool {
        self.action == "save" && note.name().as_str() == self.name
    }

    /// What is still to be in the form for a new note.
    fn for_new(self, own: &[Note]) -> Self {
        let written = matches!(&*self.action, "add" | "preview" | "save");
        if !written || own.iter().any(|note| self.is_about(note)) {
            Self::default()
        } else {
            self
        }
    }
}
