//! `candor toolset rename`.

use candor_model::{Toolset, ToolsetName};

use super::view;
use crate::author::author;
use crate::exit::CommandExit;
use crate::failure::CommandFailure;
use crate::oneshot;
use crate::output::CommandOutput;
use crate::workspace::CommandWorkspace;

/// Gives a toolset another name.
pub(super) async fn run(
    name: &ToolsetName,
    new: &ToolsetName,
    why: Option<&str>,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> Result<CommandExit, CommandFailure> {
    let author = author(why)?;
    if name == new {
        return Err(CommandFailure::new(format!("`{name}` is its name already")));
    }
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.editor();
        let rename = |toolset: &mut Toolset| {
            toolset.name = new.clone();
            Ok(())
        };
        let view = desk.edit_toolset(&author, name, None, rename).await?;
        let endpoint = view::endpoint(new);
        let sentence = format!("renamed: {name} to {new}, served at {endpoint}");
        super::done(&view, &sentence, output)?;
        Ok(CommandExit::Success)
    })
    .await
}
