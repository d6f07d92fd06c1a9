//! `candor toolset clone`.

use candor_model::ToolsetName;

use super::view;
use crate::author::author;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::workspace::Workspace;

/// Copies a toolset. Members that name nothing now are copied, too.
pub(super) async fn run(
    name: &ToolsetName,
    new: &ToolsetName,
    why: Option<&str>,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let author = author(why)?;
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.desk();
        let made = desk.clone_toolset(&author, name, new).await?;
        let endpoint = view::endpoint(new);
        let sentence = format!("copied: {name} to {new}, served at {endpoint}");
        super::done(&made, &sentence, output)?;
        Ok(Exit::Fine)
    })
    .await
}
