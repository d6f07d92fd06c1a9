//! Calls waiting for approval.

use std::time::Duration;

use candor_gateway::{CallEvent, Gateway};
use candor_model::ApprovalId;
use serde_json::Value;
use tokio::task::JoinHandle;

use crate::{TestCall, pending_approvals, with_timeout};

/// A call that waits for an approval, and what its client will get.
pub struct WaitingCall {
    /// The approval that it waits for.
    pub id: ApprovalId,
    reply: JoinHandle<Value>,
}

// === impl WaitingCall ===

impl WaitingCall {
    /// Makes a call that needs an approval, and waits until it is pending.
    pub async fn on(gateway: &Gateway, call: &TestCall<'_>) -> Self {
        let known = pending_approvals(gateway).await;
        let mut exchange = gateway.call(call.arrival(gateway));
        let reply = tokio::spawn(async move {
            loop {
                if let CallEvent::Done(answer) = exchange.next().await {
                    let (Ok(text) | Err(text)) = answer;
                    return text.decode().expect("JSON");
                }
            }
        });
        let id = with_timeout(async {
            loop {
                // Looked at first: a question may outlast its call.
                let over = reply.is_finished();
                let mut now = pending_approvals(gateway).await.into_iter();
                if let Some(new) = now.find(|new| known.iter().all(|old| old.id != new.id)) {
                    return new.id;
                }
                assert!(!over, "the call did not wait");
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        });
        Self {
            id: id.await,
            reply,
        }
    }

    /// The page of the question.
    pub fn path(&self) -> String {
        format!("/approvals/{}", self.id)
    }

    /// The client goes away.
    pub fn hang_up(self) {
        self.reply.abort();
    }

    /// The client's final reply.
    pub async fn reply(self) -> Value {
        with_timeout(self.reply).await.expect("a reply")
    }
}
