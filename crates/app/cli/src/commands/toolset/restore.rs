//! `candor toolset restore`.

use candor_model::ToolsetName;

use crate::author::author;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace, with_gateway};

/// Restores an earlier version.
pub(super) async fn run(
    name: &ToolsetName,
    version: u64,
    why: Option<&str>,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    let author = author(why)?;
    with_gateway(workspace, output, async |gateway| {
        let editor = gateway.editor();
        let view = editor.restore_toolset(&author, name, version).await?;
        let sentence = format!("restored: {name} as it was at version {version}");
        super::done(&view, &sentence, output)
    })
    .await
}
