//! The view of a task for its client.

use candor_card::ApprovalCard;
use candor_model::{Approval, ApprovalState, CallKind, TaskRecord};
use candor_wire::{RawJson, RawObject};
use serde_json::json;

use super::{run, sealed};
use crate::approvals::capabilities::ApprovalCapabilities;
use crate::approvals::{PromptMode, form};
use crate::call::incoming::ClientContext;
use crate::call::refusal::CallRefusal;
use crate::clock::now_micros;
use crate::gateway::Gateway;

/// The suggested polling interval of clients.
const POLL_MS: u64 = 2_000;

/// The status of a task.
enum TaskStatus {
    Working(String),
    InputRequired(RawJson),
    Over(Result<RawJson, RawJson>),
    Cancelled,
}

/// The answer to a call that became a task.
pub(super) fn begun(task: &TaskRecord, message: &str) -> RawJson {
    let mut members = RawObject::from_iter([("resultType", RawJson::string("task"))]);
    base(&mut members, task, "working", Some(message));
    members.to_json()
}

/// The answer to `tasks/update` and `tasks/cancel`.
pub(super) fn acknowledged() -> RawJson {
    RawObject::from_iter([("resultType", RawJson::string("complete"))]).to_json()
}

/// The answer to `tasks/get`.
pub(super) async fn detailed(
    gateway: &Gateway,
    task: &TaskRecord,
    approval: Option<&Approval>,
    able: ApprovalCapabilities,
    client: &ClientContext,
) -> RawJson {
    let status = status(gateway, task, approval, able, client).await;
    let mut members = RawObject::from_iter([("resultType", RawJson::string("complete"))]);
    match status {
        TaskStatus::Working(message) => base(&mut members, task, "working", Some(&message)),
        TaskStatus::InputRequired(requests) => {
            base(&mut members, task, "input_required", None);
            members.set("inputRequests", requests);
        }
        TaskStatus::Over(Ok(result)) => {
            base(&mut members, task, "completed", None);
            members.set("result", result);
        }
        TaskStatus::Over(Err(error)) => {
            base(&mut members, task, "failed", None);
            members.set("error", error);
        }
        TaskStatus::Cancelled => base(&mut members, task, "cancelled", None),
    }
    members.to_json()
}

async fn status(
    gateway: &Gateway,
    task: &TaskRecord,
    approval: Option<&Approval>,
    able: ApprovalCapabilities,
    client: &ClientContext,
) -> TaskStatus {
    if task.cancelled {
        return TaskStatus::Cancelled;
    }
    if let Some(outcome) = &task.outcome {
        let lost = || Err(run::error("the result cannot be opened: its key is gone"));
        return TaskStatus::Over(sealed::open_outcome(gateway, outcome).unwrap_or_else(lost));
    }
    let Some(approval) = approval else {
        return TaskStatus::Over(Err(run::error("the approval is no longer stored")));
    };
    let refused =
        |refusal: &CallRefusal| TaskStatus::Over(refusal.reply(CallKind::Tool, client.revision));
    let tool = &approval.binding.tool;
    match approval.state_at(now_micros()) {
        ApprovalState::Pending => waiting(gateway, approval, able, client),
        ApprovalState::Approved => {
            // The process that should run the task may have stopped.
            run::wake(gateway, approval.id);
            TaskStatus::Working("approved; the call is about to be made".to_owned())
        }
        // The call of this task was not made, so another call consumed the approval.
        ApprovalState::Consumed if task.runner.is_none() => {
            let tool = tool.clone();
            refused(&CallRefusal::UsedUp { tool })
        }
        ApprovalState::Consumed => consumed(gateway, task).await,
        ApprovalState::Denied => refused(&crate::call::admit::denied(tool, approval)),
        ApprovalState::Abandoned => refused(&crate::call::admit::abandoned(tool)),
        ApprovalState::Expired => refused(&crate::call::admit::unanswered(tool, gateway, approval)),
    }
}

/// What a task waits for, and where that can be answered.
pub(super) fn message(gateway: &Gateway, approval: &Approval) -> String {
    let at = gateway.policy_settings().page(approval.id);
    let at = at.map_or_else(
        || {
            format!(
                "with `{}`",
                gateway.policy_settings().command("approvals watch")
            )
        },
        |page| format!("at {page}"),
    );
    let because = &approval.because;
    format!("waits for a person to approve: {because}; it can be answered {at}")
}

/// The status of a task whose approval is pending, with the question if the client can ask it.
fn waiting(
    gateway: &Gateway,
    approval: &Approval,
    able: ApprovalCapabilities,
    client: &ClientContext,
) -> TaskStatus {
    let message = message(gateway, approval);
    if !able.form || approval.out_of_band {
        return TaskStatus::Working(message);
    }
    let Ok(card) = ApprovalCard::from_json(&approval.card) else {
        return TaskStatus::Working(message);
    };
    let card = card.seen_at(approval.expires_micros, now_micros());
    let params = form::params(&card, approval.id, PromptMode::Form, "", client);
    TaskStatus::InputRequired(form::input_requests(params))
}

/// The status once the approval was consumed: the call is running, or the process that made it has
/// stopped.
async fn consumed(gateway: &Gateway, task: &TaskRecord) -> TaskStatus {
    let alive = task.runner.is_some_and(|(_, until)| now_micros() < until);
    if alive {
        return TaskStatus::Working("the call is being made".to_owned());
    }
    let sentence =
        "the process that made the call is gone; whether the call took effect is unknown";
    let outcome = Err(run::error(sentence));
    let runner = task.runner.map(|(runner, _)| runner);
    run::keep(gateway, &task.id, runner, &outcome).await;
    TaskStatus::Over(outcome)
}

fn base(members: &mut RawObject, task: &TaskRecord, status: &str, message: Option<&str>) {
    let ttl_ms = (task.expires_micros - task.created_micros).max(0) / 1_000;
    members.set("taskId", RawJson::string(task.id.as_str()));
    members.set("status", RawJson::string(status));
    if let Some(message) = message {
        members.set("statusMessage", RawJson::string(message));
    }
    members.set("createdAt", RawJson::string(&time(task.created_micros)));
    members.set("lastUpdatedAt", RawJson::string(&time(task.updated_micros)));
    members.set("ttlMs", RawJson::from_value(&json!(ttl_ms)));
    members.set("pollIntervalMs", RawJson::number(POLL_MS));
}

fn time(micros: i64) -> String {
    jiff::Timestamp::from_microsecond(micros)
        .unwrap_or_default()
        .to_string()
}
