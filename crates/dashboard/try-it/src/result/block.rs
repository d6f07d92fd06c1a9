//! A content block of a result.

use candor_dashboard_kit::ExternalText;
use candor_dashboard_kit::wording::size;
use candor_wire::{RawJson, RawObject};
use serde_json::Value;

use super::budget::DisplayBudget;
use super::image::{self, CheckedImage};
use crate::pretty_json::{READ, pretty_json};
use crate::shorten::shorten;

/// The maximum length of a name or an address, in characters.
const FACT: usize = 500;

/// A content block.
pub(crate) struct ResultBlock {
    /// Type and size.
    pub(crate) what: ExternalText,
    /// Labels and values.
    pub(crate) facts: Vec<(&'static str, ExternalText)>,
    pub(crate) body: BlockBody,
}

/// The displayed form of a block.
pub(crate) enum BlockBody {
    Text(ExternalText),
    /// It repeats the structured result.
    Same(ExternalText),
    Picture {
        src: String,
        width: u32,
        height: u32,
    },
    /// Not displayed, for this reason.
    Described(&'static str),
    Nothing,
}

// === impl ResultBlock ===

impl ResultBlock {
    /// Prepares a block; `beside` is the structured result of the same result.
    pub(super) fn of(raw: &RawJson, beside: Option<&Value>, budget: &mut DisplayBudget) -> Self {
        let Ok(members) = RawObject::parse(raw) else {
            return Self::unknown("Invalid content", raw, budget);
        };
        let text = |key: &str| members.get_string(key);
        let kind = text("type");
        match kind.as_deref() {
            Some("text") => match text("text") {
                Some(text) => Self::text(&text, beside, budget),
                None => Self::unknown("Text block without text", raw, budget),
            },
            Some("image") => Self::image(&members, budget),
            Some("audio") => Self {
                body: BlockBody::Described("Audio cannot be played here."),
                ..Self::described("Audio", &members, "data")
            },
            Some("resource_link") => Self::link(&members),
            Some("resource") => match members.get("resource").map(RawObject::parse) {
                Some(Ok(resource)) => Self::resource(&resource, budget),
                _ => Self::unknown("Resource without contents", raw, budget),
            },
            Some(kind) => {
                let what = format!("Unknown content type `{}`", shorten(kind, 60));
                Self::unknown(&what, raw, budget)
            }
            None => Self::unknown("Content without a type", raw, budget),
        }
    }

    /// Whether it repeats the structured result.
    pub(crate) fn is_same(&self) -> bool {
        matches!(self.body, BlockBody::Same(_))
    }

    fn text(text: &str, beside: Option<&Value>, budget: &mut DisplayBudget) -> Self {
        let json = json(text);
        let is_same = json.is_some() && json.as_ref() == beside;
        let (what, shown) = match json {
            Some(json) => ("JSON", budget.text(&format!("{json:#}"))),
            None => ("Text", budget.text(text)),
        };
        Self {
            what: named(what),
            facts: Vec::new(),
            body: if is_same {
                BlockBody::Same(shown)
            } else {
                BlockBody::Text(shown)
            },
        }
    }

    fn image(members: &RawObject, budget: &mut DisplayBudget) -> Self {
        let block = Self::described("Image", members, "data");
        let data = members.get_string("data").unwrap_or_default();
        if !budget.picture(data.len()) {
            let body = BlockBody::Described("Too large to be shown.");
            return Self { body, ..block };
        }
        let said = members.get_string("mimeType").unwrap_or_default();
        // SVG can contain scripts, so it is shown as text.
        if said.starts_with("image/svg")
            && let Some(text) = image::text(&data)
        {
            let body = BlockBody::Text(budget.text(&text));
            return Self { body, ..block };
        }
        let body = match CheckedImage::of(&said, &data) {
            Ok(picture) => {
                let (mime, bytes) = (picture.mime, size(picture.bytes));
                return Self {
                    what: named(&format!("Image, {mime}, {bytes}")),
                    facts: Vec::new(),
                    body: BlockBody::Picture {
                        src: format!("data:{mime};base64,{data}"),
                        width: picture.width,
                        height: picture.height,
                    },
                };
            }
            Err(error) => BlockBody::Described(error.sentence()),
        };
        Self { body, ..block }
    }

    /// The address is shown, not linked.
    fn link(members: &RawObject) -> Self {
        let facts = [
            ("Name", "name"),
            ("Title", "title"),
            ("Address", "uri"),
            ("Type", "mimeType"),
            ("Description", "description"),
        ];
        Self {
            what: named("Resource link"),
            facts: facts_of(members, &facts),
            body: BlockBody::Nothing,
        }
    }

    fn resource(resource: &RawObject, budget: &mut DisplayBudget) -> Self {
        let facts = [("Address", "uri"), ("Type", "mimeType")];
        let block = Self {
            facts: facts_of(resource, &facts),
            ..Self::described("Resource", resource, "blob")
        };
        let Some(text) = resource.get_string("text") else {
            let body = BlockBody::Described("Binary content is not shown.");
            return Self { body, ..block };
        };
        Self {
            what: named("Resource"),
            body: BlockBody::Text(budget.text(&text)),
            ..block
        }
    }

    fn unknown(what: &str, raw: &RawJson, budget: &mut DisplayBudget) -> Self {
        Self {
            what: named(what),
            facts: Vec::new(),
            body: BlockBody::Text(budget.text(&pretty_json(raw))),
        }
    }

    /// `Image, 70 bytes`, and its type.
    fn described(what: &str, holder: &RawObject, data: &str) -> Self {
        let length = holder
            .get(data)
            .map_or(0, |data| decoded_length(data.len()));
        Self {
            what: named(&format!("{what}, {}", size(length))),
            facts: facts_of(holder, &[("Type", "mimeType")]),
            body: BlockBody::Nothing,
        }
    }
}

/// A heading, which may quote external text.
fn named(what: &str) -> ExternalText {
    ExternalText::sentence(what, 120)
}

fn facts_of(
    members: &RawObject,
    keys: &[(&'static str, &'static str)],
) -> Vec<(&'static str, ExternalText)> {
    let found = keys.iter().filter_map(|(words, key)| {
        let text = members.get_string(key)?;
        Some((*words, ExternalText::short(&text, FACT)))
    });
    found.collect()
}

/// Parses a text that is a JSON object or array.
fn json(text: &str) -> Option<Value> {
    let text = text.trim();
    if text.len() > READ || !text.starts_with(['{', '[']) {
        return None;
    }
    serde_json::from_str(text).ok()
}

/// The approximate size of the data in a base64 string.
fn decoded_length(quoted: usize) -> usize {
    quoted.saturating_sub(2) / 4 * 3
}
