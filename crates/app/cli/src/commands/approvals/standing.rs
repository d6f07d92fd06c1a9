//! `candor approvals standing`: calls that need no further approval.

use candor_model::ApprovalGrant;
use serde_json::{Value, json};

use super::{json, lookup, wording};
use crate::output::TextStyle;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace, with_gateway};
use crate::text::one_line;
use crate::timestamp;

/// Lists the standing approvals, the newest first.
pub(super) async fn run(workspace: &CommandWorkspace, output: &CommandOutput) -> CommandResult {
    with_gateway(workspace, output, async |gateway| {
        let grants = gateway.approvals().grants().await?;
        if output.is_json() {
            let grants: Vec<Value> = grants.iter().map(json::grant).collect();
            output.json(&json!({ "standing": grants }))?;
        } else if grants.is_empty() {
            output.say("no standing approvals");
        } else {
            let ids: Vec<String> = grants.iter().map(|grant| grant.id.to_string()).collect();
            let length = lookup::length(ids.iter().map(String::as_str));
            for (grant, id) in grants.iter().zip(&ids) {
                print(grant, lookup::cut(id, length), output)?;
            }
            output.say("hint: `candor approvals revoke ID` revokes one");
        }
        Ok(())
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
    output.line(&format!(
        "  expires     {}",
        timestamp::text(grant.expires_micros)
    ))?;
    Ok(())
}
