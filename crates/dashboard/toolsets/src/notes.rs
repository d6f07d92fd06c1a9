//! The notes of a toolset: the tools that have notes, and the notes of one tool.

mod apply;
mod list;
mod tool_page;
mod tool_with_notes;

use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PathSegment, SubmittedForm, query, see_other,
    to_sentence,
};
use candor_gateway::edit::{NotePlace, ToolsetDetails};
use candor_gateway::{EditError, StartupWait};
use candor_model::{Role, ToolNote, ToolNotes, ToolsetName};
use http::{StatusCode, Uri};

use crate::{lookup, paths};
use apply::apply_action;
use list::list;
use tool_page::{ToolNotesState, draw};
use tool_with_notes::{ToolWithNotes, reference};

/// The submitted note.
#[derive(Clone, Debug, Default)]
struct ToolsetNoteForm {
    action: String,
    name: String,
    text: String,
    why: String,
    version: Option<u64>,
}

/// `GET /toolsets/{name}/notes`: lists the notes of a toolset.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    let name = lookup::name(&name)?;
    visitor.needs(Role::Viewer, &paths::part(&name, "notes"))?;
    let view = lookup::view(&pages, &name).await?;
    let Some(asked) = query::get(&uri, "tool").filter(|text| !text.is_empty()) else {
        return list(&pages, &visitor, &view, StatusCode::OK, "").await;
    };
    let global = global_notes(&pages).await?;
    let tool = reference(&asked).map(|tool| ToolWithNotes::of(&view, &global, tool));
    match tool.filter(|tool| tool.is_served() || !tool.own.is_empty()) {
        Some(tool) => {
            let drawn = ToolNotesState {
                done: query::get(&uri, "done").as_deref().and_then(done_words),
                ..ToolNotesState::default()
            };
            draw(&pages, &visitor, &view, &tool, drawn).await
        }
        None => list(&pages, &visitor, &view, StatusCode::NOT_FOUND, &asked).await,
    }
}

/// The status message for a finished action.
fn done_words(word: &str) -> Option<&'static str> {
    match word {
        "added" => Some("Note added. It is now part of the tool's description."),
        "changed" => Some("Note saved."),
        "moved" => Some("Note moved."),
        "removed" => Some("Note removed."),
        _ => None,
    }
}

/// `POST /toolsets/{name}/notes`: changes the notes of a toolset.
pub(crate) async fn change(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    visitor: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let name = lookup::name(&name)?;
    let here = paths::part(&name, "notes");
    visitor.check(&here, &form)?;
    visitor.needs(Role::Editor, &here)?;
    pages.gateway.settled(StartupWait::Request).await;
    let view = lookup::view(&pages, &name).await?;
    let asked = form.get("tool").unwrap_or_default();
    let Some(tool) = reference(asked.trim()) else {
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        return list(&pages, &visitor, &view, status, &asked).await;
    };
    let tool = ToolWithNotes::of(&view, &global_notes(&pages).await?, tool);
    let typed = ToolsetNoteForm::of(&form);
    if typed.action == "preview" {
        return preview(&pages, &visitor, &view, &tool, typed).await;
    }
    match apply_action(&pages, &visitor, &name, &tool, &typed).await {
        Ok(done) => {
            let pairs = [("tool", &*tool.key), ("done", done)];
            Ok(see_other(&query::with_all(&here, pairs)))
        }
        Err(error) => refused(&pages, &visitor, &name, &tool, typed, &error).await,
    }
}

/// The page with a preview of the submitted note.
async fn preview(
    pages: &DashboardState,
    visitor: &CurrentUser,
    view: &ToolsetDetails,
    tool: &ToolWithNotes,
    typed: ToolsetNoteForm,
) -> Result<Response, PageError> {
    let note = match ToolNote::new(&typed.name, &typed.text) {
        Ok(note) => note,
        Err(error) => {
            let drawn = ToolNotesState {
                status: StatusCode::UNPROCESSABLE_ENTITY,
                problem: Some(to_sentence(&error.to_string())),
                typed,
                ..ToolNotesState::default()
            };
            return draw(pages, visitor, view, tool, drawn).await;
        }
    };
    let mut own = tool.own.clone();
    match own.iter_mut().find(|one| one.name() == note.name()) {
        Some(known) => *known = note,
        None => own.push(note),
    }
    let drawn = ToolNotesState {
        preview: Some(own),
        typed,
        ..ToolNotesState::default()
    };
    draw(pages, visitor, view, tool, drawn).await
}

/// The current page with the submitted text and the reason for the refusal.
async fn refused(
    pages: &DashboardState,
    visitor: &CurrentUser,
    toolset: &ToolsetName,
    tool: &ToolWithNotes,
    typed: ToolsetNoteForm,
    error: &EditError,
) -> Result<Response, PageError> {
    let (status, problem) = lookup::refusal(error)?;
    let view = lookup::view(pages, toolset).await?;
    let tool = ToolWithNotes::of(&view, &global_notes(pages).await?, tool.tool.clone());
    let drawn = ToolNotesState {
        status,
        problem: Some(problem),
        typed,
        ..ToolNotesState::default()
    };
    draw(pages, visitor, &view, &tool, drawn).await
}

/// The notes for all toolsets.
async fn global_notes(pages: &DashboardState) -> Result<Vec<ToolNotes>, PageError> {
    let notes = pages.gateway.editor().notes(&NotePlace::Everywhere).await;
    notes.map_err(|error| lookup::wrong(&error))
}

// === impl ToolsetNoteForm ===

impl ToolsetNoteForm {
    fn of(form: &SubmittedForm) -> Self {
        let get = |name| form.get(name).unwrap_or_default();
        Self {
            action: get("do"),
            name: get("note").trim().to_owned(),
            text: get("text").trim().to_owned(),
            why: get("why"),
            version: get("version").parse().ok(),
        }
    }

    /// Whether it was submitted with the form of this note.
    fn is_about(&self, note: &ToolNote) -> bool {
        self.action == "save" && note.name().as_str() == self.name
    }

    /// The values that stay in the form for a new note.
    fn for_new(self, own: &[ToolNote]) -> Self {
        let written = matches!(&*self.action, "add" | "preview" | "save");
        if !written || own.iter().any(|note| self.is_about(note)) {
            Self::default()
        } else {
            self
        }
    }
}
