//! What is known about a tool before anything is inferred.

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
    pub input_schema: Option<&'a Value>,
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
