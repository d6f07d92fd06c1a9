//! The notes on a tool that count wherever it is served.

use candor_dashboard_kit::{CurrentUser, ExternalText, PageError};
use candor_gateway::Editor;
use candor_gateway::edit::{ExplainedTool, NotePlace, VersionedNotes};
use candor_model::Role;

use crate::annotation_form::hidden;
use crate::description::on;
use crate::page_scope::PageScope;
use crate::rejected_input::{NotePreview, RejectedInput};
use crate::tool_address::ToolAddress;

/// See the module.
pub(crate) struct NotesPanel {
    pub(crate) to: String,
    /// What makes the forms ours; nothing for whoever may not change anything.
    pub(crate) field: Option<String>,
    pub(crate) hidden: Vec<(&'static str, String)>,
    pub(crate) items: Vec<NoteRow>,
    /// The note that is about to be added.
    pub(crate) new: Option<(String, String)>,
    /// What the description would become.
    pub(crate) preview: Option<NotePreview>,
}

/// One note.
pub(crate) struct NoteRow {
    pub(crate) name: String,
    /// What it says now.
    pub(crate) text: String,
    /// What somebody wants it to say.
    pub(crate) wanted: String,
    pub(crate) shown: ExternalText,
    /// Whether the file declares it.
    pub(crate) declared: bool,
    pub(crate) first: bool,
    pub(crate) last: bool,
}

// === impl Notes ===

impl NotesPanel {
    pub(crate) async fn of(
        desk: &Editor<'_>,
        visitor: &CurrentUser,
        (tool, place): (&ToolAddress, &PageScope),
        explained: &ExplainedTool,
        sent: &mut RejectedInput,
    ) -> Result<Self, PageError> {
        let failed = |error| tool.refused(&error);
        let at = desk
            .notes_at(&NotePlace::Everywhere)
            .await
            .map_err(failed)?;
        let stored = VersionedNotes {
            notes: desk.stored_notes().await.map_err(failed)?,
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
        let may = visitor.identity.may(Role::Editor);
        let new = sent.as_ref().filter(|sent| !sent.known);
        Ok(Self {
            field: may.then(|| visitor.field(&to)),
            to,
            hidden: hidden(place),
            items: notes.iter().map(item).collect(),
            new: new.map(|sent| (sent.name.clone(), sent.text.clone())),
            preview: sent.and_then(|sent| sent.preview),
        })
    }
}
