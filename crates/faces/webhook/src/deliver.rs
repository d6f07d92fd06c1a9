//! Delivers one message to one webhook: claim, send, retry, give up.

use std::time::Duration;

use candor_clock::now_micros;
use candor_gateway::records::StoreError;
use candor_model::{Approval, ApprovalState};

use crate::event::{WebhookEvent, WebhookEventKind};
use crate::retry_schedule::AttemptOutcome;
use crate::send::attempt;
use crate::target::WebhookTarget;
use crate::webhooks::{WebhookContext, WebhookQueue};

/// How delivery ended.
enum DeliveryEnd {
    /// The hook has taken it.
    Told,
    /// Another process sends it, or has.
    Others,
    /// It was answered before it was sent; that is an event of its own.
    Answered,
    /// The hook did not take it.
    Refused(String),
    /// The process is shutting down.
    Stopped,
    /// The store failed.
    Unknown(StoreError),
}

/// Sends one message if no other process does.
pub(crate) async fn deliver(context: &WebhookContext, queue: &WebhookQueue, event: WebhookEvent) {
    let (webhook, approval) = (queue.target.number, event.approval);
    let end = send(context, queue, event).await;
    match end.unwrap_or_else(DeliveryEnd::Unknown) {
        DeliveryEnd::Others => {}
        DeliveryEnd::Told => tracing::debug!(webhook, %approval, "A webhook message was delivered"),
        DeliveryEnd::Answered => {
            tracing::debug!(
                webhook, %approval, "A call was decided before a webhook message was sent"
            );
        }
        DeliveryEnd::Refused(why) => {
            tracing::warn!(webhook, %approval, why, "A webhook message could not be delivered");
        }
        DeliveryEnd::Stopped => {
            tracing::warn!(
                webhook, %approval, "A webhook message was not delivered before the shutdown"
            );
        }
        DeliveryEnd::Unknown(error) => {
            tracing::warn!(webhook, %approval, %error, "A webhook message was not sent");
        }
    }
}

async fn send(
    context: &WebhookContext,
    queue: &WebhookQueue,
    event: WebhookEvent,
) -> Result<DeliveryEnd, StoreError> {
    let target = &*queue.target;
    if !claim(context, target, event).await? {
        return Ok(DeliveryEnd::Others);
    }
    let message = event.message(target);
    let mut tried = 0;
    loop {
        let Some(asked) = find(context, event).await? else {
            return Ok(DeliveryEnd::Answered);
        };
        let Some(outcome) = attempt(context, queue, event, &message, &asked).await else {
            return Ok(DeliveryEnd::Stopped);
        };
        tried += 1;
        let after = match outcome {
            AttemptOutcome::Done => return Ok(DeliveryEnd::Told),
            AttemptOutcome::Later { after, .. } if tried < context.retries.tries => after,
            AttemptOutcome::Later { why, .. } | AttemptOutcome::Never { why } => {
                return Ok(DeliveryEnd::Refused(why));
            }
        };
        let pause = context.retries.pause(&message, tried, after);
        if !rest(context, pause).await {
            return Ok(DeliveryEnd::Stopped);
        }
    }
}

/// Whether it is this process that sends it.
async fn claim(
    context: &WebhookContext,
    target: &WebhookTarget,
    event: WebhookEvent,
) -> Result<bool, StoreError> {
    let approvals = context.gateway.approvals();
    approvals
        .claim_notice(event.approval, &event.claim(target))
        .await
}

/// The approval, if there still is something to send about it.
async fn find(
    context: &WebhookContext,
    event: WebhookEvent,
) -> Result<Option<Approval>, StoreError> {
    let asked = context.gateway.records().approval(event.approval).await?;
    Ok(asked.filter(|asked| {
        event.kind != WebhookEventKind::Pending
            || asked.state_at(now_micros()) == ApprovalState::Pending
    }))
}

/// Waits. Returns false if the process is shutting down.
async fn rest(context: &WebhookContext, pause: Duration) -> bool {
    tokio::select! {
        () = context.stop.cancelled() => false,
        () = tokio::time::sleep(pause) => true,
    }
}
