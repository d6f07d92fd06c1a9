//! Making the call of a task.

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

/// For how long a process promises to be at it.
const PROMISE: Duration = Duration::from_secs(30);
/// How often it renews its promise, and looks whether the task was taken back.
const RENEW: Duration = Duration::from_secs(2);

/// A question was answered with yes: the tasks that wait for it are run in the background, unless
/// another process does it.
pub(crate) fn wake(gateway: &Gateway, approval: ApprovalId) {
    let own = gateway.clone();
    // Boxed, since a call can become a task, and a task makes a call.
    let due: Pin<Box<dyn Future<Output = ()> + Send>> =
        Box::pin(async move { run_due(&own, approval).await });
    gateway.spawn(due);
}

async fn run_due(gateway: &Gateway, approval: ApprovalId) {
    for task in super::waiting(gateway, approval).await {
        // A process that has broken its promise before it used the yes has made no call.
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
    // None: it was taken back.
    if let Some(outcome) = outcome {
        keep(gateway, &task.id, Some(runner), &outcome).await;
    }
}

/// What comes of the call; nothing, if the task was taken back or another process has it.
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
                // The client does not wait, so it can neither hear nor answer.
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
    // Both go on beside each other: the call may hold what the renewal waits for.
    tokio::select! {
        outcome = done => Some(outcome),
        () = until_lost(gateway, id, runner) => None,
    }
}

/// Renews the claim until this process has lost the task.
async fn until_lost(gateway: &Gateway, id: &TaskId, runner: CallId) {
    loop {
        tokio::time::sleep(RENEW).await;
        let until = now_micros() + micros(PROMISE);
        let renewed = gateway.store().renew_task(id, runner, until).await;
        // A store that cannot be reached is no reason to stop what has begun.
        if renewed.is_ok_and(|renewed| !renewed) {
            return;
        }
    }
}

/// Keeps what came of a task.
pub(super) async fn keep(
    gateway: &Gateway,
    id: &TaskId,
    runner: Option<CallId>,
    outcome: &Result<RawJson, RawJson>,
) {
    let mut kept = finish(gateway, id, runner, outcome).await;
    if let Err(error) = kept {
        kept = match gateway.limit_in(error) {
            // The client hears why it does not get the result.
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
