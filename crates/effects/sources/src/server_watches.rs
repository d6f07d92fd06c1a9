//! The resources and tasks that clients watch, with reference counts.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use candor_model::McpEra;
use candor_wire::{RawJson, RawObject, method};
use tokio::sync::{Mutex, watch};

use crate::error::SourceError;
use crate::rpc::UpstreamCallError;
use crate::session::ServerSession;

/// The watched names, for the listen stream of a modern server.
#[derive(Debug, Default)]
pub(crate) struct WatchedNames {
    pub(crate) uris: BTreeSet<String>,
    /// The ids of tasks. A legacy server reports its tasks unasked.
    pub(crate) tasks: BTreeSet<String>,
}

/// One watched resource or task.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum WatchedName {
    Resource(String),
    Task(String),
}

/// How long a modern server has to acknowledge a subscription.
const ACKNOWLEDGED_WITHIN: Duration = Duration::from_secs(2);

/// The reference counts of watches. They survive a reconnection, after which they are restored at
/// the server.
#[derive(Debug)]
pub(crate) struct ServerWatches {
    /// Held during requests to the server, so that `subscribe` and `unsubscribe` of one URI cannot
    /// be reordered.
    counts: Mutex<HashMap<WatchedName, usize>>,
    wanted: watch::Sender<Arc<WatchedNames>>,
    /// The names that a modern server has acknowledged.
    told: watch::Sender<Arc<WatchedNames>>,
}

// === impl WatchedNames ===

impl WatchedNames {
    fn has(&self, name: &WatchedName) -> bool {
        match name {
            WatchedName::Resource(uri) => self.uris.contains(uri),
            WatchedName::Task(task) => self.tasks.contains(task),
        }
    }
}

// === impl ServerWatches ===

impl ServerWatches {
    /// Adds a watcher; the first one is announced to the server.
    pub(crate) async fn add(
        &self,
        session: &Arc<ServerSession>,
        name: WatchedName,
    ) -> Result<(), SourceError> {
        let mut counts = self.counts.lock().await;
        if let Some(count) = counts.get_mut(&name) {
            *count += 1;
            return Ok(());
        }
        if let (McpEra::Legacy, WatchedName::Resource(uri)) = (session.era, &name) {
            subscribe(session, uri)
                .await
                .map_err(|error| failed(session, error))?;
        }
        counts.insert(name.clone(), 1);
        self.publish(&counts);
        if session.era == McpEra::Modern {
            // A change right after this must not be lost between two listen streams. A server that
            // does not acknowledge is used nevertheless.
            let mut told = self.told.subscribe();
            let heard = told.wait_for(|told| told.has(&name));
            let _ = tokio::time::timeout(ACKNOWLEDGED_WITHIN, heard).await;
        }
        Ok(())
    }

    /// Stores the names that a modern server has acknowledged.
    pub(crate) fn acknowledged(&self, names: WatchedNames) {
        self.told.send_replace(Arc::new(names));
    }

    /// Removes a watcher; after the last one the server is told.
    pub(crate) async fn remove(&self, session: Option<&Arc<ServerSession>>, name: &WatchedName) {
        let mut counts = self.counts.lock().await;
        let Some(count) = counts.get_mut(name) else {
            return;
        };
        *count -= 1;
        if *count > 0 {
            return;
        }
        counts.remove(name);
        self.publish(&counts);
        if let WatchedName::Resource(uri) = name
            && let Some(session) = session.filter(|session| session.era == McpEra::Legacy)
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

    /// Restores all watches on a new legacy connection.
    pub(crate) async fn restore(&self, session: &Arc<ServerSession>) {
        let wanted = self.wanted.borrow().clone();
        for uri in &wanted.uris {
            if let Err(error) = subscribe(session, uri).await {
                tracing::warn!(
                    source = %session.shared.name(), %error, uri,
                    "a resource is no longer watched"
                );
            }
        }
    }

    /// The watched names, and their changes.
    pub(crate) fn wanted(&self) -> watch::Receiver<Arc<WatchedNames>> {
        self.wanted.subscribe()
    }

    fn publish(&self, counts: &HashMap<WatchedName, usize>) {
        let mut names = WatchedNames::default();
        for name in counts.keys() {
            match name {
                WatchedName::Resource(uri) => names.uris.insert(uri.clone()),
                WatchedName::Task(task) => names.tasks.insert(task.clone()),
            };
        }
        self.wanted.send_replace(Arc::new(names));
    }
}

impl Default for ServerWatches {
    fn default() -> Self {
        Self {
            counts: Mutex::default(),
            wanted: watch::Sender::new(Arc::default()),
            told: watch::Sender::new(Arc::default()),
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
