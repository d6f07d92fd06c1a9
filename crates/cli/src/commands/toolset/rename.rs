//! `candor toolset rename`.

use candor_model::{Toolset, ToolsetName};

use super::view;
use crate::author::author;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::workspace::Workspace;

/// Gives a toolset another name.
pub(super) async fn run(
    name: &ToolsetName,
    new: &ToolsetName,
    why: Option<&str>,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let author = author(why)?;
    if name == new {
        return Err(Failure::new(format!("`{name}` is its name already")));
    }
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.desk();
        let rename = |toolset: &mut Toolset| {
            toolset.name = new.clone();
            Ok(())
        };
        let view = desk.edit_toolset(&author, name, None, rename).await?;
        let endpoint = view::endpoint(new);
        let sentence = format!("renamed: {name} to {new}, served at {endpoint}");
        super::done(&view, &sentence, output)?;
        Ok(Exit::Fine)
    })
    .await
}
