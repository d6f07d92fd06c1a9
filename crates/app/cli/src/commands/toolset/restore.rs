//! `candor toolset restore`.

use candor_model::ToolsetName;

use crate::author::author;
use crate::exit::CommandExit;
use crate::failure::CommandFailure;
use crate::oneshot;
use crate::output::CommandOutput;
use crate::workspace::CommandWorkspace;

/// Makes a toolset what it was.
pub(super) async fn run(
    name: &ToolsetName,
    version: u64,
    why: Option<&str>,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> Result<CommandExit, CommandFailure> {
    let author = author(why)?;
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.editor();
        let view = desk.restore_toolset(&author, name, version).await?;
        let sentence = format!("restored: {name} as it was at version {version}");
        super::done(&view, &sentence, output)?;
        Ok(CommandExit::Success)
    })
    .await
}
