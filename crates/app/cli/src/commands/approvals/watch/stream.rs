//! `candor approvals watch --json`: a line for every pending approval, then for every change.

use std::collections::HashMap;

use candor_gateway::Gateway;
use candor_model::{Approval, ApprovalId, ApprovalState};
use candor_store::ApprovalFilter;
use tokio::sync::broadcast::error::RecvError;

use crate::commands::approvals::json;
use crate::prelude::*;

/// How many are read at once.
const PAGE: usize = 100;

/// Prints until a signal comes.
pub(super) async fn run(workspace: &CommandWorkspace) -> CommandResult {
    with_gateway(workspace, async |gateway| {
        let output = &workspace.output;
        let mut news = gateway.approvals().events();
        let mut told = HashMap::new();
        print_pending(&gateway, &mut told, output).await?;
        loop {
            match news.recv().await {
                Ok(approval) => print(&approval, &mut told, output)?,
                // What was missed and is still open is found again.
                Err(RecvError::Lagged(_)) => print_pending(&gateway, &mut told, output).await?,
                Err(RecvError::Closed) => return Ok(()),
            }
        }
    })
    .await
}

async fn print_pending(
    gateway: &Gateway,
    told: &mut HashMap<ApprovalId, u64>,
    output: &CommandOutput,
) -> CommandResult<()> {
    let filter = ApprovalFilter {
        states: vec![ApprovalState::Pending],
        ..ApprovalFilter::default()
    };
    let mut before = None;
    loop {
        let page = gateway.approvals().list(&filter, before, PAGE).await?;
        let now = timestamp::now();
        for approval in &page.approvals {
            if approval.state_at(now) == ApprovalState::Pending {
                print(approval, told, output)?;
            }
        }
        before = page.next;
        if before.is_none() {
            return Ok(());
        }
    }
}

/// Tells a state once. What cannot change any more need not be remembered.
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
        ApprovalState::Denied | ApprovalState::Expired | ApprovalState::Consumed => {
            told.remove(&approval.id);
        }
    }
    output.json(&json::approval(approval))
}
