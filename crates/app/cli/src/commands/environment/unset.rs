//! `candor environment unset`.

use candor_model::{EnvironmentName, VariableName};

use crate::author::author;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace, with_gateway};

/// Removes a variable.
pub(super) async fn run(
    name: &EnvironmentName,
    variable: &VariableName,
    why: Option<&str>,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    let author = author(why)?;
    with_gateway(workspace, output, async |gateway| {
        let editor = gateway.editor();
        let view = editor.remove_variable(&author, name, variable).await?;
        let sentence = format!("removed: variable {variable} of {name}");
        super::done(&view, &sentence, output)
    })
    .await
}
