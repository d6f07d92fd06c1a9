//! Follows the store, whichever process writes to it.

use std::sync::Arc;
use std::time::Duration;

use candor_store::{RevisionFollower, Store, StoreError, WrittenOpinions};
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use crate::sources::added::{AddedSources, SourcesUpdate};
use crate::state::configuration::{DeclaredChange, DeclaredSources};
use crate::state::snapshot::{FileDeclarations, StateSnapshot};

/// The delay after the store could not be read.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// A state update for the refresher, and the tasks to notify once it takes effect.
pub(crate) struct StateUpdate {
    pub(crate) snapshot: Arc<StateSnapshot>,
    /// The changes of the configuration file's sources, in order.
    pub(crate) declared: Vec<DeclaredSources>,
    /// The changes of the added sources.
    pub(crate) sources: SourcesUpdate,
    pub(crate) waiting: Vec<oneshot::Sender<()>>,
}

/// A request that the catalogue catch up with the store.
pub(crate) struct CatchUpRequest {
    /// What the requester has written, if that is all it waits for.
    written: Option<WrittenOpinions>,
    /// Notified when the catalogue has caught up.
    told: oneshot::Sender<()>,
}

/// Follows the store and sends updates to the refresher.
pub(crate) struct StoreFollower {
    pub(crate) store: Store,
    pub(crate) declarations: Arc<FileDeclarations>,
    pub(crate) follower: RevisionFollower,
    pub(crate) latest: Arc<StateSnapshot>,
    /// Creates the added sources.
    pub(crate) added_sources: AddedSources,
    pub(crate) updates: mpsc::Sender<StateUpdate>,
    /// Changes of the configuration file that were not sent to the refresher yet.
    pub(crate) unpublished: UnpublishedChanges,
}

/// Changes that wait until the store can be read.
#[derive(Default)]
pub(crate) struct UnpublishedChanges {
    sources: Vec<DeclaredSources>,
    treats_added: bool,
}

// === impl CatchUpRequest ===

impl CatchUpRequest {
    /// Creates a request and the receiver for its completion. What the requester has written is not
    /// read again, unless another process has written something, too.
    pub(crate) fn new(written: Option<WrittenOpinions>) -> (Self, oneshot::Receiver<()>) {
        let (told, learned) = oneshot::channel();
        (Self { written, told }, learned)
    }
}

// === impl UnpublishedChanges ===

impl UnpublishedChanges {
    fn is_empty(&self) -> bool {
        self.sources.is_empty() && !self.treats_added
    }
}

// === impl StoreFollower ===

impl StoreFollower {
    /// Reads the store whenever it has changed or a request arrives. Requests are completed when
    /// the catalogue reflects the store.
    pub(crate) async fn run(
        mut self,
        mut requests: mpsc::Receiver<CatchUpRequest>,
        mut reloads: mpsc::Receiver<(DeclaredChange, CatchUpRequest)>,
        stop: CancellationToken,
    ) {
        loop {
            let (mut waiting, mut noticed) = (Vec::new(), None);
            tokio::select! {
                // Writes of this process are taken over before they are noticed in the store.
                biased;
                () = stop.cancelled() => return,
                request = requests.recv() => match request {
                    Some(request) => waiting.push(request),
                    None => return,
                },
                Some((change, request)) = reloads.recv() => {
                    self.declare(change);
                    waiting.push(request);
                }
                followed = self.follower.next() => match followed {
                    // A request has already read this revision.
                    Ok(revision) if revision == self.latest.revision() => continue,
                    Ok(revision) => noticed = Some(revision),
                    Err(error) => {
                        tracing::warn!(%error, "Changes in the database cannot be followed");
                        tokio::time::sleep(AFTER_FAILURE).await;
                    }
                },
            }
            // Requests that arrived meanwhile are served by the same read.
            while let Ok(request) = requests.try_recv() {
                waiting.push(request);
            }
            self.publish(waiting, noticed).await;
        }
    }

    /// Applies new declarations of the configuration file.
    fn declare(&mut self, change: DeclaredChange) {
        self.declarations = change.declarations;
        self.added_sources.taken = change.sources.order.iter().cloned().collect();
        self.unpublished.sources.push(change.sources);
        self.unpublished.treats_added |= change.treats_added;
    }

    /// The latest state: the known state plus what the requesters have written, or the store's
    /// state if a later revision was `noticed` there.
    async fn newest(
        &self,
        requests: &[CatchUpRequest],
        noticed: Option<u64>,
    ) -> Result<Arc<StateSnapshot>, StoreError> {
        let known = self.taken_over(requests);
        if let Some(known) = known.filter(|known| noticed <= Some(known.revision())) {
            return Ok(known);
        }
        let read = StateSnapshot::load(&self.store, &self.declarations, Some(&self.latest));
        read.await.map(Arc::new)
    }

    /// The known state plus what the requesters have written, if nothing else was written.
    fn taken_over(&self, requests: &[CatchUpRequest]) -> Option<Arc<StateSnapshot>> {
        if requests.is_empty() || !self.unpublished.is_empty() {
            return None;
        }
        let written = requests.iter().map(|request| request.written.as_ref());
        let mut written: Vec<_> = written.collect::<Option<_>>()?;
        written.sort_by_key(|written| written.revision);
        let mut written = written.into_iter();
        written.try_fold(Arc::clone(&self.latest), |known, written| {
            known.with_written(written)
        })
    }

    async fn publish(&mut self, requests: Vec<CatchUpRequest>, noticed: Option<u64>) {
        match self.newest(&requests, noticed).await {
            Ok(snapshot) => {
                self.latest = snapshot;
                let unpublished = std::mem::take(&mut self.unpublished);
                let stored = &self.latest.added_sources;
                let treated = if unpublished.treats_added {
                    self.added_sources.treatments(stored).await
                } else {
                    Vec::new()
                };
                let sources = SourcesUpdate {
                    treated,
                    ..self.added_sources.update(stored).await
                };
                let update = StateUpdate {
                    declared: unpublished.sources,
                    sources,
                    snapshot: Arc::clone(&self.latest),
                    waiting: requests.into_iter().map(|request| request.told).collect(),
                };
                // The refresher only ends at shutdown.
                let _ = self.updates.send(update).await;
            }
            Err(error) => {
                tracing::warn!(%error, "What people have said cannot be read; what was known counts");
            }
        }
    }
}
