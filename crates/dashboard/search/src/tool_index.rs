//! What is searched of every tool, computed once per catalogue.

use std::sync::Arc;

use candor_dashboard_kit::{CatalogueCache, query};
use candor_gateway::{Catalogue, Gateway};

use crate::candidate::{MatchRank, SearchWords};

/// The index of the current catalogue.
pub(crate) type ToolIndexCache = CatalogueCache<Vec<IndexedTool>>;

/// How much of a title is searched and shown, in characters.
const TITLE: usize = 200;

/// A tool that can be found.
#[derive(Debug)]
pub(crate) struct IndexedTool {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) to: String,
    /// Both in lower case.
    name_key: String,
    title_key: String,
}

/// Every tool, served or quarantined, by name.
pub(crate) fn tool_index(gateway: &Gateway, cache: &ToolIndexCache) -> Arc<Vec<IndexedTool>> {
    let catalogue = gateway.catalogue();
    cache.get(&catalogue, || index(&catalogue))
}

fn index(catalogue: &Catalogue) -> Vec<IndexedTool> {
    let served = catalogue.everything();
    let tools = catalogue.tools().iter().map(|tool| {
        let name = tool.name.to_string();
        let offered = served.tool(tool.exposed.as_str());
        let title = offered.and_then(|offered| offered.effective.shown.title());
        let title: String = title.map_or_else(String::new, |fact| {
            fact.value.trim().chars().take(TITLE).collect()
        });
        IndexedTool {
            to: query::path(&["tools", &name]),
            name_key: name.to_lowercase(),
            title_key: title.to_lowercase(),
            name,
            title,
        }
    });
    let mut tools: Vec<_> = tools.collect();
    tools.sort_by(|one, other| one.name.cmp(&other.name));
    tools
}

// === impl IndexedTool ===

impl IndexedTool {
    pub(crate) fn rank(&self, words: &SearchWords) -> Option<MatchRank> {
        words.rank(&self.name_key, &self.title_key)
    }
}
