//! Values derived from an offer, computed once and cached with it.

use std::sync::{Arc, OnceLock};

use candor_search::{PreparedTool, SearchIndex, ToolDocument};
use candor_wire::RawJson;
use serde_json::Value;

use super::OfferedTool;

/// Values derived from an offer, each computed on first use. The parts that concern single tools
/// are cached with the tool, so a mostly unchanged offer is cheap.
#[derive(Debug, Default)]
pub(crate) struct OfferCache {
    costs: OnceLock<TokenCosts>,
    index: OnceLock<SearchIndex>,
}

/// The estimated token costs of definitions.
#[derive(Debug)]
pub(crate) struct TokenCosts {
    /// One per tool, in the order of the offer.
    pub(crate) each: Vec<usize>,
    pub(crate) total: usize,
}

/// The texts of a tool that are searched.
struct SearchFacts {
    name: String,
    title: Option<String>,
    description: String,
    parameters: Vec<String>,
}

// === impl OfferCache ===

impl OfferCache {
    pub(super) fn costs(&self, tools: &[Arc<OfferedTool>]) -> &TokenCosts {
        self.costs.get_or_init(|| {
            let each: Vec<_> = tools.iter().map(|offered| offered.tokens()).collect();
            let total = each.iter().sum();
            TokenCosts { each, total }
        })
    }

    /// The index. Its documents are identified by their position in the offer.
    pub(super) fn index(&self, tools: &[Arc<OfferedTool>]) -> &SearchIndex {
        self.index.get_or_init(|| index(tools))
    }
}

fn index(tools: &[Arc<OfferedTool>]) -> SearchIndex {
    let tools = tools.iter().enumerate();
    SearchIndex::assemble(tools.map(|(id, offered)| (id, Arc::clone(offered.words()))))
}

/// The searchable words of a tool, notes included.
pub(super) fn search_words(offered: &OfferedTool) -> PreparedTool {
    let facts = SearchFacts::of(offered);
    let notes = offered.notes.iter().map(candor_model::ToolNote::text);
    let parameters = facts.parameters.iter().map(String::as_str);
    PreparedTool::read(&ToolDocument {
        id: 0,
        name: &facts.name,
        title: facts.title.as_deref(),
        description: &facts.description,
        notes: &notes.collect::<Vec<_>>(),
        parameters: &parameters.collect::<Vec<_>>(),
    })
}

// === impl SearchFacts ===

impl SearchFacts {
    fn of(offered: &OfferedTool) -> Self {
        let base = &offered.tool.base;
        let title = offered.effective.shown.title();
        Self {
            name: offered.tool.name.to_string(),
            title: title.map(|fact| fact.value.to_string()),
            description: base.get_string("description").unwrap_or_default(),
            parameters: base.get("inputSchema").map(parameters).unwrap_or_default(),
        }
    }
}

/// The names of the parameters, each with its description.
fn parameters(schema: &RawJson) -> Vec<String> {
    let schema: Value = schema.decode().unwrap_or_default();
    let properties = schema.get("properties").and_then(Value::as_object);
    let properties = properties.into_iter().flatten();
    properties
        .map(|(name, property)| {
            // The first space separates the name from the description.
            let name = name.replace(char::is_whitespace, "_");
            match property.get("description").and_then(Value::as_str) {
                Some(description) => format!("{name} {description}"),
                None => name,
            }
        })
        .collect()
}
