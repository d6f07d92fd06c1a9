//! `candor environment unset`.

use candor_model::{EnvironmentName, VariableName};

use crate::author::author;
use crate::exit::CommandExit;
use crate::failure::CommandFailure;
use crate::oneshot;
use crate::output::CommandOutput;
use crate::workspace::CommandWorkspace;

/// Removes a variable.
pub(super) async fn run(
    name: &EnvironmentName,
    variable: &VariableName,
    why: Option<&str>,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> Result<CommandExit, CommandFailure> {
    let author = author(why)?;
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.editor();
        let view = desk.remove_variable(&author, name, variable).await?;
        let sentence = format!("removed: variable {variable} of {name}");
        super::done(&view, &sentence, output)?;
        Ok(CommandExit::Success)
    })
    .await
}
