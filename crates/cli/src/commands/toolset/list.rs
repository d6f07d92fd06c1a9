//! `candor toolset list`.

use candor_gateway::desk::ToolsetView;
use serde_json::{Value, json};

use super::view;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::{Output, Paint};
use crate::problems::Failure;
use crate::table::{Entry, Table};
use crate::text;
use crate::workspace::Workspace;

/// Lists all toolsets, the file's too.
pub(super) async fn run(workspace: &Workspace, output: &Output) -> Result<Exit, Failure> {
    oneshot::with_gateway(workspace, output, async |gateway| {
        let views = gateway.desk().toolsets().await?;
        tell(&views, output)?;
        Ok(Exit::Fine)
    })
    .await
}

fn tell(views: &[ToolsetView], output: &Output) -> Result<(), Failure> {
    if output.is_json() {
        let views: Vec<Value> = views.iter().map(view::head).collect();
        output.json(&json!({ "toolsets": views }))?;
        return Ok(());
    }
    if views.is_empty() {
        output.say("there is no toolset; `candor toolset build NAME MEMBER…` makes one");
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
    let mut table = Table::new(&headings);
    for view in views {
        let name = &view.toolset.name;
        let missing: Entry = match view.missing.len() {
            0 => "".into(),
            count => Entry::painted(count.to_string(), Paint::Bad),
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
