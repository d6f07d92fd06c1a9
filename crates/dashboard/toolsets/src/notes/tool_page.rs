//! The notes of one tool, and its description with them.

use askama::Template;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, ExternalText, PageError, PageLayout, SiteSection, render_page,
};
use candor_gateway::edit::ToolsetDetails;
use candor_model::ToolNote;
use candor_model::note::NOTE_MAX;
use http::StatusCode;

use super::ToolsetNoteForm;
use super::tool_with_notes::{NotedDescription, ToolWithNotes};
use crate::header::ToolsetHeader;
use crate::risk_view::NAME;
use crate::{lookup, paths};

#[derive(Template)]
#[template(path = "tool_notes.html")]
struct ToolNotesPage {
    frame: PageLayout,
    head: ToolsetHeader,
    to: String,
    field: Option<String>,
    version: u64,
    key: String,
    name: ExternalText,
    served: bool,
    rows: Vec<ToolsetNoteRow>,
    global: Vec<ToolsetNoteRow>,
    described: Option<NotedDescription>,
    /// Whether the description is a preview.
    previewed: bool,
    typed: ToolsetNoteForm,
    problem: Option<String>,
    max: usize,
}

struct ToolsetNoteRow {
    name: String,
    text: String,
    /// The current text, if another one was submitted.
    now: Option<String>,
    first: bool,
    last: bool,
}

/// The state of the page besides the current notes.
#[derive(Default)]
pub(super) struct ToolNotesState {
    pub(super) status: StatusCode,
    pub(super) problem: Option<String>,
    pub(super) typed: ToolsetNoteForm,
    /// The notes to preview.
    pub(super) preview: Option<Vec<ToolNote>>,
    pub(super) done: Option<&'static str>,
}

pub(super) async fn draw(
    pages: &DashboardState,
    visitor: &CurrentUser,
    view: &ToolsetDetails,
    tool: &ToolWithNotes,
    drawn: ToolNotesState,
) -> Result<Response, PageError> {
    let place = lookup::place(pages, view);
    let head = ToolsetHeader::of(view, "notes", place, visitor);
    let to = paths::part(&view.toolset.name, "notes");
    let own = drawn.preview.as_deref().unwrap_or(&tool.own);
    let title = format!("Notes in {}", view.toolset.name);
    let shown = ToolNotesPage {
        frame: PageLayout::of(&title, SiteSection::Toolsets, visitor)
            .wide()
            .done(drawn.done),
        field: head.may().then(|| visitor.field(&to)),
        to,
        version: view.version.unwrap_or_default(),
        name: ExternalText::short(&tool.key, NAME),
        key: tool.key.clone(),
        served: tool.is_served(),
        rows: rows(&tool.own, &drawn.typed),
        global: rows(&tool.global, &ToolsetNoteForm::default()),
        described: tool.described(pages, view, own).await,
        previewed: drawn.preview.is_some(),
        typed: drawn.typed.for_new(&tool.own),
        problem: drawn.problem,
        max: NOTE_MAX,
        head,
    };
    Ok(render_page(drawn.status, &shown))
}

/// The notes, with the submitted text in the form of one of them.
fn rows(notes: &[ToolNote], typed: &ToolsetNoteForm) -> Vec<ToolsetNoteRow> {
    let row = |(at, note): (usize, &ToolNote)| {
        let mine = typed.is_about(note) && note.text() != typed.text;
        let text = if mine { &typed.text } else { note.text() };
        ToolsetNoteRow {
            name: note.name().to_string(),
            text: text.to_owned(),
            now: mine.then(|| note.text().to_owned()),
            first: at == 0,
            last: at + 1 == notes.len(),
        }
    };
    notes.iter().enumerate().map(row).collect()
}
