//! `candor drift history`: past changes, and who accepted them.

use candor_model::QualifiedName;
use candor_store::ChangeFilter;

use crate::commands::changes;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace, with_gateway};

/// How the actions begin.
const ACTION: &str = "drift.";

/// Lists the changes of one tool, or of all.
pub(super) async fn run(
    tool: Option<&QualifiedName>,
    limit: u32,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    let filter = ChangeFilter {
        subject: tool.map(ToString::to_string),
        who: None,
        action: Some(ACTION.to_owned()),
        after: None,
        limit: limit as usize,
    };
    with_gateway(workspace, output, async |gateway| {
        changes::show(gateway.records(), filter, output).await?;
        Ok(())
    })
    .await
}
