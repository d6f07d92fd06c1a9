//! `candor environment delete`.

use candor_gateway::edit::EnvironmentDetails;
use candor_model::{EnvironmentName, OpinionScope};
use serde_json::json;

use crate::author::author;
use crate::exit::CommandExit;
use crate::failure::CommandFailure;
use crate::oneshot;
use crate::output::CommandOutput;
use crate::prompt;
use crate::text::counted;
use crate::workspace::CommandWorkspace;

/// Removes an environment, once somebody has said yes.
pub(super) async fn run(
    name: &EnvironmentName,
    yes: bool,
    why: Option<&str>,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> Result<CommandExit, CommandFailure> {
    let author = author(why)?;
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.editor();
        let view = desk.environment(name).await?;
        let entries = desk.opinions().await?;
        let here = OpinionScope::Environment(name.clone());
        let said = entries
            .iter()
            .filter(|entry| entry.key.scope == here)
            .count();
        // What the file declares is refused in any case; nobody needs to be asked.
        if !yes && view.version.is_some() {
            confirm(&view, said, output).await?;
        }
        desk.delete_environment(&author, name, view.version).await?;
        if output.is_json() {
            output.json(&json!({"deleted": name.to_string()}))?;
        } else {
            output.line(&format!("deleted: {name}"))?;
        }
        Ok(CommandExit::Success)
    })
    .await
}

async fn confirm(
    view: &EnvironmentDetails,
    said: usize,
    output: &CommandOutput,
) -> Result<(), CommandFailure> {
    let variables = counted(view.variables.len(), "variable");
    let tables = counted(said, "statement");
    let what = format!("{variables} and {tables} about tools");
    prompt::confirm_deletion(view.environment.name.as_str(), &what, output).await
}
