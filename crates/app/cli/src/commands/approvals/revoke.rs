//! `candor approvals revoke`.

use super::{json, lookup};
use crate::author::author;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace, with_gateway};
use crate::text::one_line;

/// Revokes a standing approval.
pub(super) async fn run(
    prefix: &str,
    why: Option<&str>,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    let author = author(why)?;
    with_gateway(workspace, output, async |gateway| {
        let service = gateway.approvals();
        let grant = lookup::grant(prefix, service.grants().await?)?;
        service.revoke(grant.id, author).await?;
        if output.is_json() {
            output.json(&json::grant(&grant))?;
        } else {
            let tool = one_line(&grant.tool.to_string());
            output.line(&format!("revoked: {tool} ({})", grant.id))?;
        }
        Ok(())
    })
    .await
}
