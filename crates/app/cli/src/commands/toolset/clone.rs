//! `candor toolset clone`.

use candor_model::ToolsetName;

use super::view;
use crate::author::author;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace, with_gateway};

/// Copies a toolset, including members that match nothing now.
pub(super) async fn run(
    name: &ToolsetName,
    new: &ToolsetName,
    why: Option<&str>,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    let author = author(why)?;
    with_gateway(workspace, output, async |gateway| {
        let editor = gateway.editor();
        let made = editor.clone_toolset(&author, name, new).await?;
        let endpoint = view::endpoint(new);
        let sentence = format!("copied: {name} to {new}, served at {endpoint}");
        super::done(&made, &sentence, output)
    })
    .await
}
