//! The notes on a tool that count wherever it is served.

use candor_frame::{Outside, Visitor, Wrong};
use candor_gateway::Desk;
use candor_gateway::desk::{Explained, NotePlace, NotesAt};
use candor_model::Role;

use crate::described::on;
use crate::edit::hidden;
use crate::named::Named;
use crate::place::Place;
use crate::sent::{Preview, Sent};

/// See the module.
pub(crate) struct Notes {
    pub(crate) to: String,
    /// What makes the forms ours; nothing for whoever may not change anything.
    pub(crate) field: Option<String>,
    pub(crate) hidden: Vec<(&'static str, String)>,
    pub(crate) items: Vec<Item>,
    /// The note that is about to be added.
    pub(crate) new: Option<(String, String)>,
    /// What the description would become.
    pub(crate) preview: Option<Preview>,
}

/// One note.
pub(crate) struct Item {
    pub(crate) name: String,
    /// What it says now.
    pub(crate) text: String,
    /// What somebody wants it to say.
    pub(crate) wanted: String,
    pub(crate) shown: Outside,
    /// Whether the file declares it.
    pub(crate) declared: bool,
    pub(crate) first: bool,
    pub(crate) last: bool,
}

// === impl Notes ===

impl Notes {
    pub(crate) async fn of(
        desk: &Desk<'_>,
        visitor: &Visitor,
        (tool, place): (&Named, &Place),
        explained: &Explained,
        sent: &mut Sent,
    ) -> Result<Self, Wrong> {
        let failed = |error| tool.refused(&error);
        let at = desk
            .notes_at(&NotePlace::Everywhere)
            .await
            .map_err(failed)?;
        let stored = NotesAt {
            notes: desk.stored_notes().await.map_err(failed)?,
            version: None,
        };
        let stored = on(&stored, tool, explained);
        let notes = on(&at, tool, explained);
        let sent = sent.note.take();
        let count = stored.len();
        let item = |note: &candor_model::Note| {
            let name = note.name().as_str();
            let place = stored.iter().position(|own| own.name() == note.name());
            let wanted = sent.as_ref().filter(|sent| sent.known && sent.name == name);
            Item {
                name: name.to_owned(),
                text: note.text().to_owned(),
                wanted: wanted.map_or(note.text(), |sent| &sent.text).to_owned(),
                shown: Outside::short(note.text(), 1_000),
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
