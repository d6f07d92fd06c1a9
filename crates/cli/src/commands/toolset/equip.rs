//! `candor toolset equip` and `candor toolset unequip`.

use candor_model::ToolsetName;
use serde_json::json;

use crate::author::author;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::text::counted;
use crate::workspace::Workspace;

/// Lets `/mcp` serve a toolset, or everything.
pub(super) async fn run(
    name: Option<&ToolsetName>,
    why: Option<&str>,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let author = author(why)?;
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.desk();
        let before = desk.equipped();
        // Nothing is written down where nothing changes.
        if before.as_ref() != name {
            desk.equip(&author, name).await?;
        }
        let shown = |name: &ToolsetName| name.to_string();
        if output.is_json() {
            output.json(&json!({
                "equipped": name.map(shown),
                "before": before.as_ref().map(shown),
            }))?;
            return Ok(Exit::Fine);
        }
        let sentence = match (name, &before) {
            (Some(name), _) => {
                let view = desk.toolset(name).await?;
                let tools = counted(view.tools.len(), "tool");
                format!("equipped: {name}; `/mcp` serves {tools}")
            }
            (None, Some(before)) => format!("unequipped: {before}; `/mcp` serves everything"),
            (None, None) => "nothing was equipped; `/mcp` serves everything".to_owned(),
        };
        output.line(&sentence)?;
        Ok(Exit::Fine)
    })
    .await
}
