//! A note, as the app gives it and as the tools tell it.

use candor_functions::{Failure, JsonSchema};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{NOTES, SETTINGS};
use crate::etag;
use crate::pack_call::PackCall;
use crate::path::UserPath;

/// What the app gives. A chunk of a list repeats the notes of other chunks as bare numbers.
#[derive(Deserialize)]
pub(super) struct WireNote {
    pub(super) id: u64,
    #[serde(default)]
    pub(super) title: Option<String>,
    #[serde(default)]
    pub(super) content: Option<String>,
    #[serde(default)]
    pub(super) category: Option<String>,
    #[serde(default)]
    favorite: bool,
    #[serde(default)]
    readonly: bool,
    #[serde(default)]
    pub(super) modified: i64,
    #[serde(default)]
    pub(super) etag: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct NotesSettings {
    notes_path: String,
}

/// A note without its text.
#[derive(Serialize, JsonSchema)]
pub(super) struct NoteSummary {
    /// The number of the note.
    id: u64,
    /// The title of the note.
    title: String,
    /// The category: folders below the notes folder, separated by slashes; empty for none.
    category: String,
    /// Whether it is marked as a favourite.
    favorite: bool,
    /// Whether the account may only read it.
    readonly: bool,
    /// When it was changed last, in UTC.
    modified: String,
    /// The version, for `nc_notes_update_note`.
    etag: String,
    /// The page of the note in the web interface.
    url: String,
}

/// A note with its text.
#[derive(Serialize, JsonSchema)]
pub(super) struct NoteAnswer {
    #[serde(flatten)]
    summary: NoteSummary,
    /// The text, in Markdown.
    content: String,
}

/// Reads one note.
pub(super) async fn fetch(call: &PackCall, id: u64) -> Result<WireNote, Failure> {
    call.send(call.get(NOTES).at(id)).await?.json()
}

/// The folder in which the notes of a category lie.
pub(super) async fn folder(call: &PackCall, category: &str) -> Result<UserPath, Failure> {
    let settings: NotesSettings = call.send(call.get(SETTINGS)).await?.json()?;
    let root = UserPath::parse(&settings.notes_path)?;
    Ok(root.join(&UserPath::parse(category)?))
}

// === impl NoteSummary ===

impl NoteSummary {
    pub(super) fn of(call: &PackCall, note: &WireNote) -> Self {
        let modified = Timestamp::from_second(note.modified);
        Self {
            id: note.id,
            title: note.title.clone().unwrap_or_default(),
            category: note.category.clone().unwrap_or_default(),
            favorite: note.favorite,
            readonly: note.readonly,
            modified: modified.map_or_else(|_| String::new(), |time| time.to_string()),
            etag: etag::bare(&note.etag),
            url: call.link(&format!("apps/notes/note/{}", note.id)),
        }
    }
}

// === impl NoteAnswer ===

impl NoteAnswer {
    pub(super) fn of(call: &PackCall, note: WireNote) -> Self {
        Self {
            summary: NoteSummary::of(call, &note),
            content: note.content.unwrap_or_default(),
        }
    }
}
