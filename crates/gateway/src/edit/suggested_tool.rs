//! Suggestions by tool, starting with those that would save the most questions.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use candor_boxed::boxed;
use candor_model::QualifiedName;
use candor_store::ToolDemand;

use super::{EditError, Editor, HintSuggestion};
use crate::catalogue::CatalogueTool;

/// The suggestions about one tool.
#[derive(Clone, Debug)]
pub struct SuggestedTool {
    /// The tool in the catalogue.
    pub tool: Arc<CatalogueTool>,
    /// The suggestions, in the order of the hints.
    pub suggestions: Vec<HintSuggestion>,
    /// The demand for the tool, which shows what there is to gain.
    pub demand: ToolDemand,
}

impl Editor<'_> {
    /// The demand for every tool that was recently called or asked about.
    #[boxed]
    pub async fn tool_demand(&self) -> Result<HashMap<QualifiedName, ToolDemand>, EditError> {
        Ok(self.store().tool_demand().await?)
    }
}

// === impl SuggestedTool ===

impl SuggestedTool {
    /// Suggestions by tool. The tools that people were asked about most often come first, then
    /// those that are called most, then those with the highest confidence, then by name.
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
        // A stable sort, so that equal ones stay in the order of their names.
        tools.sort_by_key(|one| {
            let suggestions = one.suggestions.iter();
            let surest = suggestions.map(|one| one.finding.confidence).max();
            Reverse((one.demand.questions, one.demand.calls, surest))
        });
        tools
    }
}
