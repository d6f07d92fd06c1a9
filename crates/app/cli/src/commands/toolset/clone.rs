//! `candor toolset clone`.

use candor_model::ToolsetName;

use super::view;
use crate::author::author;
use crate::exit::CommandExit;
use crate::failure::CommandFailure;
use crate::oneshot;
use crate::output::CommandOutput;
use crate::workspace::CommandWorkspace;

/// Copies a toolset. Members that name nothing now are copied, too.
pub(super) async fn run(
    name: &ToolsetName,
    new: &ToolsetName,
    why: Option<&str>,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> Result<CommandExit, CommandFailure> {
    let author = author(why)?;
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.editor();
        let made = desk.clone_toolset(&author, name, new).await?;
        let endpoint = view::endpoint(new);
        let sentence = format!("copied: {name} to {new}, served at {endpoint}");
        super::done(&made, &sentence, output)?;
        Ok(CommandExit::Success)
    })
    .await
}
