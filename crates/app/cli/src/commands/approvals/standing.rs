//! `candor approvals standing` and `candor approvals revoke`: calls that need no further approval.

use candor_model::ApprovalGrant;

use super::client::with_client;
use super::{json, lookup, wording};
use crate::args::ReasonArgs;
use crate::prelude::*;

/// Lists the standing approvals, the newest first.
pub(super) async fn run(workspace: &CommandWorkspace) -> CommandResult {
    with_client(workspace, async |client| {
        let output = &workspace.output;
        let grants = client.grants().await?;
        if output.is_json() {
            let grants: Value = grants.iter().map(json::grant).collect();
            return output.json(&json!({ "standing": grants }));
        }
        if grants.is_empty() {
            output.say("no standing approvals");
            return Ok(());
        }
        let ids = lookup::shortened(grants.iter().map(|grant| grant.id.to_string()));
        for (grant, id) in grants.iter().zip(ids) {
            print(grant, &id, output)?;
        }
        output.say("hint: `candor approvals revoke ID` revokes one");
        Ok(())
    })
    .await
}

/// Revokes a standing approval.
pub(super) async fn revoke(
    prefix: &str,
    reason: &ReasonArgs,
    workspace: &CommandWorkspace,
) -> CommandResult {
    // An empty reason is refused before anything is looked up.
    let why = reason.author(&workspace.actor)?.why;
    with_client(workspace, async |client| {
        let grant = lookup::grant(prefix, client.grants().await?)?;
        client.revoke(grant.id, why.as_deref()).await?;
        let tool = one_line(&grant.tool.to_string());
        let sentence = format!("revoked: {tool} ({})", grant.id);
        let output = &workspace.output;
        output.json_or_line(|| json::grant(&grant), sentence)
    })
    .await
}

fn print(grant: &ApprovalGrant, id: &str, output: &CommandOutput) -> CommandResult<()> {
    let tool = one_line(&grant.tool.to_string());
    output.line(&format!("{id}  {}", output.paint(TextStyle::Bold, &tool)))?;
    output.line(&format!("  caller      {}", wording::whose(grant)))?;
    for (at, line) in wording::valid_for(grant).iter().enumerate() {
        let label = if at == 0 { "covers" } else { "" };
        output.line(&format!("  {label:<11} {line}"))?;
    }
    output.line(&format!("  approved    {}", wording::given(grant)))?;
    let expires = timestamp::text(grant.expires_micros);
    output.line(&format!("  expires     {expires}"))
}
