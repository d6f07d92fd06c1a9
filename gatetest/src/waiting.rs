//! Calls that wait for somebody.

use std::time::Duration;

use candor_gateway::{CallEvent, Gateway};
use candor_model::ApprovalId;
use serde_json::Value;
use tokio::task::JoinHandle;

use crate::{Call, pending, soon};

/// A call that waits for somebody, and what its client will get.
pub struct Waiting {
    /// The question.
    pub id: ApprovalId,
    reply: JoinHandle<Value>,
}

// === impl Waiting ===

impl Waiting {
    /// Makes a call of which somebody is asked, and waits until they are.
    pub async fn on(gateway: &Gateway, call: &Call<'_>) -> Self {
        let known = pending(gateway).await;
        let mut exchange = gateway.call(call.arrival(gateway));
        let reply = tokio::spawn(async move {
            loop {
                if let CallEvent::Done(answer) = exchange.next().await {
                    let (Ok(text) | Err(text)) = answer;
                    return text.decode().expect("JSON");
                }
            }
        });
        let id = soon(async {
            loop {
                // Looked at first: a question may outlast its call.
                let over = reply.is_finished();
                let mut now = pending(gateway).await.into_iter();
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

    /// What the client gets in the end.
    pub async fn reply(self) -> Value {
        soon(self.reply).await.expect("a reply")
    }
}
