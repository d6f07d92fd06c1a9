//! `candor approvals revoke`.

use super::{json, lookup};
use crate::author::author;
use crate::exit::CommandExit;
use crate::failure::CommandFailure;
use crate::oneshot;
use crate::output::CommandOutput;
use crate::text::one_line;
use crate::workspace::CommandWorkspace;

/// Takes a standing approval back.
pub(super) async fn run(
    prefix: &str,
    why: Option<&str>,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> Result<CommandExit, CommandFailure> {
    let author = author(why)?;
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.approvals();
        let grant = lookup::grant(prefix, desk.grants().await?)?;
        desk.revoke(grant.id, author).await?;
        if output.is_json() {
            output.json(&json::grant(&grant))?;
        } else {
            let tool = one_line(&grant.tool.to_string());
            output.line(&format!("revoked: {tool} ({})", grant.id))?;
        }
        Ok(CommandExit::Success)
    })
    .await
}
