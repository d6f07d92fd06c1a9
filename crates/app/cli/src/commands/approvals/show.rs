//! `candor approvals show`: one call in full.

use candor_card::ApprovalCard;
use candor_gateway::GatewayPolicySettings;
use candor_model::{Approval, ApprovalState};

use super::{json, lookup, wording};
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace, with_gateway};
use crate::text::{one_line, visible};
use crate::timestamp;

/// Shows one approval in full.
pub(super) async fn run(
    prefix: &str,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    with_gateway(workspace, output, async |gateway| {
        let approval = lookup::approval(prefix, &gateway).await?;
        if output.is_json() {
            output.json(&json::approval(&approval))?;
        } else {
            print(&approval, gateway.policy_settings(), output)?;
        }
        Ok(())
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
    let reason = verdict.and_then(|verdict| verdict.author.why.as_deref());
    if let Some(reason) = reason {
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
    let mut lines = Vec::new();
    for argument in &card.arguments {
        let whole = argument
            .folded
            .as_ref()
            .and_then(|folded| folded.whole.as_ref());
        if let Some(whole) = whole {
            lines.push(labelled(
                "Whole",
                &format!("{} = {whole}", argument.pointer),
            ));
        }
    }
    let pattern = card.pattern.lines();
    lines.extend(pattern.map(|line| labelled("Pattern", line)));
    lines
}

/// A line as the card has them.
fn labelled(label: &str, text: &str) -> String {
    let label = format!("{label}:");
    format!("{label:<13}{}", one_line(text))
}
