//! `candor toolset equip` and `candor toolset unequip`.

use candor_model::ToolsetName;
use serde_json::json;

use crate::author::author;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace, with_gateway};
use crate::text::counted;

/// Equips a toolset, or serves all tools at `/mcp`.
pub(super) async fn run(
    name: Option<&ToolsetName>,
    why: Option<&str>,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    let author = author(why)?;
    with_gateway(workspace, output, async |gateway| {
        let editor = gateway.editor();
        let before = editor.equipped();
        // No change is recorded if nothing changes.
        if before.as_ref() != name {
            editor.equip(&author, name).await?;
        }
        let shown = |name: &ToolsetName| name.to_string();
        if output.is_json() {
            output.json(&json!({
                "equipped": name.map(shown),
                "before": before.as_ref().map(shown),
            }))?;
            return Ok(());
        }
        let sentence = match (name, &before) {
            (Some(name), _) => {
                let view = editor.toolset(name).await?;
                let tools = counted(view.tools.len(), "tool");
                format!("equipped: {name}; `/mcp` serves {tools}")
            }
            (None, Some(before)) => format!("unequipped: {before}; `/mcp` serves all tools"),
            (None, None) => "no toolset was equipped; `/mcp` serves all tools".to_owned(),
        };
        output.line(&sentence)?;
        Ok(())
    })
    .await
}
