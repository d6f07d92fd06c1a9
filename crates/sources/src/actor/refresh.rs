//! Reads lists anew: one reading at a time, and at most one more waiting.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use crate::discover::Lists;
use crate::kinds::Kinds;
use crate::rpc::CallError;
use crate::session::Session;

/// The pause between two readings. A server that answers every list with a change of it is not
/// followed faster than this.
const PAUSE: Duration = Duration::from_millis(200);

type Reading = Pin<Box<dyn Future<Output = Result<Lists, CallError>> + Send>>;

/// The lists of one connection, and their next reading.
pub(super) struct Refresh {
    session: Arc<Session>,
    lists: Lists,
    running: Option<Reading>,
    waiting: Kinds,
    last: Option<Instant>,
}

// === impl Refresh ===

impl Refresh {
    /// Begins with all lists.
    pub(super) fn new(session: &Arc<Session>) -> Self {
        let mut refresh = Self {
            session: Arc::clone(session),
            lists: Lists::default(),
            running: None,
            waiting: Kinds::NONE,
            last: None,
        };
        refresh.want(Kinds::ALL);
        refresh
    }

    pub(super) fn lists(&self) -> &Lists {
        &self.lists
    }

    /// How long ago the lists were read; `None` before the first time.
    pub(super) fn age(&self) -> Option<Duration> {
        self.last.map(|last| last.elapsed())
    }

    /// Some lists have changed. What is wanted while a reading runs is read after it, since the
    /// reading may have passed the change already.
    pub(super) fn want(&mut self, kinds: Kinds) {
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

    /// Waits for the reading that runs. Cancel-safe.
    pub(super) async fn done(&mut self) -> Result<(), CallError> {
        let outcome = match &mut self.running {
            Some(reading) => reading.await,
            None => std::future::pending().await,
        };
        self.running = None;
        self.last = Some(Instant::now());
        self.lists = outcome?;
        self.want(Kinds::NONE);
        Ok(())
    }
}
