//! `candor environment list`.

use candor_gateway::edit::EnvironmentDetails;
use serde_json::{Value, json};

use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace, with_gateway};
use crate::table::TextTable;
use crate::text;

/// Lists all environments, including those of the file.
pub(super) async fn run(workspace: &CommandWorkspace, output: &CommandOutput) -> CommandResult {
    with_gateway(workspace, output, async |gateway| {
        let views = gateway.editor().environments().await?;
        print(&views, output)
    })
    .await
}

fn print(views: &[EnvironmentDetails], output: &CommandOutput) -> CommandResult<()> {
    if output.is_json() {
        let views: Vec<Value> = views.iter().map(super::json).collect();
        output.json(&json!({ "environments": views }))?;
    } else if views.is_empty() {
        output.say("no environments yet; `candor environment create NAME` creates one");
    } else {
        let mut table = TextTable::new(&["ENVIRONMENT", "ENDPOINT", "VARIABLES", "DESCRIPTION"]);
        for view in views {
            table.row([
                view.environment.name.as_str().into(),
                super::endpoint(view).into(),
                view.variables.len().to_string().into(),
                text::one_line(&view.environment.description).into(),
            ]);
        }
        output.table(table)?;
    }
    Ok(())
}
