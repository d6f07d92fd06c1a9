//! An index of notes by tool.

use std::collections::HashMap;

use candor_model::{Digest, QualifiedName, ToolNote, ToolNotes};

use crate::catalogue::CatalogueTool;

/// Notes, by the tool that they are on.
#[derive(Default)]
pub(super) struct NoteIndex<'a> {
    by_name: HashMap<&'a QualifiedName, Vec<&'a ToolNote>>,
    by_ref: HashMap<&'a Digest, Vec<&'a ToolNote>>,
}

// === impl NoteIndex ===

impl<'a> NoteIndex<'a> {
    /// Builds the index. The toolset's notes come before the global ones.
    pub(super) fn new(places: [&'a [ToolNotes]; 2]) -> Self {
        let mut notes = Self::default();
        for entry in places.into_iter().flatten() {
            let tool = &entry.tool;
            let about = match (tool.name(), tool.ref_id()) {
                (Some(name), _) => notes.by_name.entry(name).or_default(),
                (None, Some(ref_id)) => notes.by_ref.entry(ref_id).or_default(),
                (None, None) => continue,
            };
            about.extend(&entry.notes);
        }
        notes
    }

    /// The notes on a tool; of two with the same name the first. A note matches by the tool's name,
    /// or by its id if only that is given: notes remain valid if the schema changes.
    pub(super) fn on(&self, tool: &CatalogueTool) -> Vec<ToolNote> {
        let named = self.by_name.get(&tool.name).into_iter();
        let all = named.chain(self.by_ref.get(&tool.ref_id)).flatten();
        let mut found: Vec<ToolNote> = Vec::new();
        for note in all {
            if !found.iter().any(|known| known.name() == note.name()) {
                found.push((*note).clone());
            }
        }
        found
    }
}
