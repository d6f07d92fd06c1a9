//! Statements with bound values, for either engine.

use std::{borrow::Cow, fmt::Write as _};

use candor_boxed::boxed;
use futures_util::TryStreamExt as _;
use sqlx::{AssertSqlSafe, FromRow, SqlSafeStr as _, SqlStr, postgres::PgRow, sqlite::SqliteRow};

use crate::{
    Store, StoreResult,
    pool::{DatabasePool, on_pool},
};

/// The number of rows deleted per statement, so that the write lock is held only briefly.
const PRUNE_BATCH: i64 = 1000;

/// A bound value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SqlValue<'a> {
    /// Text or null.
    Text(Option<Cow<'a, str>>),
    /// A number or null.
    Number(Option<i64>),
    /// A boolean or null.
    Flag(Option<bool>),
    /// Bytes that are never null.
    Bytes(Cow<'a, [u8]>),
}

/// A query built in pieces. Its text consists of constants and placeholders only; every value is
/// bound.
pub(crate) struct SqlQuery<'a> {
    text: String,
    values: Vec<SqlValue<'a>>,
}

/// A type that rows of both engines can be parsed into.
pub(crate) trait SqlRow:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}

impl<R> SqlRow for R where
    R: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}

/// Implements `FromRow` for both engines, for a struct whose fields are named like the columns. The
/// library's derive macro would build both database drivers a second time, for the host.
macro_rules! from_row {
    ($name:ident: $($field:ident),+ $(,)?) => {
        from_row!(@sqlx::sqlite::SqliteRow, $name: $($field),+);
        from_row!(@sqlx::postgres::PgRow, $name: $($field),+);
    };
    (@$row:ty, $name:ident: $($field:ident),+) => {
        impl sqlx::FromRow<'_, $row> for $name {
            fn from_row(row: &$row) -> Result<Self, sqlx::Error> {
                use sqlx::Row as _;
                Ok(Self { $($field: row.try_get(stringify!($field))?),+ })
            }
        }
    };
}

pub(crate) use from_row;

/// Binds values to a query.
macro_rules! bind {
    ($query:expr, $values:expr) => {{
        let mut query = $query;
        for value in $values {
            query = match value {
                $crate::sql::SqlValue::Text(text) => query.bind(text.as_deref()),
                $crate::sql::SqlValue::Number(number) => query.bind(*number),
                $crate::sql::SqlValue::Flag(flag) => query.bind(*flag),
                $crate::sql::SqlValue::Bytes(bytes) => query.bind(&**bytes),
            };
        }
        query
    }};
}

pub(crate) use bind;

/// Rows of either engine.
pub(crate) enum FetchedRows {
    Sqlite(Vec<SqliteRow>),
    Postgres(Vec<PgRow>),
}

/// A row of either engine.
enum FetchedRow {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

/// Receives rows one at a time.
type RowReader<'r> = dyn FnMut(FetchedRow) -> Result<(), sqlx::Error> + Send + 'r;

// === impl FetchedRow ===

impl FetchedRow {
    fn read<R: SqlRow>(&self) -> Result<R, sqlx::Error> {
        match self {
            Self::Sqlite(row) => R::from_row(row),
            Self::Postgres(row) => R::from_row(row),
        }
    }
}

// === impl FetchedRows ===

impl FetchedRows {
    /// Parses all rows.
    pub(crate) fn read<R: SqlRow>(&self) -> Result<Vec<R>, sqlx::Error> {
        match self {
            Self::Sqlite(rows) => rows.iter().map(R::from_row).collect(),
            Self::Postgres(rows) => rows.iter().map(R::from_row).collect(),
        }
    }
}

// === impl Store ===

impl Store {
    /// The rows of a query; `task` is a verb phrase for the error.
    pub(crate) async fn rows<R: SqlRow>(
        &self,
        task: &'static str,
        query: &'static str,
        values: &[SqlValue<'_>],
    ) -> StoreResult<Vec<R>> {
        let query = query.into_sql_str();
        self.read_all(query, values)
            .await
            .map_err(self.failed(task))
    }

    /// The first row of a query, if any.
    pub(crate) async fn one<R: SqlRow>(
        &self,
        task: &'static str,
        query: &'static str,
        values: &[SqlValue<'_>],
    ) -> StoreResult<Option<R>> {
        Ok(self.rows(task, query, values).await?.into_iter().next())
    }

    /// The rows of a query that was built in pieces.
    pub(crate) async fn find<R: SqlRow>(
        &self,
        task: &'static str,
        query: SqlQuery<'_>,
    ) -> StoreResult<Vec<R>> {
        let SqlQuery { text, values } = query;
        let query = AssertSqlSafe(text).into_sql_str();
        self.read_all(query, &values)
            .await
            .map_err(self.failed(task))
    }

    async fn read_all<R: SqlRow>(
        &self,
        query: SqlStr,
        values: &[SqlValue<'_>],
    ) -> Result<Vec<R>, sqlx::Error> {
        let mut all = Vec::new();
        let mut read = |row: FetchedRow| row.read().map(|row| all.push(row));
        self.each(query, values, &mut read).await?;
        Ok(all)
    }

    /// Passes rows on one at a time, because an engine's row needs several times the memory of what
    /// is read from it. Not generic, so that it is compiled once.
    #[boxed]
    async fn each(
        &self,
        query: SqlStr,
        values: &[SqlValue<'_>],
        read: &mut RowReader<'_>,
    ) -> Result<(), sqlx::Error> {
        match &self.pool {
            DatabasePool::Sqlite(pool) => {
                let mut rows = bind!(sqlx::query(query), values).fetch(pool);
                while let Some(row) = rows.try_next().await? {
                    read(FetchedRow::Sqlite(row))?;
                }
            }
            DatabasePool::Postgres(pool) => {
                let mut rows = bind!(sqlx::query(query), values).fetch(pool);
                while let Some(row) = rows.try_next().await? {
                    read(FetchedRow::Postgres(row))?;
                }
            }
        }
        Ok(())
    }

    /// The result of a counting query.
    pub(crate) async fn count_of(
        &self,
        task: &'static str,
        query: SqlQuery<'_>,
    ) -> StoreResult<u64> {
        let rows: Vec<(i64,)> = self.find(task, query).await?;
        Ok(rows.first().map_or(0, |(count,)| number(*count)))
    }

    /// Executes a statement outside of a transaction; returns the number of affected rows.
    #[boxed]
    pub(crate) async fn execute(
        &self,
        task: &'static str,
        statement: &'static str,
        values: &[SqlValue<'_>],
    ) -> StoreResult<u64> {
        on_pool!(&self.pool, connections => bind!(sqlx::query(statement), values)
            .execute(connections)
            .await
            .map(|done| done.rows_affected()))
        .map_err(self.failed(task))
    }

    /// Deletes rows older than a moment, in batches; returns how many. The statement takes the
    /// moment and the batch size.
    pub(crate) async fn prune(
        &self,
        task: &'static str,
        statement: &'static str,
        before_micros: i64,
    ) -> StoreResult<u64> {
        let values = [before_micros.into(), PRUNE_BATCH.into()];
        self.repeat(task, statement, &values).await
    }

    /// Repeats a statement with a limited number of rows until it affects none; returns the total
    /// number of affected rows.
    pub(crate) async fn repeat(
        &self,
        task: &'static str,
        statement: &'static str,
        values: &[SqlValue<'_>],
    ) -> StoreResult<u64> {
        let mut all = 0;
        loop {
            match self.execute(task, statement, values).await? {
                0 => return Ok(all),
                touched => all += touched,
            }
        }
    }
}

/// Converts a count or version from its column, which is never negative.
pub(crate) fn number(column: i64) -> u64 {
    u64::try_from(column).unwrap_or_default()
}

/// Converts a count for its column, clamped to the column's range.
pub(crate) fn column(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

// === impl SqlQuery ===

impl<'a> SqlQuery<'a> {
    pub(crate) fn new(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            values: Vec::new(),
        }
    }

    pub(crate) fn push(&mut self, text: &'static str) -> &mut Self {
        self.text.push_str(text);
        self
    }

    /// Appends a placeholder with its value.
    pub(crate) fn bind(&mut self, value: impl Into<SqlValue<'a>>) -> &mut Self {
        self.values.push(value.into());
        // Writing to memory cannot fail.
        let _ = write!(self.text, "${}", self.values.len());
        self
    }

    /// Appends a condition on a value, if there is one.
    pub(crate) fn and(
        &mut self,
        condition: &'static str,
        value: Option<impl Into<SqlValue<'a>>>,
    ) -> &mut Self {
        if let Some(value) = value {
            self.push(" AND ").push(condition).push(" ").bind(value);
        }
        self
    }

    /// Appends a condition that a column has one of several values.
    pub(crate) fn and_in(
        &mut self,
        column: &'static str,
        values: impl IntoIterator<Item = SqlValue<'a>>,
    ) -> &mut Self {
        self.push(" AND ").push(column).push(" IN (");
        for (at, value) in values.into_iter().enumerate() {
            if at > 0 {
                self.push(", ");
            }
            self.bind(value);
        }
        self.push(")")
    }

    /// Appends an order and a limit of one more than `limit`, to detect whether there are more
    /// rows.
    pub(crate) fn page(&mut self, order: &'static str, limit: usize) -> &mut Self {
        self.push(" ORDER BY ").push(order).push(" LIMIT ");
        self.bind(limit as u64 + 1)
    }

    /// The text and the values.
    pub(crate) fn into_parts(self) -> (String, Vec<SqlValue<'a>>) {
        (self.text, self.values)
    }
}

// === impl SqlValue ===

macro_rules! sql_values {
    ($($kind:ident { $($type:ty, $given:ident => $value:expr;)+ })+) => {$($(
        impl<'a> From<$type> for SqlValue<'a> {
            fn from($given: $type) -> Self {
                Self::$kind($value)
            }
        }
    )+)+};
}

sql_values! {
    Text {
        &'a str, text => Some(Cow::Borrowed(text));
        String, text => Some(Cow::Owned(text));
        Cow<'a, str>, text => Some(text);
        Option<&'a str>, text => text.map(Cow::Borrowed);
        Option<String>, text => text.map(Cow::Owned);
        Option<Cow<'a, str>>, text => text;
    }
    Number {
        i64, number => Some(number);
        Option<i64>, number => number;
        // A count or version, clamped to the column's range.
        u64, number => Some(column(number));
    }
    Flag {
        bool, flag => Some(flag);
        Option<bool>, flag => flag;
    }
    Bytes {
        Vec<u8>, bytes => Cow::Owned(bytes);
    }
}
