//! SQL dialects and their engines.

use sqlparser::dialect::{Dialect, MsSqlDialect, MySqlDialect, PostgreSqlDialect, SQLiteDialect};

/// A SQL dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SqlDialect {
    /// PostgreSQL, with its default settings.
    PostgreSql,
    /// `MySQL` or `MariaDB`, in any SQL mode.
    MySql,
    /// The SQL of SQLite.
    Sqlite,
    /// Microsoft SQL Server: Transact-SQL.
    SqlServer,
    /// Not known: the text has to read in each of the others.
    Unknown,
}

/// A dialect that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SqlEngine {
    PostgreSql,
    MySql,
    Sqlite,
    SqlServer,
}

// === impl SqlDialect ===

impl SqlDialect {
    /// Its engine, unless the dialect is not known.
    pub(crate) fn engine(self) -> Option<SqlEngine> {
        match self {
            Self::PostgreSql => Some(SqlEngine::PostgreSql),
            Self::MySql => Some(SqlEngine::MySql),
            Self::Sqlite => Some(SqlEngine::Sqlite),
            Self::SqlServer => Some(SqlEngine::SqlServer),
            Self::Unknown => None,
        }
    }
}

// === impl SqlEngine ===

impl SqlEngine {
    pub(crate) const ALL: [Self; 4] =
        [Self::PostgreSql, Self::MySql, Self::Sqlite, Self::SqlServer];

    /// The name for messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::PostgreSql => "PostgreSQL",
            Self::MySql => "MySQL",
            Self::Sqlite => "SQLite",
            Self::SqlServer => "SQL Server",
        }
    }

    /// The grammar that the parser follows.
    pub(crate) fn grammar(self) -> &'static dyn Dialect {
        match self {
            Self::PostgreSql => &PostgreSqlDialect {},
            Self::MySql => &MySqlDialect {},
            Self::Sqlite => &SQLiteDialect {},
            Self::SqlServer => &MsSqlDialect {},
        }
    }

    /// Whether a backslash can hide the quote that follows it. PostgreSQL and `MySQL` each have a
    /// setting for it.
    pub(crate) fn may_escape_by_backslash(self) -> bool {
        matches!(self, Self::PostgreSql | Self::MySql)
    }
}
