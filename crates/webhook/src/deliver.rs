//! One message to one hook: claimed, sent, tried again, given up.

use std::time::Duration;

use candor_model::{Approval, ApprovalState};
use candor_store::StoreError;

use crate::attempt::attempt;
use crate::clock::now_micros;
use crate::event::{Event, Happened};
use crate::hook::Target;
use crate::pace::Outcome;
use crate::webhooks::{Desk, Office};

/// How long a claim is remembered after its question is over, in microseconds.
const REMEMBERED: i64 = 24 * 3_600_000_000;

/// How it ended.
enum End {
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
pub(crate) async fn deliver(office: &Office, desk: &Desk, event: Event) {
    let (webhook, approval) = (desk.target.number, event.approval);
    let end = send(office, desk, event).await;
    match end.unwrap_or_else(End::Unknown) {
        End::Others => {}
        End::Told => tracing::debug!(webhook, %approval, "A webhook was told of a call"),
        End::Answered => {
            tracing::debug!(webhook, %approval, "A call was answered before a webhook was told of it");
        }
        End::Refused(why) => {
            tracing::warn!(webhook, %approval, why, "A webhook could not be told of a call");
        }
        End::Stopped => {
            tracing::warn!(webhook, %approval, "A webhook was not told of a call before the end");
        }
        End::Unknown(error) => {
            tracing::warn!(webhook, %approval, %error, "A webhook is not told of a call");
        }
    }
}

async fn send(office: &Office, desk: &Desk, event: Event) -> Result<End, StoreError> {
    let target = &*desk.target;
    if !claim(office, target, event).await? {
        return Ok(End::Others);
    }
    let message = event.message(target);
    let mut tried = 0;
    loop {
        let Some(asked) = find(office, event).await? else {
            return Ok(End::Answered);
        };
        let Some(outcome) = attempt(office, desk, event, &message, &asked).await else {
            return Ok(End::Stopped);
        };
        tried += 1;
        let after = match outcome {
            Outcome::Done => return Ok(End::Told),
            Outcome::Later { after, .. } if tried < office.pace.tries => after,
            Outcome::Later { why, .. } | Outcome::Never { why } => return Ok(End::Refused(why)),
        };
        let pause = office.pace.pause(&message, tried, after);
        if !rest(office, pause).await {
            return Ok(End::Stopped);
        }
    }
}

/// Whether it is this process that sends it.
async fn claim(office: &Office, target: &Target, event: Event) -> Result<bool, StoreError> {
    let store = office.gateway.store();
    let Some(asked) = store.approval(event.approval).await? else {
        return Ok(false);
    };
    let until = asked.expires_micros.max(now_micros());
    let until = until.saturating_add(REMEMBERED);
    store.spend(&event.claim(target), until).await
}

/// The question, if there still is something to tell of it.
async fn find(office: &Office, event: Event) -> Result<Option<Approval>, StoreError> {
    let asked = office.gateway.store().approval(event.approval).await?;
    Ok(asked.filter(|asked| {
        event.happened != Happened::Pending
            || asked.state_at(now_micros()) == ApprovalState::Pending
    }))
}

/// Waits. False if the end came first.
async fn rest(office: &Office, pause: Duration) -> bool {
    tokio::select! {
        () = office.stop.cancelled() => false,
        () = tokio::time::sleep(pause) => true,
    }
}
