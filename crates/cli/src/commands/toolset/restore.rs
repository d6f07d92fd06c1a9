//! `candor toolset restore`.

use candor_model::ToolsetName;

use crate::author::author;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::workspace::Workspace;

/// Makes a toolset what it was.
pub(super) async fn run(
    name: &ToolsetName,
    version: u64,
    why: Option<&str>,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let author = author(why)?;
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.desk();
        let view = desk.restore_toolset(&author, name, version).await?;
        let sentence = format!("restored: {name} as it was at version {version}");
        super::done(&view, &sentence, output)?;
        Ok(Exit::Fine)
    })
    .await
}
