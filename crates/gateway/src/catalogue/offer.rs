//! What one endpoint serves: every tool with its effective annotations, and the finished list.

use std::collections::HashMap;
use std::sync::Arc;

use candor_model::{Opinion, Revision, Scope};
use candor_resolve::{Book, Effective, Layers, settle};
use candor_wire::RawJson;

use super::list::ListBytes;
use super::render::{self, Style};
use super::{Cache, Tool};
use crate::endpoint::Endpoint;

/// One tool as an endpoint serves it.
#[derive(Debug)]
pub struct Offered {
    /// The tool.
    pub tool: Arc<Tool>,
    /// What it does, as far as anybody says.
    pub effective: Effective,
    /// The definition that clients get.
    pub definition: RawJson,
}

/// The tools of one endpoint.
#[derive(Debug, Default)]
pub struct Offer {
    tools: Vec<Arc<Offered>>,
    by_name: HashMap<Box<str>, Arc<Offered>>,
    list: ListBytes,
    /// The same list for clients that are older than annotations.
    bare: ListBytes,
    style: Style,
}

/// What is shown, and how.
pub(super) struct Shown<'a> {
    pub(super) tools: &'a [Arc<Tool>],
    pub(super) style: Style,
    pub(super) cache: Cache,
}

// === impl Offer ===

impl Offer {
    /// Settles what each tool does here. A tool that is the same and does the same as `before`
    /// keeps the definition that was written then.
    pub(super) fn new(
        shown: &Shown<'_>,
        book: &Book,
        endpoint: &Endpoint,
        before: Option<&Self>,
    ) -> Self {
        let before = before.filter(|before| before.style == shown.style);
        let offered: Vec<_> = shown
            .tools
            .iter()
            .map(|tool| {
                let effective = effective(tool, book, endpoint);
                let kept = before
                    .and_then(|before| before.tool(tool.exposed.as_str()))
                    .filter(|kept| Arc::ptr_eq(&kept.tool, tool) && kept.effective == effective);
                kept.cloned().unwrap_or_else(|| {
                    Arc::new(Offered {
                        tool: Arc::clone(tool),
                        definition: render::annotated(&tool.base, &effective.shown, shown.style),
                        effective,
                    })
                })
            })
            .collect();
        let bare = shown.tools.iter().map(|tool| &tool.bare);
        let full = offered.iter().map(|offered| &offered.definition);
        Self {
            list: ListBytes::new("tools", full, shown.cache),
            bare: ListBytes::new("tools", bare, shown.cache),
            by_name: offered
                .iter()
                .map(|offered| (offered.tool.exposed.as_str().into(), Arc::clone(offered)))
                .collect(),
            tools: offered,
            style: shown.style,
        }
    }

    /// The finished `result` of `tools/list`, for a client of this revision.
    pub fn list(&self, revision: Revision) -> RawJson {
        let list = if revision == Revision::V2024_11_05 {
            &self.bare
        } else {
            &self.list
        };
        list.of(revision.era())
    }

    /// All tools, in their stable order.
    pub fn tools(&self) -> &[Arc<Offered>] {
        &self.tools
    }

    /// The tool that clients know by this name.
    pub fn tool(&self, exposed: &str) -> Option<&Arc<Offered>> {
        self.by_name.get(exposed)
    }

    /// Whether clients would see a difference.
    pub(crate) fn is_seen_as(&self, other: &Self) -> bool {
        self.list == other.list && self.bare == other.bare
    }
}

/// What a tool does at an endpoint, as far as anybody says.
pub(crate) fn effective(tool: &Tool, book: &Book, endpoint: &Endpoint) -> Effective {
    let above = above(tool, book, endpoint);
    settle(&Layers {
        inferred: &tool.inferred,
        declared: &tool.declared,
        above: &above.iter().collect::<Vec<_>>(),
        trust: tool.server.trust,
    })
}

/// What people say about a tool at an endpoint, lowest layer first.
pub(crate) fn above(tool: &Tool, book: &Book, endpoint: &Endpoint) -> Vec<Opinion> {
    let scopes = [
        Some(Scope::Everywhere),
        endpoint.environment.clone().map(Scope::Environment),
        endpoint.toolset.clone().map(Scope::Toolset),
    ];
    scopes
        .into_iter()
        .flatten()
        .map(|scope| book.about(&scope, &tool.name))
        .collect()
}
