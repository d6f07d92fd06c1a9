//! The sessions that are open over HTTP.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use candor_model::{CallerIdentity, SessionId};

use crate::refusal::TransportRefusal;
use crate::session::McpSession;

/// A table with a limit. Sessions that have been idle for too long are ended at the next request.
pub(crate) struct SessionTable {
    open: Mutex<SessionTableInner>,
    limit: usize,
    idle: Duration,
}

struct SessionTableInner {
    sessions: HashMap<SessionId, Arc<McpSession>>,
    next_sweep: Instant,
}

// === impl SessionTable ===

impl SessionTable {
    pub(crate) fn new(limit: usize, idle: Duration) -> Self {
        let open = SessionTableInner {
            sessions: HashMap::new(),
            next_sweep: Instant::now(),
        };
        Self {
            open: Mutex::new(open),
            limit,
            idle,
        }
    }

    /// Enters the session that `begin` makes, if there is room.
    pub(crate) fn enter(
        &self,
        now: Instant,
        begin: impl FnOnce() -> McpSession,
    ) -> Result<Arc<McpSession>, TransportRefusal> {
        let mut open = self.lock();
        let ended = if open.sessions.len() >= self.limit {
            self.sweep(&mut open, now)
        } else {
            vec![]
        };
        let room = open.sessions.len() < self.limit;
        let session = room.then(|| {
            let session = Arc::new(begin());
            open.sessions
                .insert(session.id().clone(), Arc::clone(&session));
            session
        });
        drop(open);
        report(&ended);
        let session = session.ok_or(TransportRefusal::SessionsFull { limit: self.limit })?;
        let client = session.client();
        tracing::info!(
            session = client.key,
            revision = %client.revision,
            client = client.label(),
            "A session has begun"
        );
        Ok(session)
    }

    /// The session that a client presents, if it is its own. Another client's session is not found.
    pub(crate) fn find(
        &self,
        id: &str,
        identity: &CallerIdentity,
        now: Instant,
    ) -> Result<Arc<McpSession>, TransportRefusal> {
        let mut open = self.lock();
        let ended = if now >= open.next_sweep {
            self.sweep(&mut open, now)
        } else {
            vec![]
        };
        let found = open.sessions.get(&SessionId::presented(id)).cloned();
        drop(open);
        report(&ended);
        let session = found
            .filter(|session| session.client().identity == *identity)
            .ok_or_else(|| TransportRefusal::UnknownSession(id.chars().take(64).collect()))?;
        session.touch(now);
        Ok(session)
    }

    /// Takes a session out and ends it.
    pub(crate) fn end(&self, session: &McpSession) {
        self.lock().sessions.remove(session.id());
        session.end();
        tracing::info!(session = session.client().key, "A session has ended");
    }

    /// Takes out what has been silent for too long.
    fn sweep(&self, open: &mut SessionTableInner, now: Instant) -> Vec<Arc<McpSession>> {
        let idle_ms = u64::try_from(self.idle.as_millis()).unwrap_or(u64::MAX);
        open.next_sweep = now + self.idle.min(Duration::from_mins(1)) / 4;
        let silent = |session: &Arc<McpSession>| session.silent_ms(now) > idle_ms;
        open.sessions
            .extract_if(|_, session| silent(session))
            .map(|(_, session)| session)
            .collect()
    }

    fn lock(&self) -> MutexGuard<'_, SessionTableInner> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn report(ended: &[Arc<McpSession>]) {
    for session in ended {
        session.end();
        tracing::info!(
            session = session.client().key,
            "A session was silent for too long and has ended"
        );
    }
}
