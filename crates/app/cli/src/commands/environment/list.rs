//! `candor environment list`.

use candor_gateway::edit::EnvironmentDetails;
use serde_json::{Value, json};

use crate::exit::CommandExit;
use crate::failure::CommandFailure;
use crate::oneshot;
use crate::output::CommandOutput;
use crate::table::TextTable;
use crate::text;
use crate::workspace::CommandWorkspace;

/// Lists all environments, the file's too.
pub(super) async fn run(
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> Result<CommandExit, CommandFailure> {
    oneshot::with_gateway(workspace, output, async |gateway| {
        let views = gateway.editor().environments().await?;
        tell(&views, output)?;
        Ok(CommandExit::Success)
    })
    .await
}

fn tell(views: &[EnvironmentDetails], output: &CommandOutput) -> Result<(), CommandFailure> {
    if output.is_json() {
        let views: Vec<Value> = views.iter().map(super::json).collect();
        output.json(&json!({ "environments": views }))?;
    } else if views.is_empty() {
        output.say("there is no environment; `candor environment create NAME` makes one");
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
