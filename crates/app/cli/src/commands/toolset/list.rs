//! `candor toolset list`.

use candor_gateway::edit::ToolsetDetails;
use serde_json::{Value, json};

use super::view;
use crate::output::TextStyle;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace, with_gateway};
use crate::table::{TableCell, TextTable};
use crate::text;

/// Lists all toolsets, including those of the file.
pub(super) async fn run(workspace: &CommandWorkspace, output: &CommandOutput) -> CommandResult {
    with_gateway(workspace, output, async |gateway| {
        let views = gateway.editor().toolsets().await?;
        print(&views, output)
    })
    .await
}

fn print(views: &[ToolsetDetails], output: &CommandOutput) -> CommandResult<()> {
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
