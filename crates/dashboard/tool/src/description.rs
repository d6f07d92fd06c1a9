//! The description as models read it, including notes.

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

/// The maximum length of rendered text, in characters.
const RENDERED: usize = 12_000;
/// The maximum length of raw text, in characters.
const RAW: usize = 20_000;

/// The heading before the notes.
const HEADING: &str = "### Additional Tool Notes";

/// The description panel.
pub(crate) struct DescriptionPanel {
    /// The text of the source.
    pub(crate) own: RenderedMarkdown,
    /// The added notes.
    pub(crate) noted: Option<RenderedMarkdown>,
    pub(crate) raw: ExternalText,
    pub(crate) characters: usize,
    pub(crate) budget: usize,
    /// The number of notes.
    pub(crate) notes: usize,
    /// Whether the source's text was shortened to fit them.
    pub(crate) cut: bool,
    /// The number of notes that did not fit.
    pub(crate) left_out: usize,
    /// The definition as clients get it.
    pub(crate) definition: ExternalText,
}

/// The parts of a description.
pub(crate) struct DescriptionText {
    /// The text of the source.
    pub(crate) own: String,
    /// The notes at this endpoint.
    pub(crate) notes: Vec<ToolNote>,
    /// The maximum length of both together, in characters.
    pub(crate) budget: usize,
}

// === impl DescriptionPanel ===

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
            // Not served now; this is what would be.
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

// === impl DescriptionText ===

impl DescriptionText {
    /// The parts of the description at an endpoint.
    pub(crate) async fn of(
        editor: &Editor<'_>,
        tool: &ToolAddress,
        endpoint: &Endpoint,
        explained: &ExplainedTool,
        offered: Option<&OfferedTool>,
    ) -> Result<Self, PageError> {
        let notes = match offered {
            Some(offered) => offered.notes.clone(),
            None => everywhere(editor, tool, explained).await?,
        };
        Ok(Self {
            own: own(explained, offered),
            notes,
            budget: editor.budget(endpoint),
        })
    }

    /// A preview with other notes.
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

/// The notes on a tool that apply everywhere.
pub(crate) async fn everywhere(
    editor: &Editor<'_>,
    tool: &ToolAddress,
    explained: &ExplainedTool,
) -> Result<Vec<ToolNote>, PageError> {
    let at = editor.notes_at(&NotePlace::Everywhere).await;
    let at = at.map_err(|error| tool.refused(&error))?;
    Ok(on(&at, tool, explained))
}

/// The notes that are on a tool.
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

/// The description as clients get it.
fn description(explained: &ExplainedTool) -> Option<String> {
    let members = RawObject::parse(&explained.definition).ok()?;
    members.get_string("description")
}

/// The text of the source, before notes were added.
fn own(explained: &ExplainedTool, offered: Option<&OfferedTool>) -> String {
    let whole = description(explained).unwrap_or_default();
    if offered.is_none_or(|offered| offered.notes.is_empty()) {
        return whole;
    }
    let pinned = explained.pin.as_ref().map(|pin| &*pin.definition);
    let pinned = pinned.and_then(|text| serde_json::from_str::<Value>(text).ok());
    let text = pinned.and_then(|value| Some(value.get("description")?.as_str()?.to_owned()));
    // A missing description was replaced by a short one, which is never cut.
    text.filter(|text| !text.trim().is_empty())
        .unwrap_or_else(|| before_notes(&whole).to_owned())
}

fn before_notes(whole: &str) -> &str {
    let at = whole.rfind(HEADING).unwrap_or(whole.len());
    whole[..at].trim_end()
}

/// Splits a description into the text of the source and the notes.
fn split<'a>(whole: &'a str, notes: &[ToolNote]) -> (&'a str, Option<&'a str>) {
    match whole.rfind(HEADING).filter(|_| !notes.is_empty()) {
        Some(at) => (
            whole[..at].trim_end(),
            Some(whole[at + HEADING.len()..].trim()),
        ),
        None => (whole, None),
    }
}
