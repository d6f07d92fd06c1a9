//! `candor approvals show`: one call in full.

use candor_card::ApprovalCard;
use candor_gateway::{Gateway, GatewayPolicySettings};
use candor_model::{Approval, ApprovalState, ChangeRecord};
use serde_json::Value;

use super::{json, lookup, wording};
use crate::author::current_author;
use crate::prelude::*;
use crate::text::visible;

/// Shows one approval in full, with what is masked if that is wanted.
pub(super) async fn run(prefix: &str, reveal: bool, workspace: &CommandWorkspace) -> CommandResult {
    with_gateway(workspace, async |gateway| {
        let mut approval = lookup::approval(prefix, &gateway).await?;
        if reveal {
            approval.card = revealed(&gateway, &approval).await?;
        }
        let reveals = gateway.approvals().reveals(approval.id).await;
        let reveals = reveals.map_err(|error| CommandFailure::new(error.to_string()))?;
        let output = &workspace.output;
        let print = || print(&approval, &reveals, gateway.policy_settings(), output);
        output.json_or(|| with_reveals(json::approval(&approval), &reveals), print)
    })
    .await
}

/// The card with nothing masked. That somebody looked is in the history.
async fn revealed(gateway: &Gateway, approval: &Approval) -> CommandResult<String> {
    let approvals = gateway.approvals();
    let card = approvals.reveal(approval.id, current_author()).await;
    let card = card.map_err(|error| CommandFailure::new(error.to_string()))?;
    Ok(card.to_json())
}

fn with_reveals(mut shown: Value, reveals: &[ChangeRecord]) -> Value {
    let reveals = reveals.iter().map(|record| {
        serde_json::json!({
            "who": record.author.name,
            "door": record.author.channel.as_str(),
            "at": timestamp::text(record.at_micros),
        })
    });
    shown["reveals"] = reveals.collect();
    shown
}

fn print(
    approval: &Approval,
    reveals: &[ChangeRecord],
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
    for record in reveals {
        let (who, at) = (&record.author.name, timestamp::text(record.at_micros));
        output.line(&labelled("Revealed", &format!("by {who} at {at}")))?;
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
