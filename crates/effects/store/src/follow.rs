//! Following changes to the workspace or the ledger, made by any process.
//!
//! PostgreSQL announces a new revision when it is committed; the revision is also polled at a long
//! interval in case an announcement is lost, for example during a reconnect. SQLite cannot notify
//! other processes, so there the revision is polled at a short interval, which costs one cached
//! row.

use std::{fmt, pin::pin, time::Duration};

use candor_boxed::boxed;
use sqlx::{
    PgPool,
    postgres::{PgConnectOptions, PgListener, PgPoolOptions},
};
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::{
    Store, StoreResult,
    counter::RevisionCounter,
    pool::{DatabasePool, on_pool},
};

/// The polling interval in addition to announcements.
const LOOK_POSTGRES: Duration = Duration::from_secs(5);
/// The delay before a retry after an error.
const PAUSE: Duration = Duration::from_secs(1);
/// The timeout for the announcement connection.
const CONNECT: Duration = Duration::from_secs(10);

/// Follows revisions; see [`Store::follow`] and [`Store::follow_ledger`].
pub struct RevisionFollower {
    store: Store,
    /// The counter being followed.
    counter: RevisionCounter,
    /// The revision that was last reported.
    seen: u64,
    /// The polling timer.
    look: Interval,
    /// The announcements, if the engine has them.
    announced: Option<RevisionListener>,
    /// Whether an announcement has not been handled yet.
    due: bool,
    /// Whether the last call returned an error.
    failed: bool,
}

/// The announcements of a PostgreSQL server. The pool is only for this connection, so that closing
/// the store does not wait for it.
struct RevisionListener {
    pool: PgPool,
    channel: &'static str,
    listener: Option<PgListener>,
}

// === impl Store ===

impl Store {
    /// The revision of the workspace: a counter that every change increments.
    #[boxed]
    pub async fn revision(&self) -> StoreResult<u64> {
        RevisionCounter::Workspace.read(self).await
    }

    /// Follows changes from now on. To miss nothing, start following before reading.
    #[boxed]
    pub async fn follow(&self) -> StoreResult<RevisionFollower> {
        RevisionFollower::of(self, RevisionCounter::Workspace).await
    }
}

// === impl RevisionFollower ===

impl RevisionFollower {
    /// Follows a counter.
    pub(crate) async fn of(store: &Store, counter: RevisionCounter) -> StoreResult<Self> {
        let (period, announced) = match &store.pool {
            DatabasePool::Sqlite(_) => (counter.look(), None),
            DatabasePool::Postgres(pool) => {
                let mut listener = RevisionListener::new(pool, counter.channel());
                let connected = listener.connect().await;
                connected.map_err(store.failed(counter.follow()))?;
                (LOOK_POSTGRES, Some(listener))
            }
        };
        let mut look = interval(period);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Ok(Self {
            seen: counter.read(store).await?,
            store: store.clone(),
            counter,
            look,
            announced,
            due: false,
            failed: false,
        })
    }

    /// Waits for a revision other than the last one seen, and returns it. Changes in quick
    /// succession may be reported as one.
    ///
    /// Cancel safe. After an error, the next call waits a moment before it retries, so a loop
    /// around it does not spin.
    #[boxed]
    pub async fn next(&mut self) -> StoreResult<u64> {
        if self.failed {
            tokio::time::sleep(PAUSE).await;
            self.failed = false;
            self.due = true;
        }
        let next = self.changed().await;
        self.failed = next.is_err();
        next
    }

    async fn changed(&mut self) -> StoreResult<u64> {
        loop {
            if self.due {
                let revision = self.counter.read(&self.store).await?;
                self.due = false;
                if revision != self.seen {
                    self.seen = revision;
                    return Ok(revision);
                }
            }
            self.wait().await?;
            self.due = true;
        }
    }

    /// Waits until the revision should be read.
    async fn wait(&mut self) -> StoreResult<()> {
        let failed = self.store.failed(self.counter.follow());
        let closed = async { on_pool!(&self.store.pool, pool => pool.close_event().await) };
        let mut closed = pin!(closed);
        let announced = async {
            match &mut self.announced {
                Some(listener) => listener.next(self.seen).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = &mut closed => Err(failed(sqlx::Error::PoolClosed)),
            _ = self.look.tick() => Ok(()),
            announced = announced => announced.map_err(failed),
        }
    }
}

impl fmt::Debug for RevisionFollower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Follower")
            .field("store", &self.store)
            .field("counter", &self.counter)
            .field("seen", &self.seen)
            .finish_non_exhaustive()
    }
}

// === impl RevisionListener ===

impl RevisionListener {
    fn new(pool: &PgPool, channel: &'static str) -> Self {
        let options = PgConnectOptions::clone(&pool.connect_options());
        let pool = PgPoolOptions::new()
            .max_connections(1)
            .acquire_timeout(CONNECT)
            .max_lifetime(None)
            .idle_timeout(None)
            .connect_lazy_with(options);
        Self {
            pool,
            channel,
            listener: None,
        }
    }

    async fn connect(&mut self) -> Result<(), sqlx::Error> {
        let mut fresh = PgListener::connect_with(&self.pool).await?;
        fresh.eager_reconnect(false);
        fresh.listen(self.channel).await?;
        self.listener = Some(fresh);
        Ok(())
    }

    /// Waits until a revision later than `seen` is announced, or announcements may have been lost.
    ///
    /// Boxed, because it contains the state of connecting to PostgreSQL, which is large and which
    /// followers of SQLite never use.
    #[boxed]
    async fn next(&mut self, seen: u64) -> Result<(), sqlx::Error> {
        let Some(open) = &mut self.listener else {
            // Anything announced before the connection was made is lost.
            return self.connect().await;
        };
        loop {
            match open.try_recv().await {
                Ok(Some(note)) if note.payload().parse().is_ok_and(|it: u64| it <= seen) => {}
                Ok(Some(_)) => return Ok(()),
                lost => {
                    self.listener = None;
                    return lost.map(drop);
                }
            }
        }
    }
}
