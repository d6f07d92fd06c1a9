//! `candor drift history`: what has changed before, and who accepted it.

use candor_model::QualifiedName;
use candor_store::ChangeFilter;

use crate::commands::changes;
use crate::exit::CommandExit;
use crate::failure::CommandFailure;
use crate::oneshot;
use crate::output::CommandOutput;
use crate::workspace::CommandWorkspace;

/// How the actions begin.
const ACTION: &str = "drift.";

/// Lists the changes of one tool, or of all.
pub(super) async fn run(
    tool: Option<&QualifiedName>,
    limit: u32,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> Result<CommandExit, CommandFailure> {
    let filter = ChangeFilter {
        subject: tool.map(ToString::to_string),
        who: None,
        action: Some(ACTION.to_owned()),
        after: None,
        limit: limit as usize,
    };
    oneshot::with_gateway(workspace, output, async |gateway| {
        changes::show(gateway.records(), filter, output).await?;
        Ok(CommandExit::Success)
    })
    .await
}
