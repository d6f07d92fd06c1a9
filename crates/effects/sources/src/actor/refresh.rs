//! Reads lists again: one read at a time, and at most one more pending.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use crate::discover::ServerLists;
use crate::list_kinds::ListKinds;
use crate::rpc::UpstreamCallError;
use crate::session::ServerSession;

/// The minimum delay between two reads. Limits servers that answer every list with another change
/// of it.
const PAUSE: Duration = Duration::from_millis(200);

type PendingLists = Pin<Box<dyn Future<Output = Result<ServerLists, UpstreamCallError>> + Send>>;

/// The lists of one connection, and their next read.
pub(super) struct ListRefresh {
    session: Arc<ServerSession>,
    lists: ServerLists,
    running: Option<PendingLists>,
    waiting: ListKinds,
    last: Option<Instant>,
}

// === impl ListRefresh ===

impl ListRefresh {
    /// Starts by reading all lists.
    pub(super) fn new(session: &Arc<ServerSession>) -> Self {
        let mut refresh = Self {
            session: Arc::clone(session),
            lists: ServerLists::default(),
            running: None,
            waiting: ListKinds::NONE,
            last: None,
        };
        refresh.want(ListKinds::ALL);
        refresh
    }

    pub(super) fn lists(&self) -> &ServerLists {
        &self.lists
    }

    /// How long ago the lists were read; `None` before the first time.
    pub(super) fn age(&self) -> Option<Duration> {
        self.last.map(|last| last.elapsed())
    }

    /// Requests a read of some lists. If a read is running, another one follows it, since the
    /// running one may have missed the change.
    pub(super) fn want(&mut self, kinds: ListKinds) {
        self.waiting = self.waiting.and(kinds);
        if self.running.is_none() && !self.waiting.is_empty() {
            let kinds = std::mem::take(&mut self.waiting);
            let (lists, session) = (self.lists.clone(), Arc::clone(&self.session));
            let begin = self.last.map(|last| last + PAUSE);
            self.running = Some(Box::pin(async move {
                if let Some(begin) = begin {
                    tokio::time::sleep_until(begin).await;
                }
                lists.read(session, kinds).await
            }));
        }
    }

    /// Waits for the running read. Cancel-safe.
    pub(super) async fn done(&mut self) -> Result<(), UpstreamCallError> {
        let outcome = match &mut self.running {
            Some(reading) => reading.await,
            None => std::future::pending().await,
        };
        self.running = None;
        self.last = Some(Instant::now());
        self.lists = outcome?;
        self.want(ListKinds::NONE);
        Ok(())
    }
}
