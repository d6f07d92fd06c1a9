//! This process's view of approvals: which calls wait for which one, and all changes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwap;
use candor_model::{Approval, ApprovalId};
use candor_store::{Store, StoreError};
use tokio::sync::{Notify, broadcast, watch};

use super::grants::GrantIndex;

/// How many changes are buffered for a slow subscriber before it is told that it missed some.
const EVENTS_KEPT: usize = 1_024;

/// This process's view of approvals.
pub(crate) struct ApprovalTracker {
    waiting: Mutex<HashMap<ApprovalId, watch::Sender<Arc<Approval>>>>,
    events: broadcast::Sender<Arc<Approval>>,
    /// The standing approvals.
    grants: ArcSwap<GrantIndex>,
    /// Held while the standing approvals are read, so that the latest result wins.
    reading: tokio::sync::Mutex<()>,
    /// Signals that this process wrote something that is to be read at once.
    poked: Notify,
}

/// A watched approval. Dropping it ends the watch.
pub(crate) struct WatchedApproval {
    id: ApprovalId,
    news: watch::Receiver<Arc<Approval>>,
    all: Arc<ApprovalTracker>,
}

// === impl ApprovalTracker ===

impl Default for ApprovalTracker {
    fn default() -> Self {
        Self {
            waiting: Mutex::default(),
            events: broadcast::channel(EVENTS_KEPT).0,
            grants: ArcSwap::default(),
            reading: tokio::sync::Mutex::default(),
            poked: Notify::new(),
        }
    }
}

impl ApprovalTracker {
    /// Watches an approval, starting from the given state.
    pub(crate) fn watch(self: &Arc<Self>, approval: Approval) -> WatchedApproval {
        let id = approval.id;
        let mut waiting = self.lock();
        let sender = waiting
            .entry(id)
            .or_insert_with(|| watch::channel(Arc::new(approval)).0);
        WatchedApproval {
            id,
            news: sender.subscribe(),
            all: Arc::clone(self),
        }
    }

    /// Distributes a change: wakes the calls that wait for the approval, unless they know a later
    /// state. Only the follower notifies the subscribers of all approvals, so that each change is
    /// sent once.
    pub(super) fn heard(&self, approval: &Arc<Approval>) {
        self.wake(approval);
        // There may be no subscriber.
        let _ = self.events.send(Arc::clone(approval));
    }

    /// Wakes the calls that wait for an approval.
    pub(crate) fn wake(&self, approval: &Arc<Approval>) {
        if let Some(sender) = self.lock().get(&approval.id) {
            sender.send_if_modified(|known| {
                let newer = approval.version > known.version;
                if newer {
                    known.clone_from(approval);
                }
                newer
            });
        }
    }

    /// Signals that this process wrote something, so that it is read without waiting for the
    /// store's notification.
    pub(crate) fn poke(&self) {
        self.poked.notify_one();
    }

    /// Waits until this process has written something.
    pub(super) async fn poked(&self) {
        self.poked.notified().await;
    }

    /// The standing approvals.
    pub(crate) fn grants(&self) -> Arc<GrantIndex> {
        self.grants.load_full()
    }

    /// Reloads the standing approvals. Everything written before this call is included.
    pub(crate) async fn read_grants(&self, store: &Store) -> Result<(), StoreError> {
        let _turn = self.reading.lock().await;
        let grants = GrantIndex::new(store.grants().await?);
        self.grants.store(Arc::new(grants));
        Ok(())
    }

    /// Subscribes to all changes from now on, in order.
    pub(crate) fn events(&self) -> broadcast::Receiver<Arc<Approval>> {
        self.events.subscribe()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<ApprovalId, watch::Sender<Arc<Approval>>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// === impl WatchedApproval ===

impl WatchedApproval {
    /// The latest known state of the approval.
    pub(crate) fn now(&self) -> Arc<Approval> {
        Arc::clone(&self.news.borrow())
    }

    /// Waits for a new state.
    pub(crate) async fn changed(&mut self) -> Arc<Approval> {
        // The sender lives as long as the approval is watched.
        let _ = self.news.changed().await;
        Arc::clone(&self.news.borrow_and_update())
    }
}

impl Drop for WatchedApproval {
    fn drop(&mut self) {
        let mut waiting = self.all.lock();
        // This receiver is still counted.
        if waiting
            .get(&self.id)
            .is_some_and(|sender| sender.receiver_count() <= 1)
        {
            waiting.remove(&self.id);
        }
    }
}
