//! A task as its client sees it.

use candor_card::Card;
use candor_model::{Approval, ApprovalState, CallKind, Task};
use candor_wire::{RawJson, RawObject, method};
use serde_json::json;

use super::{run, sealed};
use crate::abilities::Abilities;
use crate::approvals::{Mode, QUESTION, form};
use crate::arrival::Client;
use crate::clock::now_micros;
use crate::gateway::Gateway;
use crate::refusal::Refusal;

/// How often a client should look.
const POLL_MS: u64 = 2_000;

/// How far it is.
enum Status {
    Working(String),
    InputRequired(RawJson),
    Over(Result<RawJson, RawJson>),
    Cancelled,
}

/// The answer to a call that became a task.
pub(super) fn begun(task: &Task, message: &str) -> RawJson {
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
    task: &Task,
    approval: Option<&Approval>,
    able: Abilities,
    client: &Client,
) -> RawJson {
    let status = status(gateway, task, approval, able, client).await;
    let mut members = RawObject::from_iter([("resultType", RawJson::string("complete"))]);
    match status {
        Status::Working(message) => base(&mut members, task, "working", Some(&message)),
        Status::InputRequired(requests) => {
            base(&mut members, task, "input_required", None);
            members.set("inputRequests", requests);
        }
        Status::Over(Ok(result)) => {
            base(&mut members, task, "completed", None);
            members.set("result", result);
        }
        Status::Over(Err(error)) => {
            base(&mut members, task, "failed", None);
            members.set("error", error);
        }
        Status::Cancelled => base(&mut members, task, "cancelled", None),
    }
    members.to_json()
}

async fn status(
    gateway: &Gateway,
    task: &Task,
    approval: Option<&Approval>,
    able: Abilities,
    client: &Client,
) -> Status {
    if task.cancelled {
        return Status::Cancelled;
    }
    if let Some(outcome) = &task.outcome {
        let lost = || Err(run::error("the result cannot be opened: its key is gone"));
        return Status::Over(sealed::open_outcome(gateway, outcome).unwrap_or_else(lost));
    }
    let Some(approval) = approval else {
        return Status::Over(Err(run::error("the question is not kept any more")));
    };
    let refused = |refusal: &Refusal| Status::Over(refusal.reply(CallKind::Tool, client.revision));
    let tool = &approval.binding.tool;
    match approval.state_at(now_micros()) {
        ApprovalState::Pending => waiting(gateway, approval, able, client),
        ApprovalState::Approved => {
            // The process that should have noticed may be gone.
            run::wake(gateway, approval.id);
            Status::Working("approved; the call is about to be made".to_owned())
        }
        // Nobody has made the call of this task, so that it was another one.
        ApprovalState::Consumed if task.runner.is_none() => {
            let tool = tool.clone();
            refused(&Refusal::UsedUp { tool })
        }
        ApprovalState::Consumed => consumed(gateway, task).await,
        ApprovalState::Denied => refused(&crate::admit::denied(tool, approval)),
        ApprovalState::Expired => refused(&crate::admit::unanswered(tool, gateway, approval)),
    }
}

/// What a task waits for, and where that can be given.
pub(super) fn message(gateway: &Gateway, approval: &Approval) -> String {
    let at = gateway.house().page(approval.id);
    let at = at.map_or_else(String::new, |page| {
        format!("; it can be answered at {page}")
    });
    format!("waits for a person to approve: {}{at}", approval.because)
}

/// What a client can do about a question that nobody has answered.
fn waiting(gateway: &Gateway, approval: &Approval, able: Abilities, client: &Client) -> Status {
    let message = message(gateway, approval);
    if !able.form || approval.out_of_band {
        return Status::Working(message);
    }
    let Ok(card) = Card::from_json(&approval.card) else {
        return Status::Working(message);
    };
    let params = form::params(&card, approval.id, Mode::Form, "", client.revision);
    let question = RawObject::from_iter([
        ("method", RawJson::string(method::ELICIT)),
        ("params", params),
    ]);
    let requests = RawObject::from_iter([(QUESTION, question.to_json())]);
    Status::InputRequired(requests.to_json())
}

/// The call was made, or is being made; or whoever was at it is gone.
async fn consumed(gateway: &Gateway, task: &Task) -> Status {
    let alive = task.runner.is_some_and(|(_, until)| now_micros() < until);
    if alive {
        return Status::Working("the call is being made".to_owned());
    }
    let sentence =
        "the process that made the call is gone; whether the call took effect is unknown";
    let outcome = Err(run::error(sentence));
    let runner = task.runner.map(|(runner, _)| runner);
    run::keep(gateway, &task.id, runner, &outcome).await;
    Status::Over(outcome)
}

fn base(members: &mut RawObject, task: &Task, status: &str, message: Option<&str>) {
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
