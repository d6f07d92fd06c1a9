//! The database handle, the same for both engines.

use std::{fmt, sync::Arc};

use candor_boxed::boxed;

use crate::{
    CallerAllowance, DatabaseTarget, StoreError, StoreResult,
    pool::{DatabasePool, on_pool},
    target::OpenedDatabase,
};

/// The database engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatabaseEngine {
    /// An embedded SQLite database.
    Sqlite,
    /// A PostgreSQL server.
    Postgres,
}

/// An open database. Clones share its connections.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) pool: DatabasePool,
    place: Arc<str>,
    /// The storage limits per caller.
    pub(crate) allowance: CallerAllowance,
}

// === impl Store ===

impl Store {
    /// Opens the database and migrates its schema. An SQLite file is created if missing; a
    /// PostgreSQL database must exist.
    #[boxed]
    pub async fn open(target: &DatabaseTarget) -> StoreResult<Self> {
        let OpenedDatabase { pool, place } = target.open().await?;
        Ok(Self {
            pool,
            place,
            allowance: CallerAllowance::UNLIMITED,
        })
    }

    /// The database engine in use.
    pub fn engine(&self) -> DatabaseEngine {
        match self.pool {
            DatabasePool::Sqlite(_) => DatabaseEngine::Sqlite,
            DatabasePool::Postgres(_) => DatabaseEngine::Postgres,
        }
    }

    /// The file, or host, port and database, in backticks; never a password.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// Checks that the database can be read and written, by inserting, reading and deleting a row.
    #[boxed]
    pub async fn check(&self) -> StoreResult<()> {
        let found: Result<i64, sqlx::Error> = on_pool!(&self.pool, connections => async {
            let mut transaction = connections.begin().await?;
            // A source's name cannot contain a dot, so this row conflicts with none.
            sqlx::query(
                "INSERT INTO sources (name, fingerprint, era, revision, server, seen_micros) \
                 VALUES ('.check', '', '', '', '', $1)",
            )
            .bind(1_i64)
            .execute(&mut *transaction)
            .await?;
            let seen = sqlx::query_scalar("SELECT seen_micros FROM sources WHERE name = $1")
                .bind(".check")
                .fetch_one(&mut *transaction)
                .await?;
            transaction.rollback().await?;
            Ok(seen)
        }.await);
        match found {
            Ok(1) => Ok(()),
            Ok(other) => Err(self.failed("give back what was written")(
                sqlx::Error::Protocol(format!("read `{other}` where `1` was written")),
            )),
            Err(cause) => Err(self.failed("take and give back a row")(cause)),
        }
    }

    /// Waits for running operations and closes every connection, including those of clones.
    #[boxed]
    pub async fn close(&self) {
        on_pool!(&self.pool, connections => connections.close().await);
    }

    /// Makes sure that committed data survives a power failure. PostgreSQL does so anyway; SQLite,
    /// in the mode we use, once its log is checkpointed to the file.
    pub(crate) async fn settle(&self) -> StoreResult<()> {
        let DatabasePool::Sqlite(connections) = &self.pool else {
            return Ok(());
        };
        let task = "write its log back to the file";
        let (busy, _, _): (i64, i64, i64) = sqlx::query_as("PRAGMA wal_checkpoint(FULL)")
            .fetch_one(connections)
            .await
            .map_err(self.failed(task))?;
        if busy != 0 {
            let cause = sqlx::Error::Protocol("another process was reading".to_owned());
            return Err(self.failed(task)(cause));
        }
        Ok(())
    }

    /// Converts an engine's error to a message about `task`, a verb phrase.
    pub(crate) fn failed(&self, task: &'static str) -> impl Fn(sqlx::Error) -> StoreError + '_ {
        move |cause| StoreError::Failed {
            place: self.place.to_string(),
            task,
            cause: cause.into(),
        }
    }
}

// === impl DatabaseEngine ===

impl DatabaseEngine {
    /// The engine's own name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        }
    }
}

impl fmt::Display for DatabaseEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
