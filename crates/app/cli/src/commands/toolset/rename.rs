//! `candor toolset rename`.

use candor_model::{Toolset, ToolsetName};

use super::view;
use crate::author::author;
use crate::prelude::{
    CommandFailure, CommandOutput, CommandResult, CommandWorkspace, with_gateway,
};

/// Gives a toolset another name.
pub(super) async fn run(
    name: &ToolsetName,
    new: &ToolsetName,
    why: Option<&str>,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    let author = author(why)?;
    if name == new {
        return Err(CommandFailure::new(format!(
            "the toolset is already named `{name}`"
        )));
    }
    with_gateway(workspace, output, async |gateway| {
        let editor = gateway.editor();
        let rename = |toolset: &mut Toolset| {
            toolset.name = new.clone();
            Ok(())
        };
        let view = editor.edit_toolset(&author, name, None, rename).await?;
        let endpoint = view::endpoint(new);
        let sentence = format!("renamed: {name} to {new}, served at {endpoint}");
        super::done(&view, &sentence, output)
    })
    .await
}
