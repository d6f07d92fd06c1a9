//! `candor approvals standing`: calls that need not be asked about.

use candor_model::ApprovalGrant;
use serde_json::{Value, json};

use super::{json, lookup, wording};
use crate::exit::CommandExit;
use crate::failure::CommandFailure;
use crate::oneshot;
use crate::output::{CommandOutput, TextStyle};
use crate::text::one_line;
use crate::timestamp;
use crate::workspace::CommandWorkspace;

/// Lists the standing approvals, the newest first.
pub(super) async fn run(
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> Result<CommandExit, CommandFailure> {
    oneshot::with_gateway(workspace, output, async |gateway| {
        let grants = gateway.approvals().grants().await?;
        if output.is_json() {
            let grants: Vec<Value> = grants.iter().map(json::grant).collect();
            output.json(&json!({ "standing": grants }))?;
        } else if grants.is_empty() {
            output.say("there is no standing approval; every question is asked");
        } else {
            let ids: Vec<String> = grants.iter().map(|grant| grant.id.to_string()).collect();
            let length = lookup::length(ids.iter().map(String::as_str));
            for (grant, id) in grants.iter().zip(&ids) {
                print(grant, lookup::cut(id, length), output)?;
            }
            output.say("hint: `candor approvals revoke ID` takes one back");
        }
        Ok(CommandExit::Success)
    })
    .await
}

fn print(grant: &ApprovalGrant, id: &str, output: &CommandOutput) -> Result<(), CommandFailure> {
    let tool = one_line(&grant.tool.to_string());
    output.line(&format!("{id}  {}", output.paint(TextStyle::Bold, &tool)))?;
    output.line(&format!("  whose       {}", wording::whose(grant)))?;
    for (at, line) in wording::valid_for(grant).iter().enumerate() {
        let label = if at == 0 { "counts for" } else { "" };
        output.line(&format!("  {label:<11} {line}"))?;
    }
    output.line(&format!("  given       {}", wording::given(grant)))?;
    output.line(&format!(
        "  until       {}",
        timestamp::text(grant.expires_micros)
    ))?;
    Ok(())
}
