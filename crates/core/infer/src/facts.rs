//! What is known about a tool before anything is inferred.

use std::borrow::Cow;

use candor_model::{DestructivePolicy, Hints};
use serde_json::Value;

use crate::HttpMethod;

/// One tool, as its source describes it. Everything here is foreign text: it may be missing,
/// huge or hostile.
#[derive(Clone, Copy, Debug)]
pub struct ToolFacts<'a> {
    /// The tool's own name, without the source's.
    pub name: &'a str,
    /// The title, if it has one.
    pub title: Option<&'a str>,
    /// The description. Only its beginning is looked at.
    pub description: Option<&'a str>,
    /// The schema of its arguments.
    pub input_schema: Option<InputSchema<'a>>,
    /// The HTTP method behind it.
    pub method: Option<HttpMethod>,
    /// The HTTP path behind it, such as `/pets/{id}`.
    pub path: Option<&'a str>,
    /// The permissions that a caller needs.
    pub scopes: &'a [String],
    /// The tags that the source gave it.
    pub tags: &'a [String],
    /// What the source itself says. Evidence about the source's other tools, never about this one.
    pub declared: Hints,
}

/// The schema of a tool's arguments.
#[derive(Clone, Copy, Debug)]
pub enum InputSchema<'a> {
    /// As JSON text, which is read while the tool is looked at: the values of thousands of tools
    /// take many times as much memory as their texts.
    Text(&'a [u8]),
    /// As a value.
    Value(&'a Value),
}

/// A source and its tools.
#[derive(Clone, Copy, Debug)]
pub struct SourceFacts<'a> {
    /// The source's name.
    pub name: &'a str,
    /// All its tools.
    pub tools: &'a [ToolFacts<'a>],
    /// What counts as destructive.
    pub destructive: DestructivePolicy,
    /// Whether the source deals with an open world, where it is set.
    pub open_world: Option<bool>,
}

// === impl InputSchema ===

impl<'a> InputSchema<'a> {
    /// The value; none where the text is no JSON.
    pub(crate) fn read(self) -> Option<Cow<'a, Value>> {
        match self {
            Self::Text(text) => serde_json::from_slice(text).ok().map(Cow::Owned),
            Self::Value(value) => Some(Cow::Borrowed(value)),
        }
    }
}

// === impl ToolFacts ===

#[cfg(test)]
impl<'a> ToolFacts<'a> {
    /// A tool about which nothing is known but its name.
    pub(crate) const fn named(name: &'a str) -> Self {
        Self {
            name,
            title: None,
            description: None,
            input_schema: None,
            method: None,
            path: None,
            scopes: &[],
            tags: &[],
            declared: Hints::UNSET,
        }
    }
}
