//! The sessions that are open over HTTP.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use candor_model::{Identity, SessionId};

use crate::refusal::Refusal;
use crate::session::Session;

/// A table with a limit. Sessions that have been silent for too long are ended when somebody
/// next comes by; without visitors they harm nobody.
pub(crate) struct Sessions {
    open: Mutex<Open>,
    limit: usize,
    idle: Duration,
}

struct Open {
    sessions: HashMap<SessionId, Arc<Session>>,
    next_sweep: Instant,
}

// === impl Sessions ===

impl Sessions {
    pub(crate) fn new(limit: usize, idle: Duration) -> Self {
        let open = Open {
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
        begin: impl FnOnce() -> Session,
    ) -> Result<Arc<Session>, Refusal> {
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
        let session = session.ok_or(Refusal::SessionsFull { limit: self.limit })?;
        let client = session.client();
        tracing::info!(
            session = client.key,
            revision = %client.revision,
            client = client.label(),
            "A session has begun"
        );
        Ok(session)
    }

    /// The session that a client presents, if it is its own. Somebody else's is as good as none.
    pub(crate) fn find(
        &self,
        id: &str,
        identity: &Identity,
        now: Instant,
    ) -> Result<Arc<Session>, Refusal> {
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
            .ok_or_else(|| Refusal::UnknownSession(id.chars().take(64).collect()))?;
        session.touch(now);
        Ok(session)
    }

    /// Takes a session out and ends it.
    pub(crate) fn end(&self, session: &Session) {
        self.lock().sessions.remove(session.id());
        session.end();
        tracing::info!(session = session.client().key, "A session has ended");
    }

    /// Takes out what has been silent for too long.
    fn sweep(&self, open: &mut Open, now: Instant) -> Vec<Arc<Session>> {
        let idle_ms = u64::try_from(self.idle.as_millis()).unwrap_or(u64::MAX);
        open.next_sweep = now + self.idle.min(Duration::from_mins(1)) / 4;
        let silent = |session: &Arc<Session>| session.silent_ms(now) > idle_ms;
        open.sessions
            .extract_if(|_, session| silent(session))
            .map(|(_, session)| session)
            .collect()
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn report(ended: &[Arc<Session>]) {
    for session in ended {
        session.end();
        tracing::info!(
            session = session.client().key,
            "A session was silent for too long and has ended"
        );
    }
}
