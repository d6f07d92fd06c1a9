//! Notes on tools, in one toolset or globally.

use std::sync::{Mutex, PoisonError};

use candor_boxed::boxed;
use candor_model::{
    ChangeAuthor, Digest, NoteName, QualifiedName, ToolNote, ToolNotes, ToolRef, ToolsetName,
};

use super::record::{check_author, notes_json, record};
use super::retry::retry_stale;
use super::{EditError, Editor};

/// The maximum number of notes on one tool in one place.
pub(super) const NOTES_MAX: usize = 50;

/// Where notes apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotePlace {
    /// In one toolset.
    Toolset(ToolsetName),
    /// Wherever the tool is served.
    Everywhere,
}

/// What identifies a note in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteKey {
    /// The tool that the note is on.
    pub tool: ToolRef,
    /// The name of the note.
    pub note: NoteName,
}

/// A change of a note; fields that are `None` stay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoteEdit {
    /// The new text, under the same name.
    pub note: Option<ToolNote>,
    /// The position among the notes on its tool, starting at 0; anything past the end means last.
    pub position: Option<usize>,
}

/// The notes of one place, with their version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionedNotes {
    /// The notes, grouped by tool.
    pub notes: Vec<ToolNotes>,
    /// The version of the toolset, or of the global notes; `None` if the file declares the toolset.
    pub version: Option<u64>,
}

/// A note after it was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditedNote {
    /// All notes that its tool now has.
    pub entry: ToolNotes,
    /// The version of the notes in that place.
    pub version: Option<u64>,
}

/// Which notes were added and which were not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedNotes {
    /// The tool that the notes are on.
    pub tool: (QualifiedName, Digest),
    /// The notes that were added.
    pub added: Vec<ToolNote>,
    /// Notes that were skipped, because there is a note of that name.
    pub skipped: Vec<NoteName>,
}

impl Editor<'_> {
    /// The notes of one place.
    #[boxed]
    pub async fn notes(&self, place: &NotePlace) -> Result<Vec<ToolNotes>, EditError> {
        Ok(self.notes_at(place).await?.notes)
    }

    /// The stored global notes, without those that the file declares.
    #[boxed]
    pub async fn stored_notes(&self) -> Result<Vec<ToolNotes>, EditError> {
        Ok(self.store().global_notes().await?.notes)
    }

    /// The notes of one place, with their version.
    #[boxed]
    pub async fn notes_at(&self, place: &NotePlace) -> Result<VersionedNotes, EditError> {
        Ok(match place {
            NotePlace::Everywhere => {
                let stored = self.store().global_notes().await?;
                let snapshot = self.gateway.snapshot();
                VersionedNotes {
                    notes: snapshot.declarations().with_notes(&stored.notes),
                    version: Some(stored.version),
                }
            }
            NotePlace::Toolset(name) if self.is_declared(name) => VersionedNotes {
                notes: self.toolset(name).await?.toolset.notes.clone(),
                version: None,
            },
            NotePlace::Toolset(name) => {
                let stored = self.stored_toolset(name, None).await?;
                VersionedNotes {
                    notes: stored.toolset.notes,
                    version: Some(stored.version),
                }
            }
        })
    }

    /// Adds notes on a tool that is in the toolset. A name that is taken is skipped: adding never
    /// changes existing notes.
    #[boxed]
    pub async fn add_notes(
        &self,
        author: &ChangeAuthor,
        place: &NotePlace,
        tool: &ToolRef,
        notes: &[ToolNote],
    ) -> Result<AddedNotes, EditError> {
        let (name, ref_id) = self.find_tool(tool)?;
        if let NotePlace::Toolset(toolset) = place {
            let view = self.toolset(toolset).await?;
            let mut tools = view.tools.iter();
            if !tools.any(|offered| offered.tool.name == name) {
                return Err(EditError::Unknown(format!(
                    "`{name}` is not in the toolset `{toolset}`; add it first"
                )));
            }
        }
        let tool = ToolRef::new(Some(name.clone()), Some(ref_id)).ok_or_else(nothing)?;
        // Set by the attempt that succeeds: another editor may have taken a name in between.
        let outcome = Mutex::new((Vec::new(), Vec::new()));
        let change = |all: &mut Vec<ToolNotes>| {
            let known = all.iter().position(|one| is_about(one, &name, &ref_id));
            let mut entry = match known {
                Some(at) => all[at].clone(),
                None => ToolNotes {
                    tool: tool.clone(),
                    notes: Vec::new(),
                },
            };
            let (mut added, mut skipped) = (Vec::new(), Vec::new());
            for note in notes {
                let declared = self.declared_note(place, &tool, note.name());
                let mut known = entry.notes.iter();
                if declared.is_some() || known.any(|one| one.name() == note.name()) {
                    skipped.push(note.name().clone());
                } else {
                    entry.notes.push(note.clone());
                    added.push(note.clone());
                }
            }
            if entry.notes.len() > NOTES_MAX {
                return Err(EditError::Invalid(format!(
                    "`{name}` would have more than {NOTES_MAX} notes; remove some first"
                )));
            }
            if !added.is_empty() {
                match known {
                    Some(at) => all[at] = entry,
                    None => all.push(entry),
                }
            }
            *outcome.lock().unwrap_or_else(PoisonError::into_inner) = (added, skipped);
            Ok(())
        };
        self.change_notes(author, place, None, change).await?;
        let (added, skipped) = outcome.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(AddedNotes {
            tool: (name, ref_id),
            added,
            skipped,
        })
    }

    /// Changes a note: its text, its position among the notes on its tool, or both. With
    /// `expected`, only if the notes are still at that version.
    #[boxed]
    pub async fn edit_note(
        &self,
        author: &ChangeAuthor,
        place: &NotePlace,
        which: &NoteKey,
        edit: &NoteEdit,
        expected: Option<u64>,
    ) -> Result<EditedNote, EditError> {
        self.check_note(place, which)?;
        let own = self.ref_id_of(&which.tool);
        let change = |all: &mut Vec<ToolNotes>| {
            let (entry, at) = which.find(all, own)?;
            let notes = &mut all[entry].notes;
            let note = edit.note.clone();
            let note = note.unwrap_or_else(|| notes[at].clone());
            notes.remove(at);
            let to = edit.position.unwrap_or(at).min(notes.len());
            notes.insert(to, note);
            Ok(())
        };
        self.change_notes(author, place, expected, change).await?;
        let VersionedNotes { mut notes, version } = self.notes_at(place).await?;
        let (entry, _) = which.find(&notes, own)?;
        Ok(EditedNote {
            entry: notes.swap_remove(entry),
            version,
        })
    }

    /// Removes a note. With `expected`, only if the notes are still at that version.
    #[boxed]
    pub async fn remove_note(
        &self,
        author: &ChangeAuthor,
        place: &NotePlace,
        which: &NoteKey,
        expected: Option<u64>,
    ) -> Result<(), EditError> {
        self.check_note(place, which)?;
        let own = self.ref_id_of(&which.tool);
        let change = |all: &mut Vec<ToolNotes>| {
            let (entry, at) = which.find(all, own)?;
            all[entry].notes.remove(at);
            all.retain(|entry| !entry.notes.is_empty());
            Ok(())
        };
        self.change_notes(author, place, expected, change).await
    }

    /// The place where the file declares this note, if it does.
    fn declared_note(&self, place: &NotePlace, tool: &ToolRef, name: &NoteName) -> Option<String> {
        let snapshot = self.gateway.snapshot();
        let declared = match place {
            NotePlace::Everywhere => snapshot.declarations().note(tool, name),
            NotePlace::Toolset(_) => None,
        };
        declared.map(str::to_owned)
    }

    /// Checks that the file does not declare this note.
    fn check_note(&self, place: &NotePlace, which: &NoteKey) -> Result<(), EditError> {
        let (tool, name) = (&which.tool, &which.note);
        match self.declared_note(place, tool, name) {
            None => Ok(()),
            Some(place) => Err(EditError::Declared {
                what: format!("the note `{name}` on `{tool}`"),
                place,
            }),
        }
    }

    /// The id that the tool of this name has now, or had when it was last seen.
    fn ref_id_of(&self, tool: &ToolRef) -> Option<Digest> {
        let name = tool.name()?;
        let here = self.gateway.catalogue().named(name).map(|tool| tool.ref_id);
        here.or_else(|| self.gateway.snapshot().pins.get(name).map(|pin| pin.ref_id))
    }

    async fn change_notes(
        &self,
        author: &ChangeAuthor,
        place: &NotePlace,
        expected: Option<u64>,
        change: impl Fn(&mut Vec<ToolNotes>) -> Result<(), EditError> + Send + Sync,
    ) -> Result<(), EditError> {
        match place {
            NotePlace::Toolset(name) => {
                let edit = |toolset: &mut candor_model::Toolset| change(&mut toolset.notes);
                let edited = self.edit_toolset(author, name, expected, &edit).await;
                edited.map(drop)
            }
            NotePlace::Everywhere => self.change_global_notes(author, expected, change).await,
        }
    }

    async fn change_global_notes(
        &self,
        author: &ChangeAuthor,
        expected: Option<u64>,
        change: impl Fn(&mut Vec<ToolNotes>) -> Result<(), EditError> + Send + Sync,
    ) -> Result<(), EditError> {
        check_author(author)?;
        {
            let _alone = self.gateway.lock_edits().await;
            retry_stale("the notes for every toolset", expected, || {
                Box::pin(self.try_global_notes(author, expected, &change))
            })
            .await?;
        }
        self.gateway.catch_up().await;
        Ok(())
    }

    async fn try_global_notes(
        &self,
        author: &ChangeAuthor,
        expected: Option<u64>,
        change: impl Fn(&mut Vec<ToolNotes>) -> Result<(), EditError> + Send + Sync,
    ) -> Result<(), EditError> {
        let before = self.store().global_notes().await?;
        if expected.is_some_and(|expected| expected != before.version) {
            return Err(EditError::Stale {
                what: "what is noted for every toolset".to_owned(),
                found: before.version,
            });
        }
        let mut after = before.notes.clone();
        change(&mut after)?;
        if after == before.notes {
            return Ok(());
        }
        let old = Some(notes_json(&before.notes));
        let new = Some(notes_json(&after));
        let written = record(author, "notes.edit", "notes everywhere", old, new);
        let store = self.store();
        store
            .set_global_notes(&after, before.version, &written)
            .await?;
        Ok(())
    }
}

// === impl NoteKey ===

impl NoteKey {
    /// Finds the note: the index of the entry, and the position in it. Notes on a tool of which
    /// only the id is known are found by that id, and by the name of the tool that has it (`own`).
    fn find(&self, all: &[ToolNotes], own: Option<Digest>) -> Result<(usize, usize), EditError> {
        let (tool, name) = (&self.tool, &self.note);
        let named = |entry: &ToolNotes| match tool.name() {
            Some(name) => entry.tool.name() == Some(name),
            None => entry.tool.name().is_none() && entry.tool.ref_id() == tool.ref_id(),
        };
        let same_id = |entry: &ToolNotes| match (tool.name(), own) {
            (Some(_), Some(own)) => {
                entry.tool.name().is_none() && entry.tool.ref_id() == Some(&own)
            }
            (Some(_), None) => false,
            (None, _) => entry.tool.ref_id() == tool.ref_id(),
        };
        let tests: [&dyn Fn(&ToolNotes) -> bool; 2] = [&named, &same_id];
        let found = tests.iter().find_map(|fits| {
            all.iter().enumerate().find_map(|(at, entry)| {
                let mut notes = entry.notes.iter();
                let note = notes.position(|note| note.name() == name)?;
                fits(entry).then_some((at, note))
            })
        });
        found.ok_or_else(|| {
            EditError::Unknown(format!("there is no note `{name}` on `{tool}` here"))
        })
    }
}

/// Whether notes are on a tool: by name, or by id if there is no name.
fn is_about(entry: &ToolNotes, name: &QualifiedName, ref_id: &Digest) -> bool {
    match entry.tool.name() {
        Some(named) => named == name,
        None => entry.tool.ref_id() == Some(ref_id),
    }
}

fn nothing() -> EditError {
    EditError::Invalid("the reference names no tool".to_owned())
}
