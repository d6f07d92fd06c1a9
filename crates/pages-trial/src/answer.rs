//! What a call was answered with, as a page shows it.
//!
//! The answer is a stranger's. Everything in it is text: nothing becomes markup, nothing is an
//! address that can be followed, and a picture is shown only if it is one of four kinds, by its
//! bytes and not by its word. It is made when the call ends, so that what is kept has a bound
//! whatever came.

mod block;
mod budget;
mod picture;
mod structured;
#[cfg(test)]
mod tests;

use candor_frame::Outside;
use candor_wire::{ErrorObject, RawJson, RawObject, code};
use serde_json::Value;

use self::budget::Budget;

use crate::pretty::{READ, pretty};

pub(crate) use self::block::{Block, Body};
pub(crate) use self::structured::{Piece, Structured};

/// The most pieces of content that are shown.
const BLOCKS: usize = 50;
/// The most characters of `_meta`.
const META: usize = 10_000;

/// See the module.
pub(crate) struct Answer {
    pub(crate) tone: Tone,
    pub(crate) blocks: Vec<Block>,
    /// How many pieces of content are not shown.
    pub(crate) left: usize,
    pub(crate) structured: Option<Structured>,
    /// What came beside the contents.
    pub(crate) meta: Option<Outside>,
    /// The whole, as it came, as far as it is shown.
    pub(crate) whole: Outside,
    /// How many bytes came.
    pub(crate) bytes: usize,
}

/// What kind of answer it is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// A result.
    Good,
    /// A result that says that it is an error: of the tool, or of the gateway about it.
    Bad,
    /// The tool wants something first that cannot be given here.
    Asks,
    /// No result.
    Refused { code: i64, sentence: Outside },
    /// A result that is none.
    Odd,
}

// === impl Tone ===

impl Tone {
    /// What to do about it, where the sentence of the refusal does not say.
    pub(crate) fn way_out(&self) -> Option<&'static str> {
        match self {
            Self::Refused {
                code: code::MISSING_CLIENT_CAPABILITY,
                ..
            } => Some(
                "The tool asks for something in the middle of the call, which cannot be given \
                 here. Call it from a client that can ask its user.",
            ),
            _ => None,
        }
    }
}

// === impl Answer ===

impl Answer {
    /// What is kept of a reply.
    pub(crate) fn of(reply: &Result<RawJson, RawJson>) -> Self {
        let mut budget = Budget::default();
        match reply {
            Ok(result) => match RawObject::parse(result) {
                Ok(members) => Self::result(result, &members, &mut budget),
                Err(_) => Self::bare(result, Tone::Odd, &mut budget),
            },
            Err(error) => {
                let ErrorObject { code, message, .. } = ErrorObject::from_json(error);
                let sentence = budget.text(&message);
                Self::bare(error, Tone::Refused { code, sentence }, &mut budget)
            }
        }
    }

    fn result(whole: &RawJson, members: &RawObject, budget: &mut Budget) -> Self {
        let says = |key: &str| {
            members
                .get(key)
                .is_some_and(|value| value.as_bytes() == b"true")
        };
        let asks = members.get_string("resultType").as_deref() == Some("input_required");
        let structured = members
            .get("structuredContent")
            .filter(|raw| !raw.is_null());
        let value: Option<Value> = structured
            .filter(|raw| raw.len() <= READ)
            .and_then(|raw| raw.decode().ok());
        let content = members.get("content");
        let content = content.and_then(|content| content.elements().ok());
        let content = content.unwrap_or_default();
        let shown = content.iter().take(BLOCKS);
        let blocks = shown.map(|block| Block::of(block, value.as_ref(), budget));
        let blocks: Vec<_> = blocks.collect();
        let structured = structured.map(|raw| Structured::of(raw, value.as_ref(), budget));
        let meta = members.get("_meta").map(pretty);
        let meta = meta.map(|meta| Outside::short(&meta, META));
        Self {
            tone: match (asks, says("isError")) {
                (true, _) => Tone::Asks,
                (false, true) => Tone::Bad,
                (false, false) => Tone::Good,
            },
            left: content.len() - blocks.len(),
            blocks,
            structured,
            meta,
            ..Self::bare(whole, Tone::Good, budget)
        }
    }

    fn bare(whole: &RawJson, tone: Tone, budget: &mut Budget) -> Self {
        Self {
            tone,
            blocks: Vec::new(),
            left: 0,
            structured: None,
            meta: None,
            whole: budget.text(&pretty(whole)),
            bytes: whole.len(),
        }
    }

    /// Whether there is nothing to see.
    pub(crate) fn is_empty(&self) -> bool {
        self.blocks.is_empty() && self.structured.is_none()
    }

    /// Its size, as people say it.
    pub(crate) fn size(&self) -> String {
        budget::size(self.bytes)
    }
}
