//! One piece of content of an answer.

use candor_frame::Outside;
use candor_wire::{RawJson, RawObject};
use serde_json::Value;

use super::budget::{self, Budget};
use super::picture::{self, Picture};
use crate::cut::cut;
use crate::pretty::{READ, pretty};

/// The most characters of a name or an address.
const FACT: usize = 500;

/// See the module.
pub(crate) struct Block {
    /// What it is.
    pub(crate) what: Outside,
    /// What is said about it, by name.
    pub(crate) facts: Vec<(&'static str, Outside)>,
    pub(crate) body: Body,
}

/// What is shown of it.
pub(crate) enum Body {
    Text(Outside),
    /// The same as the structured result.
    Same(Outside),
    Picture {
        src: String,
        width: u32,
        height: u32,
    },
    /// Nothing, and why.
    Described(&'static str),
    Nothing,
}

// === impl Block ===

impl Block {
    /// What is kept of a piece of content; `beside` is the structured result that came with it.
    pub(super) fn of(raw: &RawJson, beside: Option<&Value>, budget: &mut Budget) -> Self {
        let Ok(members) = RawObject::parse(raw) else {
            return Self::unknown("Content that is no object", raw, budget);
        };
        let text = |key: &str| members.get_string(key);
        let kind = text("type");
        match kind.as_deref() {
            Some("text") => match text("text") {
                Some(text) => Self::text(&text, beside, budget),
                None => Self::unknown("Text without a text", raw, budget),
            },
            Some("image") => Self::image(&members, budget),
            Some("audio") => Self {
                body: Body::Described("Sound is not played here."),
                ..Self::described("Sound", &members, "data")
            },
            Some("resource_link") => Self::link(&members),
            Some("resource") => match members.get("resource").map(RawObject::parse) {
                Some(Ok(resource)) => Self::resource(&resource, budget),
                _ => Self::unknown("A resource without contents", raw, budget),
            },
            Some(kind) => {
                let what = format!("Content of the unknown type `{}`", cut(kind, 60));
                Self::unknown(&what, raw, budget)
            }
            None => Self::unknown("Content without a type", raw, budget),
        }
    }

    /// Whether it only repeats the structured result.
    pub(crate) fn is_same(&self) -> bool {
        matches!(self.body, Body::Same(_))
    }

    fn text(text: &str, beside: Option<&Value>, budget: &mut Budget) -> Self {
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
                Body::Same(shown)
            } else {
                Body::Text(shown)
            },
        }
    }

    fn image(members: &RawObject, budget: &mut Budget) -> Self {
        let block = Self::described("Picture", members, "data");
        let data = members.get_string("data").unwrap_or_default();
        if !budget.picture(data.len()) {
            let body = Body::Described("It is too large to be shown here.");
            return Self { body, ..block };
        }
        let said = members.get_string("mimeType").unwrap_or_default();
        // It can hold a script, so that it is text.
        if said.starts_with("image/svg")
            && let Some(text) = picture::text(&data)
        {
            let body = Body::Text(budget.text(&text));
            return Self { body, ..block };
        }
        let body = match Picture::of(&said, &data) {
            Ok(picture) => {
                let (mime, bytes) = (picture.mime, budget::size(picture.bytes));
                return Self {
                    what: named(&format!("Picture, {mime}, {bytes}")),
                    facts: Vec::new(),
                    body: Body::Picture {
                        src: format!("data:{mime};base64,{data}"),
                        width: picture.width,
                        height: picture.height,
                    },
                };
            }
            Err(error) => Body::Described(error.sentence()),
        };
        Self { body, ..block }
    }

    /// Where it leads is shown and cannot be followed: nobody knows what is there.
    fn link(members: &RawObject) -> Self {
        let facts = [
            ("Name", "name"),
            ("Title", "title"),
            ("Address", "uri"),
            ("Type", "mimeType"),
            ("Description", "description"),
        ];
        Self {
            what: named("Link to a resource"),
            facts: facts_of(members, &facts),
            body: Body::Nothing,
        }
    }

    fn resource(resource: &RawObject, budget: &mut Budget) -> Self {
        let facts = [("Address", "uri"), ("Type", "mimeType")];
        let block = Self {
            facts: facts_of(resource, &facts),
            ..Self::described("Resource", resource, "blob")
        };
        let Some(text) = resource.get_string("text") else {
            let body = Body::Described("Its contents are no text and are not shown.");
            return Self { body, ..block };
        };
        Self {
            what: named("Resource"),
            body: Body::Text(budget.text(&text)),
            ..block
        }
    }

    fn unknown(what: &str, raw: &RawJson, budget: &mut Budget) -> Self {
        Self {
            what: named(what),
            facts: Vec::new(),
            body: Body::Text(budget.text(&pretty(raw))),
        }
    }

    /// `Picture, 70 bytes`, and its type.
    fn described(what: &str, holder: &RawObject, data: &str) -> Self {
        let length = holder
            .get(data)
            .map_or(0, |data| decoded_length(data.len()));
        Self {
            what: named(&format!("{what}, {}", budget::size(length))),
            facts: facts_of(holder, &[("Type", "mimeType")]),
            body: Body::Nothing,
        }
    }
}

/// What something is; a part of it may be a stranger's word.
fn named(what: &str) -> Outside {
    Outside::short(what, 120)
}

fn facts_of(
    members: &RawObject,
    keys: &[(&'static str, &'static str)],
) -> Vec<(&'static str, Outside)> {
    let found = keys.iter().filter_map(|(words, key)| {
        let text = members.get_string(key)?;
        Some((*words, Outside::short(&text, FACT)))
    });
    found.collect()
}

/// A text that is an object or a list.
fn json(text: &str) -> Option<Value> {
    let text = text.trim();
    if text.len() > READ || !text.starts_with(['{', '[']) {
        return None;
    }
    serde_json::from_str(text).ok()
}

/// About how many bytes stand behind a JSON string of base64.
fn decoded_length(quoted: usize) -> usize {
    quoted.saturating_sub(2) / 4 * 3
}
