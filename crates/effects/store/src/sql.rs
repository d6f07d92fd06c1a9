//! Statements with their values, for whichever engine is open.

use std::{borrow::Cow, fmt::Write as _};

use candor_boxed::boxed;
use futures_util::TryStreamExt as _;
use sqlx::{AssertSqlSafe, FromRow, SqlSafeStr as _, SqlStr, postgres::PgRow, sqlite::SqliteRow};

use crate::{
    Store, StoreResult,
    pool::{DatabasePool, on_pool},
};

/// How many rows one statement deletes: each holds the write lock for a moment only.
const PRUNE_BATCH: i64 = 1000;

/// A value that a statement is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SqlValue<'a> {
    /// Text, or none.
    Text(Option<Cow<'a, str>>),
    /// A number, or none.
    Number(Option<i64>),
    /// Yes, no, or neither.
    Flag(Option<bool>),
    /// Bytes.
    Bytes(Cow<'a, [u8]>),
}

/// A query that is put together piece by piece. Its text is made of constants and places for
/// values only; every value is bound.
pub(crate) struct SqlQuery<'a> {
    text: String,
    values: Vec<SqlValue<'a>>,
}

/// What both engines can read a row into.
pub(crate) trait SqlRow:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}

impl<R> SqlRow for R where
    R: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}

/// Reads a row of either engine into a struct whose fields are named like the columns. The library
/// has a derive for it, which would build both database drivers a second time, for the compiler.
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

/// Gives a query its values.
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

/// Rows as an engine gives them.
pub(crate) enum FetchedRows {
    Sqlite(Vec<SqliteRow>),
    Postgres(Vec<PgRow>),
}

/// One row as an engine gives it.
enum FetchedRow {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

/// Takes in one row after the other.
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
    /// Reads every row.
    pub(crate) fn read<R: SqlRow>(&self) -> Result<Vec<R>, sqlx::Error> {
        match self {
            Self::Sqlite(rows) => rows.iter().map(R::from_row).collect(),
            Self::Postgres(rows) => rows.iter().map(R::from_row).collect(),
        }
    }
}

// === impl Store ===

impl Store {
    /// The rows that a query finds; `task` is a verb phrase for the error.
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

    /// The first row that a query finds, if any.
    pub(crate) async fn one<R: SqlRow>(
        &self,
        task: &'static str,
        query: &'static str,
        values: &[SqlValue<'_>],
    ) -> StoreResult<Option<R>> {
        Ok(self.rows(task, query, values).await?.into_iter().next())
    }

    /// The rows that a query finds which was put together.
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

    /// Hands over the rows that a query finds one by one, because an engine's row takes several
    /// times what is read from it. The same code for every kind of row.
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

    /// The number that a query finds, which counts rows.
    pub(crate) async fn count_of(
        &self,
        task: &'static str,
        query: SqlQuery<'_>,
    ) -> StoreResult<u64> {
        let rows: Vec<(i64,)> = self.find(task, query).await?;
        Ok(rows.first().map_or(0, |(count,)| number(*count)))
    }

    /// Runs a statement that is a change in itself; returns how many rows it touched.
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

    /// Deletes rows that are older than a moment, in batches; returns how many. The statement
    /// takes the moment and the size of a batch.
    pub(crate) async fn prune(
        &self,
        task: &'static str,
        statement: &'static str,
        before_micros: i64,
    ) -> StoreResult<u64> {
        let values = [before_micros.into(), PRUNE_BATCH.into()];
        self.repeat(task, statement, &values).await
    }

    /// Runs a statement that takes a bounded number of rows until it finds none; returns how many
    /// rows it touched altogether.
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

/// A count or a version from its column, which holds none below zero.
pub(crate) fn number(column: i64) -> u64 {
    u64::try_from(column).unwrap_or_default()
}

/// The column of a count; what is beyond its range becomes its greatest value.
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

    /// Adds a place with its value.
    pub(crate) fn bind(&mut self, value: impl Into<SqlValue<'a>>) -> &mut Self {
        self.values.push(value.into());
        // Writing to memory cannot fail.
        let _ = write!(self.text, "${}", self.values.len());
        self
    }

    /// Adds a condition on a value, if there is one.
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

    /// Adds a condition that a column has one of some values.
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

    /// Adds an order and a limit, one more than asked for, which tells whether there is more.
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
        // A count or a version; what is beyond the column's range becomes its greatest value.
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
