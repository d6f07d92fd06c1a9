//! The resources that clients watch, counted.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use candor_model::McpEra;
use candor_wire::{RawJson, RawObject, method};
use tokio::sync::{Mutex, watch};

use crate::error::SourceError;
use crate::rpc::UpstreamCallError;
use crate::session::ServerSession;

/// The set of watched URIs, for the listen stream of a modern server.
pub(crate) type WatchedUris = Arc<BTreeSet<String>>;

/// How long a modern server has to acknowledge what it shall tell of.
const ACKNOWLEDGED_WITHIN: Duration = Duration::from_secs(2);

/// Who watches what. Counts survive a reconnection; the server is told again then.
#[derive(Debug)]
pub(crate) struct ResourceWatches {
    /// Held while a server is told, so that `subscribe` and `unsubscribe` of one URI cannot
    /// overtake each other.
    counts: Mutex<HashMap<String, usize>>,
    wanted: watch::Sender<WatchedUris>,
    /// What a modern server has said that it tells of.
    told: watch::Sender<WatchedUris>,
}

// === impl ResourceWatches ===

impl ResourceWatches {
    /// Counts one more watcher; the first one is made known to the server.
    pub(crate) async fn add(
        &self,
        session: &Arc<ServerSession>,
        uri: &str,
    ) -> Result<(), SourceError> {
        let mut counts = self.counts.lock().await;
        if let Some(count) = counts.get_mut(uri) {
            *count += 1;
            return Ok(());
        }
        if session.era == McpEra::Legacy {
            subscribe(session, uri)
                .await
                .map_err(|error| failed(session, error))?;
        }
        counts.insert(uri.to_owned(), 1);
        self.publish(&counts);
        if session.era == McpEra::Modern {
            // A change right after this must not fall between two listen streams. A server that
            // does not acknowledge is listened to all the same.
            let mut told = self.told.subscribe();
            let heard = told.wait_for(|told| told.contains(uri));
            let _ = tokio::time::timeout(ACKNOWLEDGED_WITHIN, heard).await;
        }
        Ok(())
    }

    /// A modern server will tell of these.
    pub(crate) fn acknowledged(&self, uris: BTreeSet<String>) {
        self.told.send_replace(Arc::new(uris));
    }

    /// Counts one watcher less; with the last one the server is told.
    pub(crate) async fn remove(&self, session: Option<&Arc<ServerSession>>, uri: &str) {
        let mut counts = self.counts.lock().await;
        let Some(count) = counts.get_mut(uri) else {
            return;
        };
        *count -= 1;
        if *count > 0 {
            return;
        }
        counts.remove(uri);
        self.publish(&counts);
        if let Some(session) = session.filter(|session| session.era == McpEra::Legacy)
            && let Err(error) = session
                .call(method::RESOURCES_UNSUBSCRIBE, about(uri))
                .await
        {
            tracing::debug!(
                source = %session.shared.name(), %error, uri,
                "a resource is still watched"
            );
        }
    }

    /// Tells a new legacy connection everything that is watched.
    pub(crate) async fn restore(&self, session: &Arc<ServerSession>) {
        let wanted = self.wanted.borrow().clone();
        for uri in wanted.iter() {
            if let Err(error) = subscribe(session, uri).await {
                tracing::warn!(
                    source = %session.shared.name(), %error, uri,
                    "a resource is no longer watched"
                );
            }
        }
    }

    /// The watched URIs, now and whenever they change.
    pub(crate) fn wanted(&self) -> watch::Receiver<WatchedUris> {
        self.wanted.subscribe()
    }

    fn publish(&self, counts: &HashMap<String, usize>) {
        self.wanted
            .send_replace(Arc::new(counts.keys().cloned().collect()));
    }
}

impl Default for ResourceWatches {
    fn default() -> Self {
        Self {
            counts: Mutex::default(),
            wanted: watch::Sender::new(WatchedUris::default()),
            told: watch::Sender::new(WatchedUris::default()),
        }
    }
}

async fn subscribe(session: &Arc<ServerSession>, uri: &str) -> Result<RawJson, UpstreamCallError> {
    session.call(method::RESOURCES_SUBSCRIBE, about(uri)).await
}

fn about(uri: &str) -> RawObject {
    [("uri", RawJson::string(uri))].into_iter().collect()
}

fn failed(session: &ServerSession, error: UpstreamCallError) -> SourceError {
    let name = session.shared.name().clone();
    match error {
        UpstreamCallError::Link(cause) => SourceError::Lost { name, cause },
        UpstreamCallError::Declined { method, error } => SourceError::Declined {
            name,
            method,
            code: error.code,
            message: error.message,
        },
        UpstreamCallError::Silent { method, limit } => SourceError::Silent {
            name,
            method,
            seconds: limit.as_secs(),
        },
        UpstreamCallError::Malformed { method, reason } => SourceError::Refused {
            name,
            reason: format!("the server's answer to `{method}` is invalid: {reason}"),
        },
    }
}
