//! Notes on tools, in one toolset or in all.

use std::sync::{Mutex, PoisonError};

use candor_model::{
    Author, Digest, Note, NoteName, QualifiedName, ToolNotes, ToolRef, ToolsetName,
};

use super::record::{check_author, notes_json, record};
use super::{Desk, DeskError};

/// The most notes on one tool in one place.
const NOTES_MAX: usize = 50;

/// Where notes count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotePlace {
    /// In one toolset.
    Toolset(ToolsetName),
    /// Wherever the tool is served.
    Everywhere,
}

/// What became of notes that somebody wanted to add.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Added {
    /// On which tool.
    pub tool: (QualifiedName, Digest),
    /// Those that are there now.
    pub added: Vec<Note>,
    /// Those that were left out, because there is a note of that name.
    pub skipped: Vec<NoteName>,
}

impl Desk<'_> {
    /// The notes of one place.
    pub async fn notes(&self, place: &NotePlace) -> Result<Vec<ToolNotes>, DeskError> {
        Ok(match place {
            NotePlace::Everywhere => self.store().house_notes().await?.notes,
            NotePlace::Toolset(name) => self.toolset(name).await?.toolset.notes.clone(),
        })
    }

    /// Adds notes on a tool that is in the toolset. A name that is taken is skipped: adding never
    /// changes what is there.
    pub async fn add_notes(
        &self,
        author: &Author,
        place: &NotePlace,
        tool: &ToolRef,
        notes: &[Note],
    ) -> Result<Added, DeskError> {
        let (name, ref_id) = self.find_tool(tool)?;
        if let NotePlace::Toolset(toolset) = place {
            let view = self.toolset(toolset).await?;
            let mut tools = view.tools.iter();
            if !tools.any(|offered| offered.tool.name == name) {
                return Err(DeskError::Unknown(format!(
                    "`{name}` is not in the toolset `{toolset}`; add it first"
                )));
            }
        }
        let tool = ToolRef::new(Some(name.clone()), Some(ref_id)).ok_or_else(nothing)?;
        // Told by the edit that counts: another may have taken a name in between.
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
                if entry.notes.iter().any(|one| one.name() == note.name()) {
                    skipped.push(note.name().clone());
                } else {
                    entry.notes.push(note.clone());
                    added.push(note.clone());
                }
            }
            if entry.notes.len() > NOTES_MAX {
                return Err(DeskError::Invalid(format!(
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
        self.change_notes(author, place, change).await?;
        let (added, skipped) = outcome.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(Added {
            tool: (name, ref_id),
            added,
            skipped,
        })
    }

    /// Says something else in a note.
    pub async fn edit_note(
        &self,
        author: &Author,
        place: &NotePlace,
        tool: &QualifiedName,
        note: &Note,
    ) -> Result<(), DeskError> {
        let change = |all: &mut Vec<ToolNotes>| {
            let (entry, at) = find(all, tool, note.name())?;
            all[entry].notes[at] = note.clone();
            Ok(())
        };
        self.change_notes(author, place, change).await
    }

    /// Removes a note.
    pub async fn remove_note(
        &self,
        author: &Author,
        place: &NotePlace,
        tool: &QualifiedName,
        name: &NoteName,
    ) -> Result<(), DeskError> {
        let change = |all: &mut Vec<ToolNotes>| {
            let (entry, at) = find(all, tool, name)?;
            all[entry].notes.remove(at);
            all.retain(|entry| !entry.notes.is_empty());
            Ok(())
        };
        self.change_notes(author, place, change).await
    }

    /// Puts a note at another place among the notes on its tool; the first is 0.
    pub async fn move_note(
        &self,
        author: &Author,
        place: &NotePlace,
        tool: &QualifiedName,
        name: &NoteName,
        to: usize,
    ) -> Result<(), DeskError> {
        let change = |all: &mut Vec<ToolNotes>| {
            let (entry, at) = find(all, tool, name)?;
            let notes = &mut all[entry].notes;
            let note = notes.remove(at);
            notes.insert(to.min(notes.len()), note);
            Ok(())
        };
        self.change_notes(author, place, change).await
    }

    async fn change_notes(
        &self,
        author: &Author,
        place: &NotePlace,
        change: impl Fn(&mut Vec<ToolNotes>) -> Result<(), DeskError>,
    ) -> Result<(), DeskError> {
        match place {
            NotePlace::Toolset(name) => {
                let edit = |toolset: &mut candor_model::Toolset| change(&mut toolset.notes);
                self.edit_toolset(author, name, None, edit).await.map(drop)
            }
            NotePlace::Everywhere => self.change_house_notes(author, change).await,
        }
    }

    async fn change_house_notes(
        &self,
        author: &Author,
        change: impl Fn(&mut Vec<ToolNotes>) -> Result<(), DeskError>,
    ) -> Result<(), DeskError> {
        check_author(author)?;
        {
            let _alone = self.gateway.edit().await;
            let before = self.store().house_notes().await?;
            let mut after = before.notes.clone();
            change(&mut after)?;
            let old = Some(notes_json(&before.notes));
            let written = record(author, "notes.edit", "notes everywhere", old, {
                Some(notes_json(&after))
            });
            let store = self.store();
            store
                .set_house_notes(&after, before.version, &written)
                .await?;
        }
        self.gateway.catch_up().await;
        Ok(())
    }
}

/// Whether notes are about a tool: by name, or, where there is none, by id.
fn is_about(entry: &ToolNotes, name: &QualifiedName, ref_id: &Digest) -> bool {
    match entry.tool.name() {
        Some(named) => named == name,
        None => entry.tool.ref_id() == Some(ref_id),
    }
}

fn find(
    all: &[ToolNotes],
    tool: &QualifiedName,
    name: &NoteName,
) -> Result<(usize, usize), DeskError> {
    let mut entries = all.iter();
    let entry = entries.position(|entry| entry.tool.name() == Some(tool));
    let at = entry.and_then(|entry| {
        let mut notes = all[entry].notes.iter();
        Some((entry, notes.position(|note| note.name() == name)?))
    });
    at.ok_or_else(|| DeskError::Unknown(format!("there is no note `{name}` on `{tool}` here")))
}

fn nothing() -> DeskError {
    DeskError::Invalid("the reference names no tool".to_owned())
}
