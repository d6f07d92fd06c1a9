//! `candor approvals show`: one call in full.

use candor_card::ApprovalCard;
use candor_model::{Approval, ApprovalState};

use super::client::{CardReveal, with_client};
use super::{json, lookup, wording};
use crate::prelude::*;
use crate::text::visible;

/// Shows one approval in full, optionally unmasked and with a QR code.
pub(super) async fn run(
    prefix: &str,
    reveal: bool,
    qr: bool,
    workspace: &CommandWorkspace,
) -> CommandResult {
    with_client(workspace, async |client| {
        let mut approval = lookup::approval(prefix, &client).await?;
        if reveal {
            approval.card = client.reveal(approval.id).await?;
        }
        let reveals = client.reveals(approval.id).await?;
        let page = client.page(approval.id).await;
        let link = if qr {
            Some(client.answer_link(approval.id).await?)
        } else {
            None
        };
        let output = &workspace.output;
        let print = || {
            print(&approval, &reveals, page.as_deref(), output)?;
            link.iter().try_for_each(|link| link.print(output))
        };
        let json = || {
            let mut shown = with_reveals(json::approval(&approval), &reveals);
            if let Some(link) = &link {
                shown["link"] = link.json();
            }
            shown
        };
        output.json_or(json, print)
    })
    .await
}

fn with_reveals(mut shown: Value, reveals: &[CardReveal]) -> Value {
    shown["reveals"] = serde_json::json!(reveals);
    shown
}

fn print(
    approval: &Approval,
    reveals: &[CardReveal],
    page: Option<&str>,
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
            let card = card.seen_at(approval.expires_micros, now);
            output.line(&visible(&card.text()))?;
            for line in rest(&card) {
                output.line(&line)?;
            }
        }
        Err(error) => output.line(&labelled("Card", &error.to_string()))?,
    }
    for CardReveal { who, at, .. } in reveals {
        output.line(&labelled("Revealed", &format!("by {who} at {at}")))?;
    }
    if approval.state_at(now) == ApprovalState::Pending {
        if let Some(page) = page {
            output.line(&labelled("Page", page))?;
        }
        let id = approval.id;
        output.say(&format!(
            "hint: `candor approvals approve {id}` or `candor approvals deny {id} --reason TEXT`"
        ));
    }
    Ok(())
}

/// What the card omits to keep lines short: long values, and the pattern.
fn rest(card: &ApprovalCard) -> Vec<String> {
    let whole = card.arguments.iter().filter_map(|argument| {
        let whole = argument.folded.as_ref()?.whole.as_ref()?;
        Some(labelled("Whole", &format!("{} = {whole}", argument.name())))
    });
    let pattern = card.pattern.lines().map(|line| labelled("Pattern", line));
    whole.chain(pattern).collect()
}

/// A line as the card has them.
fn labelled(label: &str, text: &str) -> String {
    let label = format!("{label}:");
    format!("{label:<13}{}", one_line(text))
}
