//! `candor approvals list`.

use candor_card::ApprovalCard;
use candor_model::{Approval, ApprovalState};

use super::client::{ApprovalsClient, ApprovalsQuery, with_client};
use super::{json, lookup};
use crate::args::ApprovalsListArgs;
use crate::prelude::*;

/// Approvals, and whether there are more.
struct ListedApprovals {
    approvals: Vec<Approval>,
    more: bool,
}

/// Lists approvals, newest first.
pub(super) async fn run(args: &ApprovalsListArgs, workspace: &CommandWorkspace) -> CommandResult {
    with_client(workspace, async |client| {
        let found = read(args, &client).await?;
        let output = &workspace.output;
        let json = || {
            let approvals: Value = found.approvals.iter().map(json::approval).collect();
            json!({"approvals": approvals, "more": found.more})
        };
        output.json_or(json, || found.print(args, output))
    })
    .await
}

/// The states to list; empty means any.
fn wanted(args: &ApprovalsListArgs) -> Vec<ApprovalState> {
    match (args.all, args.state.as_slice()) {
        (true, _) => Vec::new(),
        (false, []) => vec![ApprovalState::Pending],
        (false, states) => states.to_vec(),
    }
}

async fn read(
    args: &ApprovalsListArgs,
    client: &ApprovalsClient,
) -> CommandResult<ListedApprovals> {
    let query = ApprovalsQuery {
        states: wanted(args),
        source: args.source.clone(),
    };
    let limit = args.limit as usize;
    let mut approvals: Vec<Approval> = Vec::new();
    let mut before = None;
    loop {
        let room = limit - approvals.len();
        let page = client.list(&query, before, room).await?;
        approvals.extend(page.approvals);
        before = page.next;
        if before.is_none() || approvals.len() >= limit {
            let more = before.is_some();
            return Ok(ListedApprovals { approvals, more });
        }
    }
}

// === impl ListedApprovals ===

impl ListedApprovals {
    fn print(&self, args: &ApprovalsListArgs, output: &CommandOutput) -> CommandResult<()> {
        if self.approvals.is_empty() {
            output.say(if args.all || !args.state.is_empty() {
                "no matching approvals"
            } else {
                "no pending approvals"
            });
            return Ok(());
        }
        let now = timestamp::now();
        let ids = self.approvals.iter().map(|one| one.id.to_string());
        let rows = self.approvals.iter().zip(lookup::shortened(ids));
        let rows = rows.map(|(approval, id)| {
            let state = approval.state_at(now);
            let left = match state {
                ApprovalState::Pending => timestamp::remaining(approval.expires_micros, now),
                _ => "-".to_owned(),
            };
            [
                id.into(),
                TableCell::painted(state.as_str(), paint(state)),
                left.into(),
                line(approval).into(),
            ]
        });
        output.table(TextTable::new(&["ID", "STATE", "LEFT", "CALL"], rows).cut())?;
        if self.more {
            output.say("older entries are not shown; `--limit N` shows more");
        }
        let pending = |one: &Approval| one.state_at(now) == ApprovalState::Pending;
        if self.approvals.iter().any(pending) {
            output.say("hint: `candor approvals show ID` shows the details");
        }
        Ok(())
    }
}

/// A call on one line. Without a readable card, its name.
pub(super) fn line(approval: &Approval) -> String {
    if let Ok(card) = ApprovalCard::from_json(&approval.card) {
        return one_line(&card.line());
    }
    let binding = &approval.binding;
    one_line(&format!("{} for {}", binding.tool, binding.principal))
}

fn paint(state: ApprovalState) -> TextStyle {
    match state {
        ApprovalState::Pending => TextStyle::Warning,
        ApprovalState::Approved | ApprovalState::Consumed => TextStyle::Success,
        ApprovalState::Denied | ApprovalState::Expired | ApprovalState::Abandoned => {
            TextStyle::Error
        }
    }
}
