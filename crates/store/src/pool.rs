//! The two engines, and the macro that gives both the same statement.

use sqlx::{PgPool, SqlitePool};

/// A pool of connections to one of the engines.
#[derive(Clone, Debug)]
pub(crate) enum Pool {
    /// A file on this machine.
    Sqlite(SqlitePool),
    /// A server.
    Postgres(PgPool),
}

/// Expands the same expression for both engines, with `$connections` bound to the pool and, in
/// the longer form, `$db` to the engine's type.
macro_rules! on_pool {
    ($pool:expr, $connections:ident => $body:expr) => {
        match $pool {
            $crate::pool::Pool::Sqlite($connections) => $body,
            $crate::pool::Pool::Postgres($connections) => $body,
        }
    };
    ($pool:expr, $db:ident, $connections:ident => $body:expr) => {
        match $pool {
            $crate::pool::Pool::Sqlite($connections) => {
                type $db = sqlx::Sqlite;
                $body
            }
            $crate::pool::Pool::Postgres($connections) => {
                type $db = sqlx::Postgres;
                $body
            }
        }
    };
}

pub(crate) use on_pool;
