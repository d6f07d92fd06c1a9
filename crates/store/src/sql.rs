//! Statements with their values, for whichever engine is open.

use std::borrow::Cow;

use sqlx::{FromRow, postgres::PgRow, sqlite::SqliteRow};

use crate::{Store, StoreError, pool::on_pool};

/// A value that a statement is given.
#[derive(Clone, Debug)]
pub(crate) enum Value<'a> {
    /// Text, or none.
    Text(Option<Cow<'a, str>>),
    /// A number, or none.
    Number(Option<i64>),
    /// Yes, no, or neither.
    Flag(Option<bool>),
}

/// What both engines can read a row into.
pub(crate) trait Record:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}

impl<R> Record for R where
    R: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}

/// Gives a query its values.
macro_rules! bind {
    ($query:expr, $values:expr) => {{
        let mut query = $query;
        for value in $values {
            query = match value {
                $crate::sql::Value::Text(text) => query.bind(text.as_deref()),
                $crate::sql::Value::Number(number) => query.bind(*number),
                $crate::sql::Value::Flag(flag) => query.bind(*flag),
            };
        }
        query
    }};
}

pub(crate) use bind;

// === impl Store ===

impl Store {
    /// The rows that a query finds; `task` is a verb phrase for the error.
    pub(crate) async fn rows<R: Record>(
        &self,
        task: &'static str,
        query: &'static str,
        values: &[Value<'_>],
    ) -> Result<Vec<R>, StoreError> {
        on_pool!(&self.pool, connections => bind!(sqlx::query_as(query), values)
            .fetch_all(connections)
            .await)
        .map_err(self.failed(task))
    }

    /// Runs a statement that is a change in itself; returns how many rows it touched.
    pub(crate) async fn execute(
        &self,
        task: &'static str,
        statement: &'static str,
        values: &[Value<'_>],
    ) -> Result<u64, StoreError> {
        on_pool!(&self.pool, connections => bind!(sqlx::query(statement), values)
            .execute(connections)
            .await
            .map(|done| done.rows_affected()))
        .map_err(self.failed(task))
    }

    /// Runs a statement that takes a bounded number of rows until it finds none; returns how many
    /// rows it touched altogether.
    pub(crate) async fn repeat(
        &self,
        task: &'static str,
        statement: &'static str,
        values: &[Value<'_>],
    ) -> Result<u64, StoreError> {
        let mut all = 0;
        loop {
            match self.execute(task, statement, values).await? {
                0 => return Ok(all),
                touched => all += touched,
            }
        }
    }
}

// === impl Value ===

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Some(Cow::Borrowed(text)))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Self::Text(Some(Cow::Owned(text)))
    }
}

impl<'a> From<Cow<'a, str>> for Value<'a> {
    fn from(text: Cow<'a, str>) -> Self {
        Self::Text(Some(text))
    }
}

impl<'a> From<Option<Cow<'a, str>>> for Value<'a> {
    fn from(text: Option<Cow<'a, str>>) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<Option<&'a str>> for Value<'a> {
    fn from(text: Option<&'a str>) -> Self {
        Self::Text(text.map(Cow::Borrowed))
    }
}

impl From<i64> for Value<'_> {
    fn from(number: i64) -> Self {
        Self::Number(Some(number))
    }
}

impl From<Option<i64>> for Value<'_> {
    fn from(number: Option<i64>) -> Self {
        Self::Number(number)
    }
}

/// A count or a version; what is beyond the column's range becomes its greatest value.
impl From<u64> for Value<'_> {
    fn from(number: u64) -> Self {
        Self::Number(Some(i64::try_from(number).unwrap_or(i64::MAX)))
    }
}

impl From<bool> for Value<'_> {
    fn from(flag: bool) -> Self {
        Self::Flag(Some(flag))
    }
}

impl From<Option<bool>> for Value<'_> {
    fn from(flag: Option<bool>) -> Self {
        Self::Flag(flag)
    }
}
