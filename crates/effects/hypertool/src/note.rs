//! Reads the `toolNotes` of a toolset.

use std::collections::{HashMap, HashSet};

use candor_model::{
    Diagnostic, Digest, NoteError, NoteName, QualifiedName, ToolNote, ToolNotes, ToolRef,
};
use candor_text::quote;
use serde_json::Value;

use crate::field::text;
use crate::path::{ListEntry, member};
use crate::reference::HypertoolReference;
use crate::report::{ImportReport, RefusedEntry};

/// The most notes on one tool.
pub(crate) const MOST: usize = 50;

/// Notes in their order, one entry for each tool.
#[derive(Default)]
struct NoteList {
    entries: Vec<ToolNotes>,
    names: Vec<HashSet<NoteName>>,
    by_name: HashMap<QualifiedName, usize>,
    by_id: HashMap<Digest, usize>,
}

/// Reads the notes of all tools. Invalid ones are reported individually.
pub(crate) fn tool_notes(
    value: Option<&Value>,
    path: &str,
    report: &mut ImportReport,
) -> Vec<ToolNotes> {
    let list = match value {
        None | Some(Value::Null) => return Vec::new(),
        Some(Value::Array(list)) => list,
        Some(other) => {
            report.refuse(path, RefusedEntry::wrong_type(other, "a list"));
            return Vec::new();
        }
    };
    let mut notes = NoteList::default();
    for (at, value) in list.iter().enumerate() {
        let entry = ListEntry { list: path, at };
        if let Err(refused) = notes.read_tool(value, entry, report) {
            report.refuse(entry, refused);
        }
    }
    notes.entries.retain(|entry| !entry.notes.is_empty());
    notes.entries
}

// === impl NoteList ===

impl NoteList {
    /// Parses `{"toolRef": …, "notes": […]}`.
    fn read_tool(
        &mut self,
        value: &Value,
        entry: ListEntry<'_>,
        report: &mut ImportReport,
    ) -> Result<(), RefusedEntry> {
        let object = value.as_object().ok_or_else(|| {
            RefusedEntry::wrong_type(value, "an object with `toolRef` and `notes`")
        })?;
        let list = match object.get("notes") {
            None | Some(Value::Null) => return Ok(()),
            Some(Value::Array(list)) => list,
            Some(other) => return Err(RefusedEntry::wrong_type(other, "a list of notes")),
        };
        let tool = match object.get("toolRef") {
            Some(Value::Object(tool)) => HypertoolReference::read(tool)?,
            Some(other) => return Err(RefusedEntry::wrong_type(other, "an object as `toolRef`")),
            None => {
                let why = "it does not say which tool it is about";
                return Err(RefusedEntry::new("hypertool::no-tool", why));
            }
        };
        let at = self.place(&tool, entry, report)?;
        let path = entry.member("notes");
        for (number, value) in list.iter().enumerate() {
            let spot = ListEntry {
                list: &path,
                at: number,
            };
            match read_note(value) {
                Ok(note) => self.add(at, note, spot, report),
                Err(refused) => report.refuse(spot, refused),
            }
        }
        Ok(())
    }

    /// The index of the entry about this tool, created if necessary.
    fn place(
        &mut self,
        tool: &HypertoolReference,
        entry: ListEntry<'_>,
        report: &mut ImportReport,
    ) -> Result<usize, RefusedEntry> {
        let name = tool.exact()?;
        let known = name.as_ref().and_then(|name| self.by_name.get(name));
        if let Some(at) = known.copied() {
            self.learn(at, tool.ref_id);
            return Ok(at);
        }
        let mut ref_id = tool.ref_id;
        if let Some(at) = ref_id.and_then(|id| self.by_id.get(&id)).copied() {
            let Some(name) = &name else { return Ok(at) };
            let other = &self.entries[at].tool;
            if other.name().is_none() {
                self.entries[at].tool = ToolRef::new(Some(name.clone()), ref_id)
                    .unwrap_or_else(|| ToolRef::named(name.clone()));
                self.by_name.insert(name.clone(), at);
                return Ok(at);
            }
            let message = format!(
                "`{}` has the refId of `{other}`; its notes are for {} by name only",
                member(&entry.to_string(), "toolRef"),
                quote(&name.to_string())
            );
            report.notice(Diagnostic::warning("hypertool::ref-id", message));
            ref_id = None;
        }
        self.begin(name, ref_id)
    }

    /// Adds a hash to an entry that has none, if no other entry has it.
    fn learn(&mut self, at: usize, ref_id: Option<Digest>) {
        let tool = &mut self.entries[at].tool;
        if let (None, Some(id)) = (tool.ref_id(), ref_id)
            && !self.by_id.contains_key(&id)
            && let Some(fuller) = ToolRef::new(tool.name().cloned(), ref_id)
        {
            *tool = fuller;
            self.by_id.insert(id, at);
        }
    }

    fn begin(
        &mut self,
        name: Option<QualifiedName>,
        ref_id: Option<Digest>,
    ) -> Result<usize, RefusedEntry> {
        let at = self.entries.len();
        let tool = ToolRef::new(name.clone(), ref_id)
            .ok_or_else(|| RefusedEntry::new("hypertool::no-tool", "it refers to no tool"))?;
        self.by_name.extend(name.map(|name| (name, at)));
        self.by_id.extend(ref_id.map(|id| (id, at)));
        self.names.push(HashSet::new());
        self.entries.push(ToolNotes {
            tool,
            notes: Vec::new(),
        });
        Ok(at)
    }

    /// Adds a note unless the tool has one of that name, or enough.
    fn add(&mut self, at: usize, note: ToolNote, spot: ListEntry<'_>, report: &mut ImportReport) {
        if self.entries[at].notes.len() == MOST {
            let why = format!("`{}` has {MOST} notes already", self.entries[at].tool);
            let refused = RefusedEntry::new("hypertool::too-many", why)
                .with_hint("say it in fewer notes, and add what is missing");
            return report.refuse(spot, refused);
        }
        if self.names[at].insert(note.name().clone()) {
            self.entries[at].notes.push(note);
            return;
        }
        let why = format!(
            "`{}` has a note `{}` already, which stays",
            self.entries[at].tool,
            note.name()
        );
        let refused = RefusedEntry::new("hypertool::repeated-note", why)
            .with_hint("give it another name if both are wanted");
        report.refuse(spot, refused);
    }
}

/// Parses `{"name": …, "note": …}` and validates it.
fn read_note(value: &Value) -> Result<ToolNote, RefusedEntry> {
    let object = value
        .as_object()
        .ok_or_else(|| RefusedEntry::wrong_type(value, "an object with `name` and `note`"))?;
    let name = text(object, "name")?.unwrap_or_default();
    let body = text(object, "note")?.unwrap_or_default();
    ToolNote::new(name, body).map_err(|error| {
        let hint = match &error {
            NoteError::Name(_) => "add the note again under such a name",
            NoteError::Empty(_) => "add the note again with a text",
            NoteError::TooLong(..) => "say it in fewer words, or in two notes",
            NoteError::Hidden(..) => "add the note again as one line of visible text",
        };
        RefusedEntry::new("hypertool::note", error.to_string()).with_hint(hint)
    })
}

#[cfg(test)]
mod tests;
