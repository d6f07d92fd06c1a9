//! The open sessions over HTTP.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use candor_gateway::GatewayLimits;
use candor_model::{CallerIdentity, CallerLimit, CallerLimitReached, PrincipalKey, SessionId};

use crate::refusal::TransportRefusal;
use crate::session::McpSession;
use crate::session_room::{OpenSession, SessionLimits, SessionRoom};

/// How long a session must be inactive before it may end to make room for another.
const IDLE_BEFORE_END: Duration = Duration::from_mins(5);

/// A table with an overall limit and a limit per caller. Sessions that were inactive for too long
/// are ended at the next request.
pub(crate) struct SessionTable {
    open: Mutex<SessionTableInner>,
    limits: SessionLimits,
    idle: Duration,
}

struct SessionTableInner {
    sessions: HashMap<SessionId, TableEntry>,
    next_sweep: Instant,
}

struct TableEntry {
    caller: PrincipalKey,
    session: Arc<McpSession>,
}

// === impl SessionTable ===

impl SessionTable {
    pub(crate) fn new(limits: &GatewayLimits) -> Self {
        let idle = limits.session_idle;
        let idle_ms = idle.min(IDLE_BEFORE_END).as_millis();
        let limits = SessionLimits {
            all: limits.sessions,
            per_caller: limits.sessions_per_caller,
            idle_ms: u64::try_from(idle_ms).unwrap_or(u64::MAX),
        };
        let open = SessionTableInner {
            sessions: HashMap::new(),
            next_sweep: Instant::now(),
        };
        Self {
            open: Mutex::new(open),
            limits,
            idle,
        }
    }

    /// Adds the session that `begin` creates for a caller, if there is room.
    pub(crate) fn enter(
        &self,
        now: Instant,
        caller: PrincipalKey,
        begin: impl FnOnce() -> McpSession,
    ) -> Result<Arc<McpSession>, TransportRefusal> {
        let mut open = self.lock();
        let mut ended = vec![];
        let mut refusal = None;
        if !self.limits.is_roomy(open.sessions.len()) {
            ended = self.sweep(&mut open, now);
            match self.make_room(&mut open, &caller, now) {
                Ok(idle) => ended.extend(idle),
                Err(full) => refusal = Some(full),
            }
        }
        let session = match refusal {
            None => {
                let session = Arc::new(begin());
                let entry = TableEntry {
                    caller,
                    session: Arc::clone(&session),
                };
                open.sessions.insert(session.id().clone(), entry);
                Ok(session)
            }
            Some(full) => Err(full),
        };
        drop(open);
        report(&ended);
        let session = session?;
        let client = session.client();
        tracing::info!(
            session = client.key,
            revision = %client.revision,
            client = client.label(),
            "A session has begun"
        );
        Ok(session)
    }

    /// Makes room for another session of a caller. Removes and returns the session that ends for
    /// it, if any.
    fn make_room(
        &self,
        open: &mut SessionTableInner,
        caller: &PrincipalKey,
        now: Instant,
    ) -> Result<Option<Arc<McpSession>>, TransportRefusal> {
        let sessions = open.sessions.iter();
        let room = self.limits.room(
            caller,
            sessions.map(|(id, entry)| OpenSession {
                key: id,
                caller: &entry.caller,
                silent_ms: entry.session.silent_ms(now),
            }),
        );
        match room {
            SessionRoom::Free => Ok(None),
            SessionRoom::InPlaceOf(id) => {
                let id = id.clone();
                Ok(open.sessions.remove(&id).map(|entry| entry.session))
            }
            SessionRoom::CallerFull { open } => {
                Err(TransportRefusal::CallerSessions(CallerLimitReached {
                    caller: caller.clone(),
                    limit: CallerLimit::Sessions,
                    found: open as u64,
                    most: self.limits.per_caller as u64,
                }))
            }
            SessionRoom::AllFull => Err(TransportRefusal::SessionsFull {
                limit: self.limits.all,
            }),
        }
    }

    /// The session that a client presents, if it is its own. Other clients' sessions are reported
    /// as unknown.
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
        let found = open.sessions.get(&SessionId::presented(id));
        let found = found.map(|entry| Arc::clone(&entry.session));
        drop(open);
        report(&ended);
        let session = found
            .filter(|session| session.client().identity == *identity)
            .ok_or_else(|| TransportRefusal::UnknownSession(id.chars().take(64).collect()))?;
        session.touch(now);
        Ok(session)
    }

    /// Removes a session and ends it.
    pub(crate) fn end(&self, session: &McpSession) {
        self.lock().sessions.remove(session.id());
        session.end();
        tracing::info!(session = session.client().key, "A session has ended");
    }

    /// Removes sessions that were inactive for too long.
    fn sweep(&self, open: &mut SessionTableInner, now: Instant) -> Vec<Arc<McpSession>> {
        let idle_ms = u64::try_from(self.idle.as_millis()).unwrap_or(u64::MAX);
        open.next_sweep = now + self.idle.min(Duration::from_mins(1)) / 4;
        let silent = |session: &McpSession| session.silent_ms(now) > idle_ms;
        open.sessions
            .extract_if(|_, entry| silent(&entry.session))
            .map(|(_, entry)| entry.session)
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
