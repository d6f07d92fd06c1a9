//! The notes on one tool, and the description that comes of them.

use candor_frame::{Outside, Pages};
use candor_gateway::desk::ToolsetView;
use candor_gateway::{Endpoint, Offered, Tool};
use candor_model::{Digest, Note, QualifiedName, ToolNotes, ToolRef};
use candor_resolve::{Noted, describe};
use candor_wire::{RawJson, RawObject};

use crate::words::number;

/// How much of a description is shown, in characters.
const SHOWN: usize = 20_000;

/// A tool that notes are on.
pub(crate) struct Noticed {
    /// How it is referred to in forms: its name, or else its id.
    pub(crate) key: String,
    pub(crate) tool: ToolRef,
    /// As the toolset serves it; none where it does not.
    offered: Option<std::sync::Arc<Offered>>,
    /// The notes of this toolset on it.
    pub(crate) own: Vec<Note>,
    /// Those that count everywhere, as far as no own one has the same name.
    pub(crate) house: Vec<Note>,
}

/// A description as clients would get it.
pub(crate) struct Described {
    pub(crate) text: Outside,
    /// How many characters there are, and how many there may be.
    pub(crate) length: usize,
    pub(crate) budget: usize,
    pub(crate) used: String,
    pub(crate) most: String,
    /// Whether the source's own words were cut.
    pub(crate) cut: bool,
    /// The notes that do not fit.
    pub(crate) left_out: Vec<String>,
}

/// Reads how a tool is referred to.
pub(crate) fn reference(text: &str) -> Option<ToolRef> {
    if let Some(id) = Digest::parse(text) {
        return ToolRef::new(None, Some(id));
    }
    QualifiedName::parse(text).map(ToolRef::named)
}

// === impl Noticed ===

impl Noticed {
    /// A tool of a toolset with its notes; `house` are those that count everywhere.
    pub(crate) fn of(view: &ToolsetView, house: &[ToolNotes], tool: ToolRef) -> Self {
        let offered = view.tools.iter().find(|one| is_meant(&tool, &one.tool));
        let about = |entry: &&ToolNotes| match offered {
            Some(offered) => is_meant(&entry.tool, &offered.tool),
            None => entry.tool.to_string() == tool.to_string(),
        };
        let notes = |all: &[ToolNotes]| -> Vec<Note> {
            let entries = all.iter().filter(about);
            entries.flat_map(|entry| entry.notes.clone()).collect()
        };
        let own = notes(&view.toolset.notes);
        let mut house = notes(house);
        house.retain(|note| own.iter().all(|one| one.name() != note.name()));
        Self {
            key: tool.to_string(),
            offered: offered.cloned(),
            tool,
            own,
            house,
        }
    }

    /// Whether the toolset serves it now.
    pub(crate) fn is_served(&self) -> bool {
        self.offered.is_some()
    }

    /// What clients would read with these notes of the toolset.
    pub(crate) async fn described(
        &self,
        pages: &Pages,
        view: &ToolsetView,
        own: &[Note],
    ) -> Option<Described> {
        let offered = self.offered.as_ref()?;
        let description = plain_description(pages, offered).await;
        let endpoint = Endpoint {
            toolset: Some(view.toolset.name.clone()),
            environment: None,
        };
        let budget = pages.gateway.desk().budget(&endpoint);
        let house = self.house.iter();
        let house = house.filter(|note| own.iter().all(|one| one.name() != note.name()));
        let notes: Vec<&Note> = own.iter().chain(house).collect();
        let Noted {
            text,
            cut,
            left_out,
        } = describe(&description, &notes, budget);
        let length = text.chars().count();
        let left = notes.iter().skip(notes.len() - left_out);
        Some(Described {
            text: Outside::short(&text, SHOWN),
            length: length.min(budget),
            budget,
            used: number(length),
            most: number(budget),
            cut,
            left_out: left.map(|note| note.name().to_string()).collect(),
        })
    }
}

/// The description of a tool without any note.
async fn plain_description(pages: &Pages, offered: &Offered) -> String {
    if offered.notes.is_empty() {
        return description(&offered.definition);
    }
    let tool = &offered.tool;
    let catalogue = pages.gateway.catalogue();
    let everywhere = catalogue.everything().tool(tool.exposed.as_str());
    if let Some(plain) = everywhere.filter(|plain| plain.notes.is_empty()) {
        return description(&plain.definition);
    }
    // With notes at every endpoint, it stands alone only where it was pinned.
    let pin = pages.gateway.store().pin(&tool.name).await.ok().flatten();
    let pinned = pin.and_then(|pin| RawJson::parse(pin.definition.into_string()).ok());
    pinned.map(|json| description(&json)).unwrap_or_default()
}

fn description(definition: &RawJson) -> String {
    let members = RawObject::parse(definition).unwrap_or_default();
    members.get_string("description").unwrap_or_default()
}

/// Whether a reference is to a tool: by name, or, where there is none, by id.
fn is_meant(wanted: &ToolRef, tool: &Tool) -> bool {
    match (wanted.name(), wanted.ref_id()) {
        (Some(name), _) => *name == tool.name,
        (None, id) => id == Some(&tool.ref_id),
    }
}
