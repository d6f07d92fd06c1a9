//! The result of a call, as a page shows it.
//!
//! Results are external. Everything in them is text: nothing becomes markup or a link, and an image
//! is shown only if its bytes are one of four formats. It is prepared when the call ends, so that
//! the size of what is kept is limited.

mod block;
mod budget;
mod image;
mod structured;
#[cfg(test)]
mod tests;

use candor_dashboard_kit::ExternalText;
use candor_dashboard_kit::wording::size;
use candor_wire::{ErrorObject, RawJson, RawObject, code};
use serde_json::Value;

use self::budget::DisplayBudget;

use crate::pretty_json::{READ, pretty_json};

pub(crate) use self::block::{BlockBody, ResultBlock};
pub(crate) use self::structured::{ResultPart, StructuredResult};

/// The maximum number of content blocks.
const BLOCKS: usize = 50;
/// The maximum length of `_meta`, in characters.
const META: usize = 10_000;

/// The result panel.
pub(crate) struct ResultPanel {
    pub(crate) kind: ResultKind,
    pub(crate) blocks: Vec<ResultBlock>,
    /// The number of content blocks left out.
    pub(crate) left: usize,
    pub(crate) structured: Option<StructuredResult>,
    /// `_meta` of the result.
    pub(crate) meta: Option<ExternalText>,
    /// The raw result.
    pub(crate) whole: ExternalText,
    /// The size of the result.
    pub(crate) bytes: usize,
}

/// The kind of a result.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ResultKind {
    /// A result that is no error.
    Good,
    /// A result with `isError`, of the tool or of the gateway.
    Bad,
    /// The tool requires input, which this page does not support.
    Asks,
    /// A protocol error.
    Refused { code: i64, sentence: ExternalText },
    /// Not a valid result.
    Odd,
}

// === impl ResultKind ===

impl ResultKind {
    /// A hint, if the error message has none.
    pub(crate) fn way_out(&self) -> Option<&'static str> {
        match self {
            Self::Refused {
                code: code::MISSING_CLIENT_CAPABILITY,
                ..
            } => Some(
                "The tool asks for input during the call, which this page does not support. Call \
                 it from a client that supports elicitation.",
            ),
            _ => None,
        }
    }
}

// === impl ResultPanel ===

impl ResultPanel {
    /// Prepares a reply.
    pub(crate) fn of(reply: &Result<RawJson, RawJson>) -> Self {
        let mut budget = DisplayBudget::default();
        match reply {
            Ok(result) => match RawObject::parse(result) {
                Ok(members) => Self::result(result, &members, &mut budget),
                Err(_) => Self::bare(result, ResultKind::Odd, &mut budget),
            },
            Err(error) => {
                let ErrorObject { code, message, .. } = ErrorObject::from_json(error);
                let sentence = budget.text(&message);
                Self::bare(error, ResultKind::Refused { code, sentence }, &mut budget)
            }
        }
    }

    fn result(whole: &RawJson, members: &RawObject, budget: &mut DisplayBudget) -> Self {
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
        let blocks = shown.map(|block| ResultBlock::of(block, value.as_ref(), budget));
        let blocks: Vec<_> = blocks.collect();
        let structured = structured.map(|raw| StructuredResult::of(raw, value.as_ref(), budget));
        let meta = members.get("_meta").map(pretty_json);
        let meta = meta.map(|meta| ExternalText::short(&meta, META));
        Self {
            kind: match (asks, says("isError")) {
                (true, _) => ResultKind::Asks,
                (false, true) => ResultKind::Bad,
                (false, false) => ResultKind::Good,
            },
            left: content.len() - blocks.len(),
            blocks,
            structured,
            meta,
            ..Self::bare(whole, ResultKind::Good, budget)
        }
    }

    fn bare(whole: &RawJson, kind: ResultKind, budget: &mut DisplayBudget) -> Self {
        Self {
            kind,
            blocks: Vec::new(),
            left: 0,
            structured: None,
            meta: None,
            whole: budget.text(&pretty_json(whole)),
            bytes: whole.len(),
        }
    }

    /// Whether there is no content.
    pub(crate) fn is_empty(&self) -> bool {
        self.blocks.is_empty() && self.structured.is_none()
    }

    /// The size, in words.
    pub(crate) fn size(&self) -> String {
        size(self.bytes)
    }
}
