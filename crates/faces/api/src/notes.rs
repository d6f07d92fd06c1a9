//! Notes on tools, in one toolset or global.
//!
//! Notes are added and changed one at a time, so there are no conflicts and no version is required.
//! If a request has `If-Match`, it is checked against the version of the toolset or of the global
//! notes.

pub(crate) mod add;
pub(crate) mod edit;
pub(crate) mod list;

use candor_gateway::edit::{NoteKey, NotePlace};
use candor_model::{Digest, ToolNote, ToolNotes, ToolRef};

use crate::prelude::*;

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

/// A note that counts in every toolset.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct NotePath {
    /// `source.tool`, percent-encoded, or the id of a tool of which only that is known.
    tool: String,
    /// The name of the note.
    note: String,
}

/// A note of a toolset.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct ToolsetNotePath {
    /// The name of the toolset.
    name: String,
    /// `source.tool`, percent-encoded, or the id of a tool of which only that is known.
    tool: String,
    /// The name of the note.
    note: String,
}

/// The toolset of this name, as a place for notes.
fn toolset(name: &str) -> Result<NotePlace, ApiProblem> {
    path::toolset_name(name).map(NotePlace::Toolset)
}

// === impl NotePath ===

impl NotePath {
    /// The note that the path names.
    fn key(&self) -> Result<NoteKey, ApiProblem> {
        let by_id = Digest::parse(&self.tool).and_then(|id| ToolRef::new(None, Some(id)));
        let tool = match by_id {
            Some(tool) => tool,
            None => ToolRef::named(path::tool_name(&self.tool)?),
        };
        let note = path::note_name(&self.note)?;
        Ok(NoteKey { tool, note })
    }
}

// === impl ToolsetNotePath ===

impl ToolsetNotePath {
    /// The toolset and the note that the path names.
    fn place_and_key(self) -> Result<(NotePlace, NoteKey), ApiProblem> {
        let Self { name, tool, note } = self;
        let key = NotePath { tool, note }.key()?;
        Ok((toolset(&name)?, key))
    }
}

/// Converts an error, taking the expected version into account.
fn problem(error: impl Into<ApiProblem>, read: IfMatch) -> ApiProblem {
    match read {
        IfMatch::Version(_) => error.into(),
        IfMatch::Any | IfMatch::Absent => error.into().unconditional(),
    }
}

// === impl NoteView ===

impl NoteView {
    fn of(note: &ToolNote) -> Self {
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
