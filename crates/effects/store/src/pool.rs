//! The two engines, and the macro that gives both the same statement.

use sqlx::{PgPool, SqlitePool};

/// A pool of connections to one of the engines.
#[derive(Clone, Debug)]
pub(crate) enum DatabasePool {
    /// A file on this machine.
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
