//! Tools with a similar name.

use candor_dashboard_kit::{ExternalText, query};
use candor_gateway::Gateway;
use candor_model::{Role, nearest as nearest_word};

use super::PATH;
use super::query_form::SimulationForm;

/// The most suggestions.
const MOST: usize = 5;

/// A suggested tool.
pub(crate) struct ToolNameSuggestion {
    pub(crate) name: ExternalText,
    /// The link to the same simulation for this tool.
    pub(crate) to: String,
}

/// Tools whose name contains the input, or is similar to it.
pub(crate) fn nearest(gateway: &Gateway, ask: &SimulationForm) -> Vec<ToolNameSuggestion> {
    let catalogue = gateway.catalogue();
    let typed = ask.tool.trim().to_lowercase();
    let own = typed.rsplit('.').next().unwrap_or_default();
    let holds = |name: &str| !own.is_empty() && name.to_lowercase().contains(own);
    let tools = catalogue.tools().iter();
    let holding = tools.filter(|tool| holds(tool.name.own()) || holds(tool.exposed.as_str()));
    let mut names: Vec<String> = holding
        .take(MOST)
        .map(|tool| tool.name.to_string())
        .collect();
    if names.is_empty() {
        let all: Vec<String> = catalogue
            .tools()
            .iter()
            .map(|tool| tool.name.to_string())
            .collect();
        let near = nearest_word(&typed, all.iter().map(String::as_str));
        names.extend(near.map(str::to_owned));
    }
    names
        .iter()
        .map(|name| ToolNameSuggestion::of(name, ask))
        .collect()
}

// === impl ToolNameSuggestion ===

impl ToolNameSuggestion {
    fn of(name: &str, ask: &SimulationForm) -> Self {
        let words: Vec<&str> = ask.roles.iter().map(Role::as_str).collect();
        let roles = words.iter().map(|word| ("role", *word));
        let pairs = [
            ("tool", name),
            ("arguments", &ask.arguments),
            ("toolset", &ask.toolset),
            ("environment", &ask.environment),
            ("caller", &ask.caller),
            ("asked", "1"),
        ];
        Self {
            name: ExternalText::line(name),
            to: query::with_all(PATH, pairs.into_iter().chain(roles)),
        }
    }
}
