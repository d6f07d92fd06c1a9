//! The description as a model reads it, with the notes of the house.

use candor_frame::{Outside, Prose, Wrong};
use candor_gateway::desk::{Explained, NotePlace, NotesAt};
use candor_gateway::{Desk, Endpoint, Offered};
use candor_model::Note;
use candor_resolve::describe;
use candor_wire::RawObject;
use serde_json::Value;

use crate::folded;
use crate::named::Named;
use crate::sent::Preview;

/// The most characters that are rendered.
const RENDERED: usize = 12_000;
/// The most characters that are shown as they are.
const RAW: usize = 20_000;

/// What stands before the notes in a description.
const HEADING: &str = "### Additional Tool Notes";

/// See the module.
pub(crate) struct Described {
    /// What the source says.
    pub(crate) own: Prose,
    /// What the house adds.
    pub(crate) noted: Option<Prose>,
    pub(crate) raw: Outside,
    pub(crate) characters: usize,
    pub(crate) budget: usize,
    /// How many notes are in it.
    pub(crate) notes: usize,
    /// Whether the source's text was cut so that they fit.
    pub(crate) cut: bool,
    /// How many notes did not fit.
    pub(crate) left_out: usize,
    /// The definition that clients get.
    pub(crate) definition: Outside,
}

/// A description and what is added to it.
pub(crate) struct Text {
    /// What the source says.
    pub(crate) own: String,
    /// What the house says at this endpoint.
    pub(crate) notes: Vec<Note>,
    /// How many characters both may have together.
    pub(crate) budget: usize,
}

// === impl Described ===

impl Described {
    pub(crate) fn of(explained: &Explained, offered: Option<&Offered>, text: &Text) -> Self {
        let notes: Vec<&Note> = text.notes.iter().collect();
        let made = describe(&text.own, &notes, text.budget);
        let whole = match offered {
            Some(_) => description(explained).unwrap_or_default(),
            // Nobody reads it now; this is what they would.
            None => made.text,
        };
        let (own, added) = split(&whole, &text.notes);
        Self {
            own: Prose::of(own, RENDERED),
            noted: added.map(|added| Prose::of(added, RENDERED)),
            raw: Outside::short(&whole, RAW),
            characters: whole.chars().count(),
            budget: text.budget,
            notes: text.notes.len(),
            cut: made.cut,
            left_out: made.left_out,
            definition: folded::json(&explained.definition.to_string()),
        }
    }
}

// === impl Text ===

impl Text {
    /// What an endpoint's description is made of.
    pub(crate) async fn of(
        desk: &Desk<'_>,
        tool: &Named,
        endpoint: &Endpoint,
        explained: &Explained,
        offered: Option<&Offered>,
    ) -> Result<Self, Wrong> {
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
    pub(crate) fn preview(&self, notes: &[Note]) -> Preview {
        let notes: Vec<&Note> = notes.iter().collect();
        let made = describe(&self.own, &notes, self.budget);
        Preview {
            characters: made.text.chars().count(),
            text: Outside::short(&made.text, RAW),
            budget: self.budget,
            cut: made.cut,
            left_out: made.left_out,
        }
    }
}

/// The notes on a tool that count wherever it is served.
pub(crate) async fn everywhere(
    desk: &Desk<'_>,
    tool: &Named,
    explained: &Explained,
) -> Result<Vec<Note>, Wrong> {
    let at = desk.notes_at(&NotePlace::Everywhere).await;
    let at = at.map_err(|error| tool.refused(&error))?;
    Ok(on(&at, tool, explained))
}

/// Those of some notes that are on a tool.
pub(crate) fn on(at: &NotesAt, tool: &Named, explained: &Explained) -> Vec<Note> {
    let about = at.notes.iter().filter(|entry| match entry.tool.name() {
        Some(name) => *name == tool.name,
        None => entry.tool.ref_id() == Some(&explained.tool.ref_id),
    });
    about.flat_map(|entry| entry.notes.clone()).collect()
}

/// What clients read.
fn description(explained: &Explained) -> Option<String> {
    let members = RawObject::parse(&explained.definition).ok()?;
    members.get_string("description")
}

/// What the source says, before anything was added or cut.
fn own(explained: &Explained, offered: Option<&Offered>) -> String {
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
fn split<'a>(whole: &'a str, notes: &[Note]) -> (&'a str, Option<&'a str>) {
    match whole.rfind(HEADING).filter(|_| !notes.is_empty()) {
        Some(at) => (
            whole[..at].trim_end(),
            Some(whole[at + HEADING.len()..].trim()),
        ),
        None => (whole, None),
    }
}
