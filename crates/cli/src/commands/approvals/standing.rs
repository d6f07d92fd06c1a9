//! `candor approvals standing`: calls that need not be asked about.

use candor_model::Grant;
use serde_json::{Value, json};

use super::{json, which, words};
use crate::exit::Exit;
use crate::oneshot;
use crate::output::{Output, Paint};
use crate::problems::Failure;
use crate::text::one_line;
use crate::when;
use crate::workspace::Workspace;

/// Lists the standing approvals, the newest first.
pub(super) async fn run(workspace: &Workspace, output: &Output) -> Result<Exit, Failure> {
    oneshot::with_gateway(workspace, output, async |gateway| {
        let grants = gateway.approvals().grants().await?;
        if output.is_json() {
            let grants: Vec<Value> = grants.iter().map(json::grant).collect();
            output.json(&json!({ "standing": grants }))?;
        } else if grants.is_empty() {
            output.say("there is no standing approval; every question is asked");
        } else {
            let ids: Vec<String> = grants.iter().map(|grant| grant.id.to_string()).collect();
            let length = which::length(ids.iter().map(String::as_str));
            for (grant, id) in grants.iter().zip(&ids) {
                print(grant, which::cut(id, length), output)?;
            }
            output.say("hint: `candor approvals revoke ID` takes one back");
        }
        Ok(Exit::Fine)
    })
    .await
}

fn print(grant: &Grant, id: &str, output: &Output) -> Result<(), Failure> {
    let tool = one_line(&grant.tool.to_string());
    output.line(&format!("{id}  {}", output.paint(Paint::Bold, &tool)))?;
    output.line(&format!("  whose       {}", words::whose(grant)))?;
    for (at, line) in words::counts_for(grant).iter().enumerate() {
        let label = if at == 0 { "counts for" } else { "" };
        output.line(&format!("  {label:<11} {line}"))?;
    }
    output.line(&format!("  given       {}", words::given(grant)))?;
    output.line(&format!(
        "  until       {}",
        when::text(grant.expires_micros)
    ))?;
    Ok(())
}
