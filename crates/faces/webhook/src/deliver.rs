//! One message to one hook: claimed, sent, tried again, given up.

use std::time::Duration;

use candor_clock::now_micros;
use candor_model::{Approval, ApprovalState};
use candor_store::StoreError;

use crate::event::{WebhookEvent, WebhookEventKind};
use crate::retry_schedule::AttemptOutcome;
use crate::send::attempt;
use crate::target::WebhookTarget;
use crate::webhooks::{WebhookContext, WebhookQueue};

/// How long a claim is remembered after its question is over, in microseconds.
const REMEMBERED: i64 = 24 * 3_600_000_000;

/// How it ended.
enum DeliveryEnd {
    /// The hook has taken it.
    Told,
    /// Another process sends it, or has.
    Others,
    /// Somebody has answered before it was told, which is told by itself.
    Answered,
    /// The hook did not take it.
    Refused(String),
    /// The end of this process came first.
    Stopped,
    /// The store failed.
    Unknown(StoreError),
}

/// Sends one message if no other process does.
pub(crate) async fn deliver(office: &WebhookContext, desk: &WebhookQueue, event: WebhookEvent) {
    let (webhook, approval) = (desk.target.number, event.approval);
    let end = send(office, desk, event).await;
    match end.unwrap_or_else(DeliveryEnd::Unknown) {
        DeliveryEnd::Others => {}
        DeliveryEnd::Told => tracing::debug!(webhook, %approval, "A webhook was told of a call"),
        DeliveryEnd::Answered => {
            tracing::debug!(webhook, %approval, "A call was answered before a webhook was told of it");
        }
        DeliveryEnd::Refused(why) => {
            tracing::warn!(webhook, %approval, why, "A webhook could not be told of a call");
        }
        DeliveryEnd::Stopped => {
            tracing::warn!(webhook, %approval, "A webhook was not told of a call before the end");
        }
        DeliveryEnd::Unknown(error) => {
            tracing::warn!(webhook, %approval, %error, "A webhook is not told of a call");
        }
    }
}

async fn send(
    office: &WebhookContext,
    desk: &WebhookQueue,
    event: WebhookEvent,
) -> Result<DeliveryEnd, StoreError> {
    let target = &*desk.target;
    if !claim(office, target, event).await? {
        return Ok(DeliveryEnd::Others);
    }
    let message = event.message(target);
    let mut tried = 0;
    loop {
        let Some(asked) = find(office, event).await? else {
            return Ok(DeliveryEnd::Answered);
        };
        let Some(outcome) = attempt(office, desk, event, &message, &asked).await else {
            return Ok(DeliveryEnd::Stopped);
        };
        tried += 1;
        let after = match outcome {
            AttemptOutcome::Done => return Ok(DeliveryEnd::Told),
            AttemptOutcome::Later { after, .. } if tried < office.retries.tries => after,
            AttemptOutcome::Later { why, .. } | AttemptOutcome::Never { why } => {
                return Ok(DeliveryEnd::Refused(why));
            }
        };
        let pause = office.retries.pause(&message, tried, after);
        if !rest(office, pause).await {
            return Ok(DeliveryEnd::Stopped);
        }
    }
}

/// Whether it is this process that sends it.
async fn claim(
    office: &WebhookContext,
    target: &WebhookTarget,
    event: WebhookEvent,
) -> Result<bool, StoreError> {
    let store = office.gateway.store();
    let Some(asked) = store.approval(event.approval).await? else {
        return Ok(false);
    };
    let until = asked.expires_micros.max(now_micros());
    let until = until.saturating_add(REMEMBERED);
    store.use_nonce(&event.claim(target), until).await
}

/// The question, if there still is something to tell of it.
async fn find(
    office: &WebhookContext,
    event: WebhookEvent,
) -> Result<Option<Approval>, StoreError> {
    let asked = office.gateway.store().approval(event.approval).await?;
    Ok(asked.filter(|asked| {
        event.kind != WebhookEventKind::Pending
            || asked.state_at(now_micros()) == ApprovalState::Pending
    }))
}

/// Waits. False if the end came first.
async fn rest(office: &WebhookContext, pause: Duration) -> bool {
    tokio::select! {
        () = office.stop.cancelled() => false,
        () = tokio::time::sleep(pause) => true,
    }
}
