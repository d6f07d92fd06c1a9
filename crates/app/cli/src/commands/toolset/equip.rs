//! `candor toolset equip` and `candor toolset unequip`.

use candor_model::ToolsetName;

use crate::args::ReasonArgs;
use crate::prelude::*;

/// Equips a toolset, or serves all tools at `/mcp`.
pub(super) async fn run(
    name: Option<&ToolsetName>,
    reason: &ReasonArgs,
    workspace: &CommandWorkspace,
) -> CommandResult {
    let author = reason.author(&workspace.actor)?;
    with_gateway(workspace, async |gateway| {
        let editor = gateway.editor();
        let before = editor.equipped();
        // No change is recorded if nothing changes.
        if before.as_ref() != name {
            editor.equip(&author, name).await?;
        }
        if workspace.output.is_json() {
            let (now, before) = (name.map(ToolsetName::as_str), before.as_ref());
            let before = before.map(ToolsetName::as_str);
            return workspace
                .output
                .json(&json!({"equipped": now, "before": before}));
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
        workspace.output.line(&sentence)
    })
    .await
}
