//! Write transactions: each increments a revision and records its author.
//!
//! Every change starts by incrementing a revision, of the workspace or the ledger, and that row
//! serves as the lock: on both engines writers queue for it, so what a transaction has read stays
//! true until commit. A dropped transaction leaves nothing behind, neither a revision nor an
//! announcement.

use std::{fmt::Write as _, slice};

use candor_boxed::boxed;
use candor_model::ChangeRecord;
use sqlx::{AssertSqlSafe, Postgres, Sqlite, Transaction};

use crate::{
    Store, StoreError, StoreResult, changes,
    counter::RevisionCounter,
    pool::DatabasePool,
    sql::{FetchedRows, SqlRow, SqlValue, bind, number},
};

/// Rows per statement, largest first. Having few sizes means few statement texts, so that each
/// connection prepares them once. The largest stays below SQLite's 32,766 and PostgreSQL's 65,535
/// parameters for rows of up to 100 columns.
const SIZES: [usize; 4] = [256, 32, 4, 1];

/// An open write transaction. Has no effect until [`WriteTransaction::commit`].
pub(crate) struct WriteTransaction<'s> {
    store: &'s Store,
    task: &'static str,
    open: OpenTransaction,
    revision: i64,
}

enum OpenTransaction {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

/// Runs the same code for both engines, with `$transaction` bound to the open transaction.
macro_rules! on_open {
    ($open:expr, $transaction:ident => $body:expr) => {
        match $open {
            OpenTransaction::Sqlite($transaction) => $body,
            OpenTransaction::Postgres($transaction) => $body,
        }
    };
}

// === impl Store ===

impl Store {
    /// Begins a change to the workspace; `task` is a verb phrase for its errors. Waits for other
    /// writers.
    pub(crate) async fn write(&self, task: &'static str) -> StoreResult<WriteTransaction<'_>> {
        self.counted(task, RevisionCounter::Workspace).await
    }

    /// Begins a change that increments a counter.
    pub(crate) async fn counted(
        &self,
        task: &'static str,
        counter: RevisionCounter,
    ) -> StoreResult<WriteTransaction<'_>> {
        let mut write = self.uncounted(task).await?;
        write.count(counter, 1).await?;
        Ok(write)
    }

    /// Begins a transaction that followers are not notified of. Its revision is 0.
    pub(crate) async fn uncounted(&self, task: &'static str) -> StoreResult<WriteTransaction<'_>> {
        let open = OpenTransaction::begin(&self.pool).await;
        let open = open.map_err(self.failed(task))?;
        Ok(WriteTransaction {
            store: self,
            task,
            open,
            revision: 0,
        })
    }

    /// Begins a read-only transaction: all its queries see the same snapshot.
    pub(crate) async fn snapshot(&self, task: &'static str) -> StoreResult<WriteTransaction<'_>> {
        let open = OpenTransaction::snapshot(&self.pool).await;
        let open = open.map_err(self.failed(task))?;
        Ok(WriteTransaction {
            store: self,
            task,
            open,
            revision: 0,
        })
    }
}

// === impl WriteTransaction ===

impl WriteTransaction<'_> {
    /// Increments the counter, for a change that needs several versions; the revision is the last
    /// one.
    pub(crate) async fn count(&mut self, counter: RevisionCounter, steps: i64) -> StoreResult<()> {
        let found: Option<(i64,)> = self.one(counter.count_up(), &[steps.into()]).await?;
        let Some((revision,)) = found else {
            return Err(self.store.failed(self.task)(sqlx::Error::RowNotFound));
        };
        self.revision = revision;
        Ok(())
    }

    /// The revision of this change: the version of every row it writes.
    pub(crate) fn revision(&self) -> u64 {
        number(self.revision)
    }

    /// The revision as a statement value.
    pub(crate) fn version(&self) -> i64 {
        self.revision
    }

    /// Executes a statement; returns the number of affected rows.
    #[boxed]
    pub(crate) async fn execute(
        &mut self,
        statement: &'static str,
        values: &[SqlValue<'_>],
    ) -> StoreResult<u64> {
        on_open!(&mut self.open, transaction => bind!(sqlx::query(statement), values)
            .execute(&mut **transaction)
            .await
            .map(|done| done.rows_affected()))
        .map_err(self.store.failed(self.task))
    }

    /// The rows of a query.
    pub(crate) async fn rows<R: SqlRow>(
        &mut self,
        query: &'static str,
        values: &[SqlValue<'_>],
    ) -> StoreResult<Vec<R>> {
        let found = self.fetch(query, values).await;
        let read = found.and_then(|rows| rows.read());
        read.map_err(self.store.failed(self.task))
    }

    /// The unparsed rows of a query. Not generic, so that it is compiled once.
    #[boxed]
    async fn fetch(
        &mut self,
        query: &'static str,
        values: &[SqlValue<'_>],
    ) -> Result<FetchedRows, sqlx::Error> {
        match &mut self.open {
            OpenTransaction::Sqlite(open) => {
                let rows = bind!(sqlx::query(query), values)
                    .fetch_all(&mut **open)
                    .await;
                rows.map(FetchedRows::Sqlite)
            }
            OpenTransaction::Postgres(open) => {
                let rows = bind!(sqlx::query(query), values)
                    .fetch_all(&mut **open)
                    .await;
                rows.map(FetchedRows::Postgres)
            }
        }
    }

    /// The first row of a query, if any.
    pub(crate) async fn one<R: SqlRow>(
        &mut self,
        query: &'static str,
        values: &[SqlValue<'_>],
    ) -> StoreResult<Option<R>> {
        Ok(self.rows(query, values).await?.pop())
    }

    /// The number that a query returns, such as a count or a version; 0 without a row.
    pub(crate) async fn number(
        &mut self,
        query: &'static str,
        values: &[SqlValue<'_>],
    ) -> StoreResult<u64> {
        let found: Option<(i64,)> = self.one(query, values).await?;
        Ok(found.map_or(0, |(column,)| number(column)))
    }

    /// Executes a statement that must affect a row; otherwise returns the error `missed`.
    pub(crate) async fn must(
        &mut self,
        statement: &'static str,
        values: &[SqlValue<'_>],
        missed: impl FnOnce() -> StoreError,
    ) -> StoreResult<()> {
        match self.execute(statement, values).await? {
            0 => Err(missed()),
            _ => Ok(()),
        }
    }

    /// The version that a query returns for a name, if there is a row.
    pub(crate) async fn version_of(
        &mut self,
        query: &'static str,
        name: &str,
    ) -> StoreResult<Option<u64>> {
        let found: Option<(i64,)> = self.one(query, &[name.into()]).await?;
        Ok(found.map(|(version,)| number(version)))
    }

    /// Fails unless the row that a query returns for a name is at this version; `what` names it in
    /// messages.
    pub(crate) async fn check_version(
        &mut self,
        query: &'static str,
        name: &str,
        expected: u64,
        what: String,
    ) -> StoreResult<()> {
        match self.version_of(query, name).await? {
            Some(found) if found == expected => Ok(()),
            Some(found) => Err(StoreError::Stale {
                subject: what,
                found,
            }),
            None => Err(StoreError::Missing { what }),
        }
    }

    /// Waits until no other process is writing calls, and blocks such writes until the end of the
    /// transaction; SQLite's write lock already does. After that, the calls of a process killed
    /// during a commit are either present or never will be.
    pub(crate) async fn lock_calls(&mut self) -> StoreResult<()> {
        if let OpenTransaction::Postgres(_) = &self.open {
            let statement = "LOCK TABLE call_blocks IN SHARE ROW EXCLUSIVE MODE";
            self.execute(statement, &[]).await?;
        }
        Ok(())
    }

    /// Inserts rows of equal width, many per statement. `into` is the statement up to the values
    /// and `or` what follows them. Returns the number of inserted rows.
    #[boxed]
    pub(crate) async fn insert<'v, R: AsRef<[SqlValue<'v>]> + Sync>(
        &mut self,
        into: &'static str,
        rows: &[R],
        or: &'static str,
    ) -> StoreResult<u64> {
        let mut inserted = 0;
        let mut rest = rows;
        while let Some(size) = SIZES.into_iter().find(|size| *size <= rest.len()) {
            let (chunk, others) = rest.split_at(size);
            rest = others;
            let (width, rows) = (chunk[0].as_ref().len(), chunk.len());
            let values = match &self.open {
                OpenTransaction::Sqlite(_) => nameless_places(width, rows),
                OpenTransaction::Postgres(_) => places(width, rows),
            };
            let statement = format!("{into} VALUES {values} {or}");
            inserted += on_open!(&mut self.open, transaction => {
                // Consists of constants and numbers only; every value is bound.
                let query = sqlx::query(AssertSqlSafe(statement));
                bind!(query, chunk.iter().flat_map(AsRef::as_ref))
                    .execute(&mut **transaction)
                    .await
                    .map(|done| done.rows_affected())
            })
            .map_err(self.store.failed(self.task))?;
        }
        Ok(inserted)
    }

    /// Commits with one change record; returns the revision.
    pub(crate) async fn commit_one(self, record: &ChangeRecord) -> StoreResult<u64> {
        let revision = self.revision();
        self.commit(slice::from_ref(record)).await?;
        Ok(revision)
    }

    /// Commits with change records.
    pub(crate) async fn commit(mut self, records: &[ChangeRecord]) -> StoreResult<()> {
        changes::insert(&mut self, records).await?;
        self.open
            .commit()
            .await
            .map_err(self.store.failed(self.task))
    }
}

// === impl OpenTransaction ===

impl OpenTransaction {
    #[boxed]
    async fn begin(pool: &DatabasePool) -> Result<Self, sqlx::Error> {
        match pool {
            // If a transaction acquires the write lock only later and the file has changed since
            // its first read, SQLite fails it immediately instead of waiting.
            DatabasePool::Sqlite(pool) => {
                let begun = pool.begin_with("BEGIN IMMEDIATE").await;
                begun.map(Self::Sqlite)
            }
            // Each statement must see what others have committed in the meantime, whatever the
            // server's default isolation level.
            DatabasePool::Postgres(pool) => {
                let begin = pool.begin_with("BEGIN ISOLATION LEVEL READ COMMITTED");
                // Boxed because it is large, and SQLite's transactions need no room for it.
                Box::pin(begin).await.map(Self::Postgres)
            }
        }
    }

    #[boxed]
    async fn snapshot(pool: &DatabasePool) -> Result<Self, sqlx::Error> {
        match pool {
            // The snapshot is taken at the first read.
            DatabasePool::Sqlite(pool) => pool.begin().await.map(Self::Sqlite),
            DatabasePool::Postgres(pool) => {
                let begin = pool.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
                Box::pin(begin).await.map(Self::Postgres)
            }
        }
    }

    #[boxed]
    async fn commit(self) -> Result<(), sqlx::Error> {
        on_open!(self, transaction => transaction.commit().await)
    }
}

/// `($1, $2), ($3, $4)` for two rows of two.
fn places(width: usize, rows: usize) -> String {
    let mut text = String::new();
    let mut number = 0;
    for row in 0..rows {
        text.push_str(if row == 0 { "(" } else { ", (" });
        for at in 0..width {
            number += 1;
            let comma = if at == 0 { "" } else { ", " };
            // Writing to memory cannot fail.
            let _ = write!(text, "{comma}${number}");
        }
        text.push(')');
    }
    text
}

/// `(?, ?), (?, ?)` for two rows of two. The library asks SQLite for the name of every placeholder,
/// and SQLite finds a name by linear search: with names, a thousand values would take a million
/// steps.
fn nameless_places(width: usize, rows: usize) -> String {
    let row = format!("({})", vec!["?"; width].join(", "));
    vec![row; rows].join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_its_place() {
        assert_eq!(places(2, 2), "($1, $2), ($3, $4)");
        assert_eq!(nameless_places(2, 2), "(?, ?), (?, ?)");
        assert_eq!(
            (places(1, 1), nameless_places(1, 1)),
            ("($1)".to_owned(), "(?)".to_owned())
        );
    }
}
