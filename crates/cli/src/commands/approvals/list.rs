//! `candor approvals list`.

use candor_card::Card;
use candor_gateway::Gateway;
use candor_model::{Approval, ApprovalState};
use candor_store::ApprovalFilter;
use serde_json::{Value, json};

use super::{json, which};
use crate::args::ApprovalsList;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::{Output, Paint};
use crate::problems::Failure;
use crate::table::{Entry, Table};
use crate::text::one_line;
use crate::when;
use crate::workspace::Workspace;

/// Questions, and whether there are more.
struct Found {
    approvals: Vec<Approval>,
    more: bool,
}

/// Lists questions, the newest first.
pub(super) async fn run(
    args: &ApprovalsList,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    oneshot::with_gateway(workspace, output, async |gateway| {
        let found = read(args, &gateway).await?;
        if output.is_json() {
            let approvals: Vec<Value> = found.approvals.iter().map(json::approval).collect();
            output.json(&json!({"approvals": approvals, "more": found.more}))?;
        } else {
            found.print(args, output)?;
        }
        Ok(Exit::Fine)
    })
    .await
}

/// Which states are wanted; none named means any.
fn wanted(args: &ApprovalsList) -> Vec<ApprovalState> {
    match (args.all, args.state.as_slice()) {
        (true, _) => Vec::new(),
        (false, []) => vec![ApprovalState::Pending],
        (false, states) => states.to_vec(),
    }
}

/// Which states may be written down for questions that are in these. What is over may not have
/// been marked yet.
fn written(wanted: &[ApprovalState]) -> Vec<ApprovalState> {
    let mut states = wanted.to_vec();
    if wanted.contains(&ApprovalState::Expired) {
        states.extend([ApprovalState::Pending, ApprovalState::Approved]);
    }
    states
}

async fn read(args: &ApprovalsList, gateway: &Gateway) -> Result<Found, Failure> {
    let wanted = wanted(args);
    let filter = ApprovalFilter {
        states: written(&wanted),
        source: args.source.clone(),
        ..ApprovalFilter::default()
    };
    let limit = args.limit as usize;
    let mut approvals: Vec<Approval> = Vec::new();
    let mut before = None;
    loop {
        let room = limit - approvals.len();
        let page = gateway.approvals().list(&filter, before, room).await?;
        let now = when::now();
        let is =
            |approval: &Approval| wanted.is_empty() || wanted.contains(&approval.state_at(now));
        approvals.extend(page.approvals.into_iter().filter(is));
        before = page.next;
        if before.is_none() || approvals.len() >= limit {
            let more = before.is_some();
            return Ok(Found { approvals, more });
        }
    }
}

// === impl Found ===

impl Found {
    fn print(&self, args: &ApprovalsList, output: &Output) -> Result<(), Failure> {
        if self.approvals.is_empty() {
            output.say(if args.all || !args.state.is_empty() {
                "there is no such call"
            } else {
                "no call waits for anybody"
            });
            return Ok(());
        }
        let now = when::now();
        let ids: Vec<String> = self
            .approvals
            .iter()
            .map(|one| one.id.to_string())
            .collect();
        let length = which::length(ids.iter().map(String::as_str));
        let mut table = Table::new(&["ID", "STATE", "LEFT", "CALL"]).cut();
        for (approval, id) in self.approvals.iter().zip(&ids) {
            let state = approval.state_at(now);
            let left = match state {
                ApprovalState::Pending => when::left(approval.expires_micros, now),
                _ => "-".to_owned(),
            };
            table.row([
                which::cut(id, length).into(),
                Entry::painted(state.as_str(), paint(state)),
                left.into(),
                line(approval).into(),
            ]);
        }
        output.table(table)?;
        if self.more {
            output.say("there are older ones; `--limit N` shows more");
        }
        let pending = |one: &Approval| one.state_at(now) == ApprovalState::Pending;
        if self.approvals.iter().any(pending) {
            output.say("hint: `candor approvals show ID` tells all about one");
        }
        Ok(())
    }
}

/// A call on one line. A card that cannot be read still leaves a name.
pub(super) fn line(approval: &Approval) -> String {
    if let Ok(card) = Card::from_json(&approval.card) {
        return one_line(&card.line());
    }
    let binding = &approval.binding;
    one_line(&format!("{} for {}", binding.tool, binding.principal))
}

fn paint(state: ApprovalState) -> Paint {
    match state {
        ApprovalState::Pending => Paint::Careful,
        ApprovalState::Approved | ApprovalState::Consumed => Paint::Good,
        ApprovalState::Denied | ApprovalState::Expired => Paint::Bad,
    }
}
