//! `candor environment delete`.

use candor_gateway::edit::EnvironmentDetails;
use candor_model::{EnvironmentName, OpinionScope};
use serde_json::json;

use crate::author::author;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace, with_gateway};
use crate::prompt;
use crate::text::counted;

/// Deletes an environment after confirmation.
pub(super) async fn run(
    name: &EnvironmentName,
    yes: bool,
    why: Option<&str>,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    let author = author(why)?;
    with_gateway(workspace, output, async |gateway| {
        let editor = gateway.editor();
        let view = editor.environment(name).await?;
        let entries = editor.opinions().await?;
        let here = OpinionScope::Environment(name.clone());
        let said = entries
            .iter()
            .filter(|entry| entry.key.scope == here)
            .count();
        // What the file declares is refused in any case, so there is no need to ask.
        if !yes && view.version.is_some() {
            confirm(&view, said, output).await?;
        }
        editor
            .delete_environment(&author, name, view.version)
            .await?;
        output.json_or_line(
            || json!({"deleted": name.to_string()}),
            format!("deleted: {name}"),
        )?;
        Ok(())
    })
    .await
}

async fn confirm(
    view: &EnvironmentDetails,
    said: usize,
    output: &CommandOutput,
) -> CommandResult<()> {
    let variables = counted(view.variables.len(), "variable");
    let tables = counted(said, "statement");
    let what = format!("{variables} and {tables} about tools");
    prompt::confirm_deletion(view.environment.name.as_str(), &what, output).await
}
