//! The description as a model reads it, with the notes of the house.

use candor_dashboard_kit::{ExternalText, PageError, RenderedMarkdown};
use candor_gateway::edit::{ExplainedTool, NotePlace, VersionedNotes};
use candor_gateway::{Editor, Endpoint, OfferedTool};
use candor_model::ToolNote;
use candor_resolve::describe_with_notes;
use candor_wire::RawObject;
use serde_json::Value;

use crate::json_view;
use crate::rejected_input::NotePreview;
use crate::tool_address::ToolAddress;

/// The most characters that are rendered.
const RENDERED: usize = 12_000;
/// The most characters that are shown as they are.
const RAW: usize = 20_000;

/// What stands before the notes in a description.
const HEADING: &str = "### Additional Tool Notes";

/// See the module.
pub(crate) struct DescriptionPanel {
    /// What the source says.
    pub(crate) own: RenderedMarkdown,
    /// What the house adds.
    pub(crate) noted: Option<RenderedMarkdown>,
    pub(crate) raw: ExternalText,
    pub(crate) characters: usize,
    pub(crate) budget: usize,
    /// How many notes are in it.
    pub(crate) notes: usize,
    /// Whether the source's text was cut so that they fit.
    pub(crate) cut: bool,
    /// How many notes did not fit.
    pub(crate) left_out: usize,
    /// The definition that clients get.
    pub(crate) definition: ExternalText,
}

/// A description and what is added to it.
pub(crate) struct DescriptionText {
    /// What the source says.
    pub(crate) own: String,
    /// What the house says at this endpoint.
    pub(crate) notes: Vec<ToolNote>,
    /// How many characters both may have together.
    pub(crate) budget: usize,
}

// === impl Described ===

impl DescriptionPanel {
    pub(crate) fn of(
        explained: &ExplainedTool,
        offered: Option<&OfferedTool>,
        text: &DescriptionText,
    ) -> Self {
        let notes: Vec<&ToolNote> = text.notes.iter().collect();
        let made = describe_with_notes(&text.own, &notes, text.budget);
        let whole = match offered {
            Some(_) => description(explained).unwrap_or_default(),
            // Nobody reads it now; this is what they would.
            None => made.text,
        };
        let (own, added) = split(&whole, &text.notes);
        Self {
            own: RenderedMarkdown::of(own, RENDERED),
            noted: added.map(|added| RenderedMarkdown::of(added, RENDERED)),
            raw: ExternalText::short(&whole, RAW),
            characters: whole.chars().count(),
            budget: text.budget,
            notes: text.notes.len(),
            cut: made.cut,
            left_out: made.left_out,
            definition: json_view::json(&explained.definition.to_string()),
        }
    }
}

// === impl Text ===

impl DescriptionText {
    /// What an endpoint's description is made of.
    pub(crate) async fn of(
        desk: &Editor<'_>,
        tool: &ToolAddress,
        endpoint: &Endpoint,
        explained: &ExplainedTool,
        offered: Option<&OfferedTool>,
    ) -> Result<Self, PageError> {
        let notes = match offered {
            Some(offered) => offered.notes.clone(),
            None => everywhere(desk, tool, explained).await?,
        };
        Ok(Self {
            own: own(explained, offered),
            notes,
            budget: desk.budget(endpoint),
        })
    }

    /// What it would become with other notes.
    pub(crate) fn preview(&self, notes: &[ToolNote]) -> NotePreview {
        let notes: Vec<&ToolNote> = notes.iter().collect();
        let made = describe_with_notes(&self.own, &notes, self.budget);
        NotePreview {
            characters: made.text.chars().count(),
            text: ExternalText::short(&made.text, RAW),
            budget: self.budget,
            cut: made.cut,
            left_out: made.left_out,
        }
    }
}

/// The notes on a tool that count wherever it is served.
pub(crate) async fn everywhere(
    desk: &Editor<'_>,
    tool: &ToolAddress,
    explained: &ExplainedTool,
) -> Result<Vec<ToolNote>, PageError> {
    let at = desk.notes_at(&NotePlace::Everywhere).await;
    let at = at.map_err(|error| tool.refused(&error))?;
    Ok(on(&at, tool, explained))
}

/// Those of some notes that are on a tool.
pub(crate) fn on(
    at: &VersionedNotes,
    tool: &ToolAddress,
    explained: &ExplainedTool,
) -> Vec<ToolNote> {
    let about = at.notes.iter().filter(|entry| match entry.tool.name() {
        Some(name) => *name == tool.name,
        None => entry.tool.ref_id() == Some(&explained.tool.ref_id),
    });
    about.flat_map(|entry| entry.notes.clone()).collect()
}

/// What clients read.
fn description(explained: &ExplainedTool) -> Option<String> {
    let members = RawObject::parse(&explained.definition).ok()?;
    members.get_string("description")
}

/// What the source says, before anything was added or cut.
fn own(explained: &ExplainedTool, offered: Option<&OfferedTool>) -> String {
    let whole = description(explained).unwrap_or_default();
    if offered.is_none_or(|offered| offered.notes.is_empty()) {
        return whole;
    }
    let pinned = explained.pin.as_ref().map(|pin| &*pin.definition);
    let pinned = pinned.and_then(|text| serde_json::from_str::<Value>(text).ok());
    let text = pinned.and_then(|value| Some(value.get("description")?.as_str()?.to_owned()));
    // One without a description got a short one of ours, which is never cut.
    text.filter(|text| !text.trim().is_empty())
        .unwrap_or_else(|| before_notes(&whole).to_owned())
}

fn before_notes(whole: &str) -> &str {
    let at = whole.rfind(HEADING).unwrap_or(whole.len());
    whole[..at].trim_end()
}

/// What the source says and what the house adds.
fn split<'a>(whole: &'a str, notes: &[ToolNote]) -> (&'a str, Option<&'a str>) {
    match whole.rfind(HEADING).filter(|_| !notes.is_empty()) {
        Some(at) => (
            whole[..at].trim_end(),
            Some(whole[at + HEADING.len()..].trim()),
        ),
        None => (whole, None),
    }
}
