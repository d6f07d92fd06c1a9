//! `candor environment unset`.

use candor_model::{EnvironmentName, VariableName};

use crate::author::author;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::workspace::Workspace;

/// Removes a variable.
pub(super) async fn run(
    name: &EnvironmentName,
    variable: &VariableName,
    why: Option<&str>,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let author = author(why)?;
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.desk();
        let view = desk.remove_variable(&author, name, variable).await?;
        let sentence = format!("removed: variable {variable} of {name}");
        super::done(&view, &sentence, output)?;
        Ok(Exit::Fine)
    })
    .await
}
