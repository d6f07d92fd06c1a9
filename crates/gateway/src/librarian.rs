//! Keeps what is known up to date with the store, whoever writes to it.

use std::sync::Arc;
use std::time::Duration;

use candor_store::{Follower, Store};
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use crate::knowledge::{Declarations, Knowledge};
use crate::saved::{Movement, Saved};

/// How long to wait after the store could not be read.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// New knowledge for the refresher, and whom to tell when it counts.
pub(crate) struct Lesson {
    pub(crate) knowledge: Arc<Knowledge>,
    /// What has become of the sources that people added.
    pub(crate) movement: Movement,
    pub(crate) learned: Vec<Request>,
}

/// Somebody who waits until what is stored counts.
pub(crate) type Request = oneshot::Sender<()>;

/// See the module.
pub(crate) struct Librarian {
    pub(crate) store: Store,
    pub(crate) declarations: Arc<Declarations>,
    pub(crate) follower: Follower,
    pub(crate) latest: Arc<Knowledge>,
    /// Makes the sources that people add.
    pub(crate) saved: Saved,
    pub(crate) lessons: mpsc::Sender<Lesson>,
}

// === impl Librarian ===

impl Librarian {
    /// Reads the store whenever it has changed, and whenever somebody asks (who is told when the
    /// catalogue says the same as the store).
    pub(crate) async fn run(
        mut self,
        mut requests: mpsc::Receiver<Request>,
        stop: CancellationToken,
    ) {
        loop {
            let mut waiting = Vec::new();
            tokio::select! {
                () = stop.cancelled() => return,
                request = requests.recv() => match request {
                    Some(request) => waiting.push(request),
                    None => return,
                },
                followed = self.follower.next() => match followed {
                    // Somebody asked, and it was read already.
                    Ok(revision) if revision == self.latest.revision() => continue,
                    Ok(_) => {}
                    Err(error) => {
                        tracing::warn!(%error, "Changes in the database cannot be followed");
                        tokio::time::sleep(AFTER_FAILURE).await;
                    }
                },
            }
            // Whoever asked meanwhile is served by the same reading.
            while let Ok(request) = requests.try_recv() {
                waiting.push(request);
            }
            self.teach(waiting).await;
        }
    }

    async fn teach(&mut self, learned: Vec<Request>) {
        let loaded = Knowledge::load(&self.store, &self.declarations, Some(&self.latest)).await;
        match loaded {
            Ok(knowledge) => {
                self.latest = Arc::new(knowledge);
                let lesson = Lesson {
                    movement: self.saved.keep_up(&self.latest.saved).await,
                    knowledge: Arc::clone(&self.latest),
                    learned,
                };
                // The refresher is gone only when everything ends.
                let _ = self.lessons.send(lesson).await;
            }
            Err(error) => {
                tracing::warn!(%error, "What people have said cannot be read; what was known counts");
            }
        }
    }
}
