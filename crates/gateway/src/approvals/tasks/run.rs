//! Makes the call of a task.

use std::pin::Pin;
use std::time::Duration;

use candor_model::{ApprovalId, CallId, TaskId, TaskRecord};
use candor_sources::CallEvent;
use candor_store::StoreError;
use candor_wire::{ErrorObject, RawJson, code};

use super::sealed;
use crate::call::CallStream;
use crate::clock::{micros, now_micros};
use crate::gateway::Gateway;

/// The duration of a process's lease on a task.
const PROMISE: Duration = Duration::from_secs(30);
/// How often the lease is renewed, which also detects a cancelled task.
const RENEW: Duration = Duration::from_secs(2);

/// Runs the tasks of a granted approval in the background, unless another process does.
pub(crate) fn wake(gateway: &Gateway, approval: ApprovalId) {
    let own = gateway.clone();
    // Boxed, because the future is recursive: a call can become a task, and a task makes a call.
    let due: Pin<Box<dyn Future<Output = ()> + Send>> =
        Box::pin(async move { run_due(&own, approval).await });
    gateway.spawn(due);
}

async fn run_due(gateway: &Gateway, approval: ApprovalId) {
    for task in super::waiting(gateway, approval).await {
        // A process whose lease expired before it consumed the approval has made no call.
        let now = now_micros();
        let is_free = task.runner.is_none_or(|(_, until)| until <= now);
        if task.outcome.is_none() && !task.cancelled && is_free {
            run(gateway, task).await;
        }
    }
}

async fn run(gateway: &Gateway, task: TaskRecord) {
    let found = gateway.store().approval(task.approval).await;
    if !found.is_ok_and(|found| found.as_ref().is_some_and(super::is_due)) {
        return;
    }
    let runner = CallId::fresh();
    let now = now_micros();
    let claimed = gateway
        .store()
        .claim_task(&task.id, runner, now, now + micros(PROMISE));
    if !claimed.await.is_ok_and(|claimed| claimed) {
        return;
    }
    let outcome = match sealed::open_call(gateway, &task.call) {
        Some(mut arrival) => {
            arrival.approval = Some(task.approval);
            finished(gateway, &task.id, runner, gateway.call(arrival)).await
        }
        None => Some(Err(error("the call cannot be opened: its key is gone"))),
    };
    // `None`: the task was cancelled or is run by another process.
    if let Some(outcome) = outcome {
        keep(gateway, &task.id, Some(runner), &outcome).await;
    }
}

/// The outcome of the call; `None` if the task was cancelled or another process has claimed it.
async fn finished(
    gateway: &Gateway,
    id: &TaskId,
    runner: CallId,
    mut exchange: CallStream,
) -> Option<Result<RawJson, RawJson>> {
    let done = async move {
        loop {
            match exchange.next().await {
                CallEvent::Done(outcome) => return outcome,
                // The client is not connected, so it can neither receive events nor answer.
                CallEvent::Notification(_)
                | CallEvent::Withdrawn
                | CallEvent::Paused(_)
                | CallEvent::Remark(_) => {}
                CallEvent::Input(input) => {
                    let why = "no client is connected: the call continues without it";
                    let refusal = ErrorObject::new(code::INTERNAL_ERROR, why);
                    input.answer(Err(refusal)).await;
                }
            }
        }
    };
    // Both run concurrently: the call may hold something that the renewal waits for.
    tokio::select! {
        outcome = done => Some(outcome),
        () = until_lost(gateway, id, runner) => None,
    }
}

/// Renews the lease until this process has lost the task.
async fn until_lost(gateway: &Gateway, id: &TaskId, runner: CallId) {
    loop {
        tokio::time::sleep(RENEW).await;
        let until = now_micros() + micros(PROMISE);
        let renewed = gateway.store().renew_task(id, runner, until).await;
        // A failure of the store is no reason to stop a call that has begun.
        if renewed.is_ok_and(|renewed| !renewed) {
            return;
        }
    }
}

/// Stores the outcome of a task.
pub(super) async fn keep(
    gateway: &Gateway,
    id: &TaskId,
    runner: Option<CallId>,
    outcome: &Result<RawJson, RawJson>,
) {
    let mut kept = finish(gateway, id, runner, outcome).await;
    if let Err(error) = kept {
        kept = match gateway.limit_in(error) {
            // The client is told why the result is missing.
            Ok(reached) => {
                let sentence = format!("the call was made, but its result was not kept: {reached}");
                finish(gateway, id, runner, &Err(self::error(&sentence))).await
            }
            Err(error) => Err(error),
        };
    }
    if let Err(error) = kept {
        tracing::error!(task.id = %id, %error, "The result of a task cannot be kept and is lost");
    }
}

async fn finish(
    gateway: &Gateway,
    id: &TaskId,
    runner: Option<CallId>,
    outcome: &Result<RawJson, RawJson>,
) -> Result<(), StoreError> {
    let Some(sealed) = sealed::seal_outcome(gateway, outcome) else {
        tracing::error!(task.id = %id, "The result of a task cannot be sealed and is lost");
        return Ok(());
    };
    let finished = gateway
        .store()
        .finish_task(id, runner, &sealed, now_micros());
    finished.await.map(drop)
}

pub(super) fn error(sentence: &str) -> RawJson {
    ErrorObject::new(code::INTERNAL_ERROR, sentence).to_json()
}
