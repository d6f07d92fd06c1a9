//! The notes on a tool that apply everywhere.

use candor_dashboard_kit::{CurrentUser, ExternalText, PageError};
use candor_gateway::Editor;
use candor_gateway::edit::{ExplainedTool, NotePlace, VersionedNotes};
use candor_model::Role;

use crate::annotation_form::hidden;
use crate::description::on;
use crate::page_scope::PageScope;
use crate::rejected_input::{NotePreview, RejectedInput};
use crate::tool_address::ToolAddress;

/// The notes panel.
pub(crate) struct NotesPanel {
    pub(crate) to: String,
    /// The CSRF token; none for users who may not edit.
    pub(crate) field: Option<String>,
    pub(crate) hidden: Vec<(&'static str, String)>,
    pub(crate) items: Vec<NoteRow>,
    /// Name and text of the note to be added.
    pub(crate) new: Option<(String, String)>,
    /// The preview of the description.
    pub(crate) preview: Option<NotePreview>,
}

/// A note in the panel.
pub(crate) struct NoteRow {
    pub(crate) name: String,
    /// The stored text.
    pub(crate) text: String,
    /// The text in the form.
    pub(crate) wanted: String,
    pub(crate) shown: ExternalText,
    /// Whether the configuration file sets it.
    pub(crate) declared: bool,
    pub(crate) first: bool,
    pub(crate) last: bool,
}

// === impl NotesPanel ===

impl NotesPanel {
    pub(crate) async fn of(
        editor: &Editor<'_>,
        user: &CurrentUser,
        (tool, place): (&ToolAddress, &PageScope),
        explained: &ExplainedTool,
        sent: &mut RejectedInput,
    ) -> Result<Self, PageError> {
        let failed = |error| tool.refused(&error);
        let at = editor
            .notes_at(&NotePlace::Everywhere)
            .await
            .map_err(failed)?;
        let stored = VersionedNotes {
            notes: editor.stored_notes().await.map_err(failed)?,
            version: None,
        };
        let stored = on(&stored, tool, explained);
        let notes = on(&at, tool, explained);
        let sent = sent.note.take();
        let count = stored.len();
        let item = |note: &candor_model::ToolNote| {
            let name = note.name().as_str();
            let place = stored.iter().position(|own| own.name() == note.name());
            let wanted = sent.as_ref().filter(|sent| sent.known && sent.name == name);
            NoteRow {
                name: name.to_owned(),
                text: note.text().to_owned(),
                wanted: wanted.map_or(note.text(), |sent| &sent.text).to_owned(),
                shown: ExternalText::short(note.text(), 1_000),
                declared: place.is_none(),
                first: place == Some(0),
                last: place == Some(count.saturating_sub(1)),
            }
        };
        let to = tool.to("notes");
        let may = user.identity.may(Role::Editor);
        let new = sent.as_ref().filter(|sent| !sent.known);
        Ok(Self {
            field: may.then(|| user.field(&to)),
            to,
            hidden: hidden(place),
            items: notes.iter().map(item).collect(),
            new: new.map(|sent| (sent.name.clone(), sent.text.clone())),
            preview: sent.and_then(|sent| sent.preview),
        })
    }
}
