//! The toolsets of a gateway with their notes.

use candor_gateway::Gateway;
use candor_gateway::edit::{EditError, ToolsetDetails};
use candor_lint::{LintNote, LintToolset};

/// Every toolset, by name.
pub(crate) async fn all(gateway: &Gateway) -> Result<Vec<LintToolset>, EditError> {
    let toolsets = gateway.editor().toolsets().await?;
    Ok(toolsets.iter().map(of).collect())
}

fn of(details: &ToolsetDetails) -> LintToolset {
    let notes = details.tools.iter().flat_map(|offered| {
        let tool = offered.tool.name.to_string();
        offered.notes.iter().map(move |note| LintNote {
            tool: tool.clone(),
            name: note.name().to_string(),
            text: note.text().to_owned(),
        })
    });
    let tools = details.tools.iter();
    let missing = details.missing.iter();
    LintToolset {
        name: details.toolset.name.to_string(),
        tools: tools.map(|offered| offered.tool.name.to_string()).collect(),
        unresolved: missing.map(|one| one.member.to_string()).collect(),
        notes: notes.collect(),
    }
}
