//! The notes of one tool, and its description with them.

use candor_dashboard_kit::{DashboardState, ExternalText};
use candor_gateway::edit::ToolsetDetails;
use candor_gateway::{CatalogueTool, Endpoint, OfferedTool};
use candor_model::{Digest, QualifiedName, ToolNote, ToolNotes, ToolRef};
use candor_resolve::{DescriptionWithNotes, describe_with_notes};
use candor_wire::{RawJson, RawObject};

use crate::words::number;

/// The most characters of a description.
const SHOWN: usize = 20_000;

/// A tool and its notes.
pub(crate) struct ToolWithNotes {
    /// The tool in forms: its name, or else its id.
    pub(crate) key: String,
    pub(crate) tool: ToolRef,
    /// The tool in this toolset; none if the toolset does not serve it.
    offered: Option<std::sync::Arc<OfferedTool>>,
    /// The notes of this toolset.
    pub(crate) own: Vec<ToolNote>,
    /// Notes for all toolsets, unless a note of this toolset has the same name.
    pub(crate) global: Vec<ToolNote>,
}

/// The description that clients get.
pub(crate) struct NotedDescription {
    pub(crate) text: ExternalText,
    /// The number of characters, and the most that are sent.
    pub(crate) length: usize,
    pub(crate) budget: usize,
    pub(crate) used: String,
    pub(crate) most: String,
    /// Whether the source's description was shortened.
    pub(crate) cut: bool,
    /// Notes that are left out for lack of space.
    pub(crate) left_out: Vec<String>,
}

/// Parses a tool name or id.
pub(crate) fn reference(text: &str) -> Option<ToolRef> {
    if let Some(id) = Digest::parse(text) {
        return ToolRef::new(None, Some(id));
    }
    QualifiedName::parse(text).map(ToolRef::named)
}

// === impl ToolWithNotes ===

impl ToolWithNotes {
    /// A tool of a toolset; `global` are the notes for all toolsets.
    pub(crate) fn of(view: &ToolsetDetails, global: &[ToolNotes], tool: ToolRef) -> Self {
        let offered = view.tools.iter().find(|one| refers_to(&tool, &one.tool));
        let about = |entry: &&ToolNotes| match offered {
            Some(offered) => refers_to(&entry.tool, &offered.tool),
            None => entry.tool.to_string() == tool.to_string(),
        };
        let notes = |all: &[ToolNotes]| -> Vec<ToolNote> {
            let entries = all.iter().filter(about);
            entries.flat_map(|entry| entry.notes.clone()).collect()
        };
        let own = notes(&view.toolset.notes);
        let mut global = notes(global);
        global.retain(|note| own.iter().all(|one| one.name() != note.name()));
        Self {
            key: tool.to_string(),
            offered: offered.cloned(),
            tool,
            own,
            global,
        }
    }

    pub(crate) fn is_served(&self) -> bool {
        self.offered.is_some()
    }

    /// The description with these notes of the toolset.
    pub(crate) async fn described(
        &self,
        pages: &DashboardState,
        view: &ToolsetDetails,
        own: &[ToolNote],
    ) -> Option<NotedDescription> {
        let offered = self.offered.as_ref()?;
        let description = plain_description(pages, offered).await;
        let endpoint = Endpoint {
            toolset: Some(view.toolset.name.clone()),
            environment: None,
        };
        let budget = pages.gateway.editor().budget(&endpoint);
        let global = self.global.iter();
        let global = global.filter(|note| own.iter().all(|one| one.name() != note.name()));
        let notes: Vec<&ToolNote> = own.iter().chain(global).collect();
        let DescriptionWithNotes {
            text,
            cut,
            left_out,
        } = describe_with_notes(&description, &notes, budget);
        let length = text.chars().count();
        let left = notes.iter().skip(notes.len() - left_out);
        Some(NotedDescription {
            text: ExternalText::short(&text, SHOWN),
            length: length.min(budget),
            budget,
            used: number(length),
            most: number(budget),
            cut,
            left_out: left.map(|note| note.name().to_string()).collect(),
        })
    }
}

/// The description of a tool without notes.
async fn plain_description(pages: &DashboardState, offered: &OfferedTool) -> String {
    if offered.notes.is_empty() {
        return description(&offered.definition);
    }
    let tool = &offered.tool;
    let catalogue = pages.gateway.catalogue();
    let everywhere = catalogue.everything().tool(tool.exposed.as_str());
    if let Some(plain) = everywhere.filter(|plain| plain.notes.is_empty()) {
        return description(&plain.definition);
    }
    // If every endpoint has notes, only the pinned definition has the bare description.
    let pin = pages.gateway.records().pin(&tool.name).await.ok().flatten();
    let pinned = pin.and_then(|pin| RawJson::parse(pin.definition.to_string()).ok());
    pinned.map(|json| description(&json)).unwrap_or_default()
}

fn description(definition: &RawJson) -> String {
    let members = RawObject::parse(definition).unwrap_or_default();
    members.get_string("description").unwrap_or_default()
}

/// Whether a reference matches a tool: by name or, without one, by id.
fn refers_to(wanted: &ToolRef, tool: &CatalogueTool) -> bool {
    match (wanted.name(), wanted.ref_id()) {
        (Some(name), _) => *name == tool.name,
        (None, id) => id == Some(&tool.ref_id),
    }
}
