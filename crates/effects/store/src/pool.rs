//! The connection pools of the two engines, and a macro that runs the same code on either.

use sqlx::{PgPool, SqlitePool};

/// A connection pool of one of the engines.
#[derive(Clone, Debug)]
pub(crate) enum DatabasePool {
    /// An SQLite file.
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// Expands the same expression for both engines, with `$connections` bound to the pool.
macro_rules! on_pool {
    ($pool:expr, $connections:ident => $body:expr) => {
        match $pool {
            $crate::pool::DatabasePool::Sqlite($connections) => $body,
            $crate::pool::DatabasePool::Postgres($connections) => $body,
        }
    };
}

pub(crate) use on_pool;
