//! Live updates of approvals.

use std::sync::Arc;
use std::time::Duration;

use candor_gateway::Gateway;
use candor_model::{Approval, ApprovalId};
use candor_wire::sse::{SseDecoder, SseItem};
use serde_json::Value;
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use super::remote;
use crate::api_client::ApiClient;
use crate::prelude::CommandResult;

/// The number of buffered changes.
const WAITING: usize = 64;
/// The delay before a failing gateway is contacted again.
const PAUSE: Duration = Duration::from_secs(2);
/// The most bytes of one event; none comes near it.
const EVENT_MAX: usize = 1 << 20;

/// The changes of approvals, one after the other.
pub(in crate::commands::approvals) enum ApprovalNews {
    /// Heard from the gateway of this process.
    Local(broadcast::Receiver<Arc<Approval>>),
    /// Fetched from another by a task, which ends with this.
    Remote {
        heard: mpsc::Receiver<NewsItem>,
        task: AbortHandle,
    },
}

/// A change, or what is in its way.
pub(in crate::commands::approvals) enum NewsItem {
    /// An approval has changed.
    Changed(Arc<Approval>),
    /// Some changes were missed: what waits has to be read again.
    Missed,
    /// The gateway did not respond; the request is retried.
    Failed(String),
}

// === impl ApprovalNews ===

impl ApprovalNews {
    /// Listens to the gateway of this process.
    pub(super) fn local(gateway: &Gateway) -> Self {
        Self::Local(gateway.approvals().events())
    }

    /// Follows the events of another gateway from now on.
    pub(super) async fn remote(api: &ApiClient) -> CommandResult<Self> {
        let told = remote::newest_version(api).await?;
        let (sender, heard) = mpsc::channel(WAITING);
        let task = tokio::spawn(follow(api.clone(), told, sender));
        Ok(Self::Remote {
            heard,
            task: task.abort_handle(),
        })
    }

    /// The next change; nothing when there will be none. Nothing is lost if it is dropped.
    pub(in crate::commands::approvals) async fn next(&mut self) -> Option<NewsItem> {
        match self {
            Self::Local(heard) => match heard.recv().await {
                Ok(approval) => Some(NewsItem::Changed(approval)),
                Err(RecvError::Lagged(_)) => Some(NewsItem::Missed),
                Err(RecvError::Closed) => None,
            },
            Self::Remote { heard, .. } => heard.recv().await,
        }
    }
}

impl Drop for ApprovalNews {
    fn drop(&mut self) {
        if let Self::Remote { task, .. } = self {
            task.abort();
        }
    }
}

/// Fetches events until the receiver is dropped. Each request continues where the last one ended.
async fn follow(api: ApiClient, mut told: u64, sender: mpsc::Sender<NewsItem>) {
    while !sender.is_closed() {
        let fetched = fetch(&api, told, &sender).await;
        match fetched {
            Ok(newest) => told = newest,
            Err(failure) => {
                let failed = NewsItem::Failed(failure.to_string());
                if sender.send(failed).await.is_err() {
                    return;
                }
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

/// Sends what has changed since a version on; the version that was sent last.
async fn fetch(
    api: &ApiClient,
    mut told: u64,
    sender: &mpsc::Sender<NewsItem>,
) -> CommandResult<u64> {
    let bytes = api.events(&["approvals", "events"], told).await?;
    for (id, version) in changes(&bytes) {
        // Events do not contain the card.
        if let Some(approval) = remote::find(api, id).await? {
            let changed = NewsItem::Changed(Arc::new(approval));
            if sender.send(changed).await.is_err() {
                return Ok(told);
            }
        }
        told = told.max(version);
    }
    Ok(told)
}

/// The approvals that the events are about, and their versions.
fn changes(bytes: &[u8]) -> Vec<(ApprovalId, u64)> {
    let mut decoder = SseDecoder::new(EVENT_MAX);
    decoder.push(bytes);
    let mut found = Vec::new();
    while let Some(item) = decoder.pop() {
        let SseItem::Event(event) = item else {
            continue;
        };
        let document: Option<Value> = serde_json::from_slice(&event.data).ok();
        let change = document.and_then(|document| {
            let id = ApprovalId::parse(document["id"].as_str()?)?;
            Some((id, document["version"].as_u64()?))
        });
        found.extend(change);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_told_apart_and_half_ones_left_for_later() {
        let (one, other) = (ApprovalId::fresh(), ApprovalId::fresh());
        let stream = format!(
            ":\n\nevent: approval\nid: 3\ndata: {{\"id\": \"{one}\", \"version\": 3}}\n\n\
             event: approval\nid: 4\ndata: {{\"id\": \"{other}\", \"version\": 4}}\n\n:\n\n\
             event: other\ndata: {{}}\n\nevent: approval\nid: 5\ndata: {{\"id\": "
        );
        assert_eq!(changes(stream.as_bytes()), [(one, 3), (other, 4)]);
        assert_eq!(changes(b""), []);
    }
}
