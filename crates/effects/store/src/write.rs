//! A change: one transaction, one step of a revision, and who did it.
//!
//! Every change begins by counting a revision up, that of the workspace or that of the ledger,
//! and that row is the lock: on both engines writers queue for it, so what a transaction has read
//! stays true until it is committed. A transaction that is dropped leaves nothing behind, no
//! revision and no announcement.

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

/// Rows per statement, largest first. Few sizes mean few statement texts, so that each
/// connection prepares them once. The largest stays below SQLite's 32,766 and PostgreSQL's 65,535
/// parameters for rows of up to 100 columns.
const SIZES: [usize; 4] = [256, 32, 4, 1];

/// An open change. Nothing of it counts until [`WriteTransaction::commit`].
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

/// Expands the same expression for both engines, with `$transaction` bound to the open one.
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

    /// Begins a change that a counter counts.
    pub(crate) async fn counted(
        &self,
        task: &'static str,
        counter: RevisionCounter,
    ) -> StoreResult<WriteTransaction<'_>> {
        let mut write = self.uncounted(task).await?;
        write.count(counter, 1).await?;
        Ok(write)
    }

    /// Begins a transaction that is not announced to followers. Its revision is 0.
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

    /// Begins a transaction that only reads: whatever others commit meanwhile, all its queries see
    /// the same.
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
    /// Counts up, for a change that needs several numbers; the revision is the last of them.
    pub(crate) async fn count(&mut self, counter: RevisionCounter, steps: i64) -> StoreResult<()> {
        let found: Option<(i64,)> = self.one(counter.count_up(), &[steps.into()]).await?;
        let Some((revision,)) = found else {
            return Err(self.store.failed(self.task)(sqlx::Error::RowNotFound));
        };
        self.revision = revision;
        Ok(())
    }

    /// The revision that this change makes: the version of every row it writes.
    pub(crate) fn revision(&self) -> u64 {
        number(self.revision)
    }

    /// The same, for a statement.
    pub(crate) fn version(&self) -> i64 {
        self.revision
    }

    /// Runs a statement; returns how many rows it touched.
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

    /// The rows that a query finds.
    pub(crate) async fn rows<R: SqlRow>(
        &mut self,
        query: &'static str,
        values: &[SqlValue<'_>],
    ) -> StoreResult<Vec<R>> {
        let found = self.fetch(query, values).await;
        let read = found.and_then(|rows| rows.read());
        read.map_err(self.store.failed(self.task))
    }

    /// The rows that a query finds, not read yet: the same code for every kind of row.
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

    /// The row that a query finds, if any.
    pub(crate) async fn one<R: SqlRow>(
        &mut self,
        query: &'static str,
        values: &[SqlValue<'_>],
    ) -> StoreResult<Option<R>> {
        Ok(self.rows(query, values).await?.pop())
    }

    /// The number that a query finds, such as a count or a version; 0 if it finds none.
    pub(crate) async fn number(
        &mut self,
        query: &'static str,
        values: &[SqlValue<'_>],
    ) -> StoreResult<u64> {
        let found: Option<(i64,)> = self.one(query, values).await?;
        Ok(found.map_or(0, |(column,)| number(column)))
    }

    /// Runs a statement that must touch a row; if there is none, `missed` is the error.
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

    /// The version that a query finds under a name, if there is something.
    pub(crate) async fn version_of(
        &mut self,
        query: &'static str,
        name: &str,
    ) -> StoreResult<Option<u64>> {
        let found: Option<(i64,)> = self.one(query, &[name.into()]).await?;
        Ok(found.map(|(version,)| number(version)))
    }

    /// Refuses to go on unless what a query finds under a name is there at this version; `what` is
    /// how it is called in a sentence.
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

    /// Waits until nobody else is writing calls, and keeps them from it until this is over. With
    /// SQLite that is so already. The calls of a process that was killed in the middle of a commit
    /// are then either there or will never be.
    pub(crate) async fn lock_calls(&mut self) -> StoreResult<()> {
        if let OpenTransaction::Postgres(_) = &self.open {
            let statement = "LOCK TABLE call_blocks IN SHARE ROW EXCLUSIVE MODE";
            self.execute(statement, &[]).await?;
        }
        Ok(())
    }

    /// Inserts rows of equal width, many a statement. `into` is the statement up to its values
    /// and `or` what follows them. Returns how many rows were inserted.
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
                // Made of constants and numbers only; every value is bound.
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

    /// Writes down who did it, and makes it count; returns the revision that it makes.
    pub(crate) async fn commit_one(self, record: &ChangeRecord) -> StoreResult<u64> {
        let revision = self.revision();
        self.commit(slice::from_ref(record)).await?;
        Ok(revision)
    }

    /// Writes down who did it, and makes it count.
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
            // A transaction that takes the write lock later may find the file changed since its
            // first look, and SQLite then fails it at once instead of waiting.
            DatabasePool::Sqlite(pool) => {
                let begun = pool.begin_with("BEGIN IMMEDIATE").await;
                begun.map(Self::Sqlite)
            }
            // Each statement must see what others have committed meanwhile, whatever the
            // server's default is.
            DatabasePool::Postgres(pool) => {
                let begun = pool
                    .begin_with("BEGIN ISOLATION LEVEL READ COMMITTED")
                    .await;
                begun.map(Self::Postgres)
            }
        }
    }

    #[boxed]
    async fn snapshot(pool: &DatabasePool) -> Result<Self, sqlx::Error> {
        match pool {
            // What it sees first is what it sees.
            DatabasePool::Sqlite(pool) => pool.begin().await.map(Self::Sqlite),
            DatabasePool::Postgres(pool) => {
                let begun = pool
                    .begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                    .await;
                begun.map(Self::Postgres)
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

/// `(?, ?), (?, ?)` for two rows of two. The library asks SQLite for the name of every place, and
/// SQLite finds a name by going through all of them: with names, a thousand values would cost a
/// million steps.
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
