//! Notes as they are shown.

use candor_model::{ToolNote, ToolNotes};
use serde::Serialize;
use utoipa::ToSchema;

/// A note on a tool.
#[derive(Serialize, ToSchema)]
#[schema(as = Note)]
pub(crate) struct NoteView {
    /// Its name, unique for its tool.
    name: String,
    /// What it says.
    note: String,
}

/// The notes on one tool, in their order.
#[derive(Serialize, ToSchema)]
#[schema(as = ToolNotes)]
pub(crate) struct ToolNotesView {
    /// The tool, `source.tool`; null where only its id is known.
    tool: Option<String>,
    /// The id that it had when it was first noted, where that is known.
    ref_id: Option<String>,
    /// The notes in their order.
    notes: Vec<NoteView>,
}

// === impl NoteView ===

impl NoteView {
    pub(super) fn of(note: &ToolNote) -> Self {
        Self {
            name: note.name().to_string(),
            note: note.text().to_owned(),
        }
    }
}

// === impl ToolNotesView ===

impl ToolNotesView {
    pub(crate) fn of(entry: &ToolNotes) -> Self {
        Self {
            tool: entry.tool.name().map(ToString::to_string),
            ref_id: entry.tool.ref_id().map(ToString::to_string),
            notes: entry.notes.iter().map(NoteView::of).collect(),
        }
    }
}
