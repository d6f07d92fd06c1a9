//! The notes on one tool, with what the model reads.

use askama::Template;
use axum::response::Response;
use candor_frame::{Frame, Outside, Pages, Section, Visitor, Wrong, page};
use candor_gateway::desk::ToolsetView;
use candor_model::Note;
use candor_model::note::NOTE_MAX;
use http::StatusCode;

use super::Typed;
use super::noticed::{Described, Noticed};
use crate::head::Head;
use crate::risk_view::NAME;
use crate::{address, find};

#[derive(Template)]
#[template(path = "tool_notes.html")]
struct View {
    frame: Frame,
    head: Head,
    to: String,
    field: Option<String>,
    version: u64,
    key: String,
    name: Outside,
    served: bool,
    rows: Vec<Row>,
    house: Vec<Row>,
    described: Option<Described>,
    /// Whether the description is not yet so.
    previewed: bool,
    typed: Typed,
    problem: Option<String>,
    max: usize,
}

/// A note.
struct Row {
    name: String,
    text: String,
    /// What it says now, where something else was typed.
    now: Option<String>,
    first: bool,
    last: bool,
}

/// How the page of a tool differs from how it is first seen.
#[derive(Default)]
pub(super) struct Drawn {
    pub(super) status: StatusCode,
    pub(super) problem: Option<String>,
    pub(super) typed: Typed,
    /// The notes that there would be.
    pub(super) preview: Option<Vec<Note>>,
    pub(super) done: Option<&'static str>,
}

/// The page of a tool.
pub(super) async fn draw(
    pages: &Pages,
    visitor: &Visitor,
    view: &ToolsetView,
    tool: &Noticed,
    drawn: Drawn,
) -> Result<Response, Wrong> {
    let place = find::place(pages, view);
    let head = Head::of(view, "notes", place, visitor);
    let to = address::part(&view.toolset.name, "notes");
    let own = drawn.preview.as_deref().unwrap_or(&tool.own);
    let title = format!("Notes in {}", view.toolset.name);
    let shown = View {
        frame: Frame::of(&title, Section::Toolsets, visitor)
            .wide()
            .done(drawn.done),
        field: head.may().then(|| visitor.field(&to)),
        to,
        version: view.version.unwrap_or_default(),
        name: Outside::short(&tool.key, NAME),
        key: tool.key.clone(),
        served: tool.is_served(),
        rows: rows(&tool.own, &drawn.typed),
        house: rows(&tool.house, &Typed::default()),
        described: tool.described(pages, view, own).await,
        previewed: drawn.preview.is_some(),
        typed: drawn.typed.for_new(&tool.own),
        problem: drawn.problem,
        max: NOTE_MAX,
        head,
    };
    Ok(page(drawn.status, &shown))
}

/// Notes with what was typed into the form of one of them.
fn rows(notes: &[Note], typed: &Typed) -> Vec<Row> {
    let row = |(at, note): (usize, &Note)| {
        let mine = typed.is_about(note) && note.text() != typed.text;
        let text = if mine { &typed.text } else { note.text() };
        Row {
            name: note.name().to_string(),
            text: text.to_owned(),
            now: mine.then(|| note.text().to_owned()),
            first: at == 0,
            last: at + 1 == notes.len(),
        }
    };
    notes.iter().enumerate().map(row).collect()
}
