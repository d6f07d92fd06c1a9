//! Hearing of every change to the workspace, or to the ledger, whichever process made it.
//!
//! PostgreSQL announces a new revision when it is committed; in case an announcement is lost, for
//! instance while the connection was away, the revision is also looked up now and then. SQLite
//! cannot announce anything to other processes, so there the revision is looked up often: a
//! lookup reads one row from memory.

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

/// How often the revision is looked up beside the announcements.
const LOOK_POSTGRES: Duration = Duration::from_secs(5);
/// The pause before trying again after an error.
const PAUSE: Duration = Duration::from_secs(1);
/// How long a connection for announcements may take.
const CONNECT: Duration = Duration::from_secs(10);

/// Follows the changes of a workspace; see [`Store::follow`] and [`Store::follow_ledger`].
pub struct RevisionFollower {
    store: Store,
    /// What is followed.
    counter: RevisionCounter,
    /// The revision that was last reported.
    seen: u64,
    /// Says when to look.
    look: Interval,
    /// Where announcements come from, if there are any.
    announced: Option<RevisionListener>,
    /// Whether something was announced that was not looked at yet.
    due: bool,
    /// Whether the last call ended with an error.
    failed: bool,
}

/// Announcements of a server, once connected. The pool is for this one connection, so that closing
/// the store does not wait for it.
struct RevisionListener {
    pool: PgPool,
    channel: &'static str,
    listener: Option<PgListener>,
}

// === impl Store ===

impl Store {
    /// The revision of the workspace: a number that every change counts up.
    #[boxed]
    pub async fn revision(&self) -> StoreResult<u64> {
        RevisionCounter::Workspace.read(self).await
    }

    /// Follows the changes from now on. To miss nothing, follow first and read afterwards.
    #[boxed]
    pub async fn follow(&self) -> StoreResult<RevisionFollower> {
        RevisionFollower::of(self, RevisionCounter::Workspace).await
    }
}

// === impl RevisionFollower ===

impl RevisionFollower {
    /// Follows what a counter counts.
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

    /// Waits for a revision that differs from the last one seen, and returns it. Several changes
    /// in quick succession may be reported as one.
    ///
    /// It may be dropped while it waits: nothing is lost. After an error it can be called again,
    /// and takes a moment before it tries, so a loop around it does not spin.
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

    /// Waits until it is time to look.
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

    /// Waits until a later revision than `seen` is announced, or announcements may have been
    /// missed.
    async fn next(&mut self, seen: u64) -> Result<(), sqlx::Error> {
        let Some(open) = &mut self.listener else {
            // What was announced before this moment went unheard.
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
