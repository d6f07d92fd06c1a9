//! What is worked out about an offer once, and kept as long as the offer is served.

use std::sync::{Arc, OnceLock};

use candor_search::{Document, Index, Prepared};
use candor_wire::RawJson;
use serde_json::Value;

use super::Offered;

/// See the module. Each part is made when it is first asked for; what it takes of each tool is
/// kept with that tool, so that an offer in which little is new costs little.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    costs: OnceLock<Costs>,
    index: OnceLock<Index>,
}

/// What definitions cost in a model's context, about.
#[derive(Debug)]
pub(crate) struct Costs {
    /// One per tool, in the order of the offer.
    pub(crate) each: Vec<usize>,
    pub(crate) total: usize,
}

/// What search is told about a tool.
struct Facts {
    name: String,
    title: Option<String>,
    description: String,
    parameters: Vec<String>,
}

// === impl Shelf ===

impl Shelf {
    pub(super) fn costs(&self, tools: &[Arc<Offered>]) -> &Costs {
        self.costs.get_or_init(|| {
            let each: Vec<_> = tools.iter().map(|offered| offered.tokens()).collect();
            let total = each.iter().sum();
            Costs { each, total }
        })
    }

    /// The index; its documents are known by their place in the offer.
    pub(super) fn index(&self, tools: &[Arc<Offered>]) -> &Index {
        self.index.get_or_init(|| index(tools))
    }
}

fn index(tools: &[Arc<Offered>]) -> Index {
    let tools = tools.iter().enumerate();
    Index::assemble(tools.map(|(id, offered)| (id, Arc::clone(offered.words()))))
}

/// A tool taken apart, with what the house says about it.
pub(super) fn words(offered: &Offered) -> Prepared {
    let facts = Facts::of(offered);
    let notes = offered.notes.iter().map(candor_model::Note::text);
    let parameters = facts.parameters.iter().map(String::as_str);
    Prepared::read(&Document {
        id: 0,
        name: &facts.name,
        title: facts.title.as_deref(),
        description: &facts.description,
        notes: &notes.collect::<Vec<_>>(),
        parameters: &parameters.collect::<Vec<_>>(),
    })
}

// === impl Facts ===

impl Facts {
    fn of(offered: &Offered) -> Self {
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
            // The first space ends the name.
            let name = name.replace(char::is_whitespace, "_");
            match property.get("description").and_then(Value::as_str) {
                Some(description) => format!("{name} {description}"),
                None => name,
            }
        })
        .collect()
}
