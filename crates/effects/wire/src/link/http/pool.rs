//! The pool of connections to one server.
//!
//! Idle HTTP/1 connections are kept, and the most recently used one is taken first. For HTTP/2
//! there is a single connection that all requests share.

mod idle;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::time::{sleep, timeout};

use self::idle::{IdleConnection, IdleList};
use super::connect::{ConnectCause, ConnectFailure, ServerConnector};
use super::connection::{self, Http2Sender, HttpConnection};
use super::http1::Http1Connection;

/// How often expired idle connections are closed.
const SWEEP: Duration = Duration::from_secs(30);
/// A pool of connections to one server.
pub(super) struct ConnectionPool {
    connector: ServerConnector,
    state: Mutex<PoolState>,
    /// Held by the request that determines the server's protocol, so that concurrent requests do
    /// not each open a connection if a single one serves them all.
    opening: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct PoolState {
    idle: IdleList,
    shared: Option<SharedConnection>,
    /// Whether the server chose HTTP/1 for the last connection.
    http1: bool,
    /// Whether the task that closes expired connections is running.
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
    /// Whether the connection was pooled, so that the server may have closed it meanwhile.
    pub(super) reused: bool,
}

// === impl ConnectionPool ===

impl ConnectionPool {
    /// Creates an empty pool.
    pub(super) fn new(connector: ServerConnector) -> Self {
        Self {
            connector,
            state: Mutex::default(),
            opening: tokio::sync::Mutex::default(),
        }
    }

    /// An idle connection, or a new one.
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
            // Boxed to keep the future of every request small.
            None => Box::pin(self.open()).await,
        }
    }

    /// Takes back a connection whose response was read, or whose remaining body is not needed.
    pub(super) fn give_back(self: &Arc<Self>, connection: Box<Http1Connection>) {
        let now = Instant::now();
        let connection = IdleConnection::new(connection, now);
        let mut state = self.lock();
        state.idle.put(connection, now);
        self.watch(&mut state);
    }

    /// Removes a shared connection that accepts no more requests.
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
            // Another request may have determined the protocol meanwhile.
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

    /// The number of the next connection.
    fn number(&self) -> u64 {
        let mut state = self.lock();
        state.opened += 1;
        state.opened
    }

    /// Starts the task that closes expired connections, unless it is running.
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

/// Closes expired idle connections, until none is left or the pool is dropped.
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

    /// The shared connection, if there is one.
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

    /// Records the protocol of a new connection, and the connection itself if it can be shared.
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
