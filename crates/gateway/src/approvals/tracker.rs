//! What this process knows of questions: which calls wait for which one, and all changes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwap;
use candor_model::{Approval, ApprovalId};
use candor_store::{Store, StoreError};
use tokio::sync::{Notify, broadcast, watch};

use super::grants::GrantIndex;

/// Changes that a slow listener may miss before it is told that it missed some.
const EVENTS_KEPT: usize = 1_024;

/// What this process knows of questions.
pub(crate) struct ApprovalTracker {
    waiting: Mutex<HashMap<ApprovalId, watch::Sender<Arc<Approval>>>>,
    events: broadcast::Sender<Arc<Approval>>,
    /// What goes on counting.
    grants: ArcSwap<GrantIndex>,
    /// Held while the standing approvals are read, so that the latest reading is kept.
    reading: tokio::sync::Mutex<()>,
    /// Something was written here and is to be read at once.
    poked: Notify,
}

/// A question that is watched. Dropping it ends the watch.
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
    /// Watches a question from the state in which it was found.
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

    /// A question has changed: wakes the calls that wait for it, unless they know a later state.
    /// Only the follower tells those who hear of all questions, so that each change is told once.
    pub(super) fn heard(&self, approval: &Arc<Approval>) {
        self.wake(approval);
        // There may be no subscriber.
        let _ = self.events.send(Arc::clone(approval));
    }

    /// Wakes the calls that wait for a question.
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

    /// Something was written by this process: it is read without waiting for the store to say
    /// so.
    pub(crate) fn poke(&self) {
        self.poked.notify_one();
    }

    /// Waits until something was written here.
    pub(super) async fn poked(&self) {
        self.poked.notified().await;
    }

    /// The standing approvals.
    pub(crate) fn grants(&self) -> Arc<GrantIndex> {
        self.grants.load_full()
    }

    /// Reads the standing approvals. Whatever was written before counts afterwards.
    pub(crate) async fn read_grants(&self, store: &Store) -> Result<(), StoreError> {
        let _turn = self.reading.lock().await;
        let grants = GrantIndex::new(store.grants().await?);
        self.grants.store(Arc::new(grants));
        Ok(())
    }

    /// Hears every change from now on, in order.
    pub(crate) fn events(&self) -> broadcast::Receiver<Arc<Approval>> {
        self.events.subscribe()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<ApprovalId, watch::Sender<Arc<Approval>>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// === impl WatchedApproval ===

impl WatchedApproval {
    /// What is known of the question now.
    pub(crate) fn now(&self) -> Arc<Approval> {
        Arc::clone(&self.news.borrow())
    }

    /// Waits until more is known.
    pub(crate) async fn changed(&mut self) -> Arc<Approval> {
        // The sender lives as long as the question is watched.
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
