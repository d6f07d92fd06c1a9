//! The connections to one server that are kept for the next request.
//!
//! Of HTTP/1 connections those that rest are kept, and the one that was used last is taken first.
//! Of HTTP/2 there is one connection, and all requests share it.

mod idle;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::time::{sleep, timeout};

use self::idle::{IdleConnection, IdleList};
use super::connect::{ConnectCause, ConnectFailure, ServerConnector};
use super::connection::{self, Http2Sender, HttpConnection};
use super::http1::Http1Connection;

/// How often connections that have rested for too long are looked for.
const SWEEP: Duration = Duration::from_secs(30);
/// A pool of connections to one server.
pub(super) struct ConnectionPool {
    connector: ServerConnector,
    state: Mutex<PoolState>,
    /// Held by the request that finds out which protocol the server speaks, so that many at once
    /// do not open a connection each where one serves them all.
    opening: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct PoolState {
    idle: IdleList,
    shared: Option<SharedConnection>,
    /// Whether the server chose HTTP/1 when it was last asked.
    http1: bool,
    /// Whether a task looks for connections that have rested for too long.
    swept: bool,
    opened: u64,
}

struct SharedConnection {
    sender: Http2Sender,
    number: u64,
    used: Instant,
}

/// A connection for one request.
pub(super) struct PooledConnection {
    pub(super) connection: HttpConnection,
    /// Whether it was there before, so that the server may have closed it meanwhile.
    pub(super) reused: bool,
}

// === impl ConnectionPool ===

impl ConnectionPool {
    /// An empty pool.
    pub(super) fn new(connector: ServerConnector) -> Self {
        Self {
            connector,
            state: Mutex::default(),
            opening: tokio::sync::Mutex::default(),
        }
    }

    /// A connection that rests, or else a new one.
    pub(super) async fn connection(self: &Arc<Self>) -> Result<PooledConnection, ConnectCause> {
        let picked = {
            let now = Instant::now();
            let mut state = self.lock();
            match state.share(now) {
                Some(shared) => return Ok(shared),
                None => state.idle.pick(now),
            }
        };
        match picked {
            Some(connection) => Ok(PooledConnection {
                connection: HttpConnection::Http1(connection),
                reused: true,
            }),
            // Boxed, so that it is not part of every request's future.
            None => Box::pin(self.open()).await,
        }
    }

    /// Takes back a connection whose response was read, or whose rest nobody wants.
    pub(super) fn give_back(self: &Arc<Self>, connection: Http1Connection) {
        let now = Instant::now();
        let connection = IdleConnection::new(connection, now);
        let mut state = self.lock();
        state.idle.put(connection, now);
        self.watch(&mut state);
    }

    /// Forgets a shared connection that takes no more requests.
    pub(super) fn forget(&self, number: u64) {
        let mut state = self.lock();
        state.shared.take_if(|shared| shared.number == number);
    }

    async fn open(self: &Arc<Self>) -> Result<PooledConnection, ConnectCause> {
        let limit = self.connector.limit();
        let opened = timeout(limit, self.open_or_share()).await;
        opened.unwrap_or_else(|_| Err(Arc::new(ConnectFailure::TimedOut(limit))))
    }

    async fn open_or_share(self: &Arc<Self>) -> Result<PooledConnection, ConnectCause> {
        let mut alone = None;
        if self.connector.may_be_http2() && !self.lock().http1 {
            alone = Some(self.opening.lock().await);
            // Another request may have found out meanwhile.
            let mut state = self.lock();
            if let Some(shared) = state.share(Instant::now()) {
                return Ok(shared);
            }
            if state.http1 {
                alone = None;
            }
        }
        let stream = self.connector.open().await?;
        let started = connection::start(stream, self.number()).await;
        let connection = started.map_err(|error| -> ConnectCause { Arc::new(error) })?;
        let mut state = self.lock();
        state.learn(&connection);
        self.watch(&mut state);
        drop(alone);
        Ok(PooledConnection {
            connection,
            reused: false,
        })
    }

    /// A number for the next connection.
    fn number(&self) -> u64 {
        let mut state = self.lock();
        state.opened += 1;
        state.opened
    }

    /// Sees to it that what is kept is not kept for ever.
    fn watch(self: &Arc<Self>, state: &mut PoolState) {
        if state.swept || state.is_empty() {
            return;
        }
        if let Ok(runtime) = Handle::try_current() {
            state.swept = true;
            runtime.spawn(sweep(Arc::downgrade(self)));
        }
    }

    fn lock(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Closes connections that rest for too long, until none is left or the pool is gone.
async fn sweep(pool: Weak<ConnectionPool>) {
    loop {
        sleep(SWEEP).await;
        let Some(pool) = pool.upgrade() else {
            return;
        };
        let mut state = pool.lock();
        state.sweep(Instant::now());
        if state.is_empty() {
            state.swept = false;
            return;
        }
    }
}

// === impl PoolState ===

impl PoolState {
    fn is_empty(&self) -> bool {
        self.idle.is_empty() && self.shared.is_none()
    }

    /// The connection that all requests share, if there is one.
    fn share(&mut self, now: Instant) -> Option<PooledConnection> {
        let shared = self.shared.as_mut()?;
        if !shared.is_usable(now) {
            self.shared = None;
            return None;
        }
        shared.used = now;
        Some(PooledConnection {
            connection: HttpConnection::Http2(shared.sender.clone(), shared.number),
            reused: true,
        })
    }

    /// Remembers which protocol a new connection speaks, and the connection if it can be shared.
    fn learn(&mut self, connection: &HttpConnection) {
        self.http1 = matches!(connection, HttpConnection::Http1(_));
        if let HttpConnection::Http2(sender, number) = connection {
            self.shared = Some(SharedConnection {
                sender: sender.clone(),
                number: *number,
                used: Instant::now(),
            });
        }
    }

    fn sweep(&mut self, now: Instant) {
        self.idle.sweep(now);
        self.shared.take_if(|shared| !shared.is_usable(now));
    }
}

// === impl SharedConnection ===

impl SharedConnection {
    fn is_usable(&self, now: Instant) -> bool {
        !self.sender.is_closed() && idle::is_young(self.used, now)
    }
}
