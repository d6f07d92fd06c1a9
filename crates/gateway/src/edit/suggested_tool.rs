//! Suggestions by tool, those first that would save people the most questions.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use candor_boxed::boxed;
use candor_model::QualifiedName;
use candor_store::ToolDemand;

use super::{EditError, Editor, HintSuggestion};
use crate::catalogue::CatalogueTool;

/// What is suggested about one tool.
#[derive(Clone, Debug)]
pub struct SuggestedTool {
    /// The tool as the catalogue has it.
    pub tool: Arc<CatalogueTool>,
    /// What is suggested, in the order of the hints.
    pub suggestions: Vec<HintSuggestion>,
    /// How much the tool is wanted: what there is to gain.
    pub demand: ToolDemand,
}

impl Editor<'_> {
    /// How much each tool is wanted that was called or asked about lately.
    #[boxed]
    pub async fn tool_demand(&self) -> Result<HashMap<QualifiedName, ToolDemand>, EditError> {
        Ok(self.store().tool_demand().await?)
    }
}

// === impl SuggestedTool ===

impl SuggestedTool {
    /// Suggestions by tool. Those tools come first about which people were asked most often, then
    /// those that are called most, then those of which Candor is surest, then by name.
    pub fn ranked(
        mut suggestions: Vec<HintSuggestion>,
        demand: &HashMap<QualifiedName, ToolDemand>,
    ) -> Vec<Self> {
        suggestions.sort_by_cached_key(|one| (one.tool.name.to_string(), one.finding.hint.index()));
        let mut tools: Vec<Self> = Vec::new();
        for one in suggestions {
            let name = &one.tool.name;
            match tools.last_mut().filter(|last| last.tool.name == *name) {
                Some(last) => last.suggestions.push(one),
                None => tools.push(Self {
                    demand: demand.get(name).copied().unwrap_or_default(),
                    tool: Arc::clone(&one.tool),
                    suggestions: vec![one],
                }),
            }
        }
        // Stable, so that equals stay in the order of their names.
        tools.sort_by_key(|one| {
            let suggestions = one.suggestions.iter();
            let surest = suggestions.map(|one| one.finding.confidence).max();
            Reverse((one.demand.questions, one.demand.calls, surest))
        });
        tools
    }
}
