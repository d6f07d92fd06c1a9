//! `candor toolset list`.

use candor_gateway::edit::ToolsetDetails;
use serde_json::{Value, json};

use super::view;
use crate::failure::CommandResult;
use crate::oneshot;
use crate::output::{CommandOutput, TextStyle};
use crate::table::{TableCell, TextTable};
use crate::text;
use crate::workspace::CommandWorkspace;

/// Lists all toolsets, the file's too.
pub(super) async fn run(workspace: &CommandWorkspace, output: &CommandOutput) -> CommandResult {
    oneshot::with_gateway(workspace, output, async |gateway| {
        let views = gateway.editor().toolsets().await?;
        tell(&views, output)
    })
    .await
}

fn tell(views: &[ToolsetDetails], output: &CommandOutput) -> CommandResult<()> {
    if output.is_json() {
        let views: Vec<Value> = views.iter().map(view::head).collect();
        output.json(&json!({ "toolsets": views }))?;
        return Ok(());
    }
    if views.is_empty() {
        output.say("no toolsets yet; `candor toolset build NAME MEMBER…` creates one");
        return Ok(());
    }
    let headings = [
        "TOOLSET",
        "ENDPOINT",
        "TOOLS",
        "MISSING",
        "TOKENS",
        "DESCRIPTION",
    ];
    let mut table = TextTable::new(&headings);
    for view in views {
        let name = &view.toolset.name;
        let missing: TableCell = match view.missing.len() {
            0 => "".into(),
            count => TableCell::painted(count.to_string(), TextStyle::Error),
        };
        table.row([
            name.as_str().into(),
            view::endpoint(name).into(),
            view.tools.len().to_string().into(),
            missing,
            view.tokens.to_string().into(),
            text::one_line(&view.toolset.description).into(),
        ]);
    }
    output.table(table)?;
    if let Some(view) = views.iter().find(|view| view.equipped) {
        output.say(&format!("equipped: {}, served at /mcp", view.toolset.name));
    }
    Ok(())
}
