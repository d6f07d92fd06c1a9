//! `candor approvals show`: one call in full.

use candor_card::ApprovalCard;
use candor_gateway::GatewayPolicySettings;
use candor_model::{Approval, ApprovalState};

use super::{json, lookup, wording};
use crate::prelude::*;
use crate::text::visible;

/// Shows one approval in full.
pub(super) async fn run(prefix: &str, workspace: &CommandWorkspace) -> CommandResult {
    with_gateway(workspace, async |gateway| {
        let approval = lookup::approval(prefix, &gateway).await?;
        let output = &workspace.output;
        let print = || print(&approval, gateway.policy_settings(), output);
        output.json_or(|| json::approval(&approval), print)
    })
    .await
}

fn print(
    approval: &Approval,
    house: &GatewayPolicySettings,
    output: &CommandOutput,
) -> CommandResult<()> {
    let now = timestamp::now();
    output.line(&labelled("Approval", &approval.id.to_string()))?;
    output.line(&labelled("State", &wording::outcome(approval, now)))?;
    let verdict = approval.verdict.as_ref();
    if let Some(reason) = verdict.and_then(|verdict| verdict.author.why.as_deref()) {
        output.line(&labelled("Reason", reason))?;
    }
    match ApprovalCard::from_json(&approval.card) {
        Ok(card) => {
            output.line(&visible(&card.text()))?;
            for line in rest(&card) {
                output.line(&line)?;
            }
        }
        Err(error) => output.line(&labelled("Card", &error.to_string()))?,
    }
    if approval.state_at(now) == ApprovalState::Pending {
        if let Some(page) = house.page(approval.id) {
            output.line(&labelled("Page", &page))?;
        }
        let id = approval.id;
        output.say(&format!(
            "hint: `candor approvals approve {id}` or `candor approvals deny {id} --reason TEXT`"
        ));
    }
    Ok(())
}

/// What the card leaves out for the sake of short lines: long values whole, and the pattern.
fn rest(card: &ApprovalCard) -> Vec<String> {
    let whole = card.arguments.iter().filter_map(|argument| {
        let whole = argument.folded.as_ref()?.whole.as_ref()?;
        Some(labelled(
            "Whole",
            &format!("{} = {whole}", argument.pointer),
        ))
    });
    let pattern = card.pattern.lines().map(|line| labelled("Pattern", line));
    whole.chain(pattern).collect()
}

/// A line as the card has them.
fn labelled(label: &str, text: &str) -> String {
    let label = format!("{label}:");
    format!("{label:<13}{}", one_line(text))
}
