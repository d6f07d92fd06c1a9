//! `candor drift history`: what has changed before, and who accepted it.

use candor_model::QualifiedName;
use candor_store::ChangeFilter;

use crate::commands::changes;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::workspace::Workspace;

/// How the actions begin.
const ACTION: &str = "drift.";

/// Lists the changes of one tool, or of all.
pub(super) async fn run(
    tool: Option<&QualifiedName>,
    limit: u32,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let filter = ChangeFilter {
        subject: tool.map(ToString::to_string),
        who: None,
        action: Some(ACTION.to_owned()),
        after: None,
        limit: limit as usize,
    };
    oneshot::with_gateway(workspace, output, async |gateway| {
        changes::show(gateway.store(), filter, output).await?;
        Ok(Exit::Fine)
    })
    .await
}
