//! `candor approvals watch --json`: a line for every pending approval, then for every change.

use std::collections::HashMap;

use candor_model::{Approval, ApprovalId, ApprovalState};

use crate::commands::approvals::client::{ApprovalsClient, ApprovalsQuery, NewsItem, with_client};
use crate::commands::approvals::watch::notifier::Notifier;
use crate::commands::approvals::{json, list};
use crate::prelude::*;

/// The number of approvals read per query.
const PAGE: usize = 100;

/// Prints until a signal comes.
pub(super) async fn run(mut notifier: Notifier, workspace: &CommandWorkspace) -> CommandResult {
    with_client(workspace, async |client| {
        let output = &workspace.output;
        let mut news = client.news().await?;
        let mut told = HashMap::new();
        print_pending(&client, &mut told, output).await?;
        while let Some(item) = news.next().await {
            match item {
                NewsItem::Changed(approval) => {
                    let is_new = !told.contains_key(&approval.id);
                    if is_new && approval.state == ApprovalState::Pending {
                        notifier.notify(&list::line(&approval));
                    }
                    print(&approval, &mut told, output)?;
                }
                // Reload, because changes to pending approvals may have been missed.
                NewsItem::Missed => print_pending(&client, &mut told, output).await?,
                NewsItem::Failed(sentence) => {
                    output.say(&format!("warning: {}", one_line(&sentence)));
                }
            }
        }
        Ok(())
    })
    .await
}

async fn print_pending(
    client: &ApprovalsClient,
    told: &mut HashMap<ApprovalId, u64>,
    output: &CommandOutput,
) -> CommandResult<()> {
    let pending = ApprovalsQuery::pending();
    let mut before = None;
    loop {
        let page = client.list(&pending, before, PAGE).await?;
        for approval in &page.approvals {
            print(approval, told, output)?;
        }
        before = page.next;
        if before.is_none() {
            return Ok(());
        }
    }
}

/// Prints each state once. Final states need not be remembered.
fn print(
    approval: &Approval,
    told: &mut HashMap<ApprovalId, u64>,
    output: &CommandOutput,
) -> CommandResult<()> {
    if told
        .get(&approval.id)
        .is_some_and(|version| *version >= approval.version)
    {
        return Ok(());
    }
    match approval.state {
        ApprovalState::Pending | ApprovalState::Approved => {
            told.insert(approval.id, approval.version);
        }
        ApprovalState::Denied
        | ApprovalState::Expired
        | ApprovalState::Consumed
        | ApprovalState::Abandoned => {
            told.remove(&approval.id);
        }
    }
    output.json(&json::approval(approval))
}
