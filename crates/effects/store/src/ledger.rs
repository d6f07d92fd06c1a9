//! The ledger: what is counted while calls are being made.
//!
//! Questions to people, answers that go on counting, and writes through sources change often and
//! concern no catalogue, so they have a count of their own. Each change takes its number
//! while it holds the lock, so changes are committed in the order of their numbers: a reader that
//! has read up to a number has missed nothing below it.

use candor_boxed::boxed;
use candor_model::SourceName;

use crate::{
    RevisionFollower, Store, StoreResult, counter::RevisionCounter, sql::number,
    write::WriteTransaction,
};

impl Store {
    /// The revision of the ledger: a number that every change in it counts up.
    #[boxed]
    pub async fn ledger_revision(&self) -> StoreResult<u64> {
        RevisionCounter::Ledger.read(self).await
    }

    /// Follows the changes of the ledger from now on. To miss nothing, follow first and read
    /// afterwards.
    #[boxed]
    pub async fn follow_ledger(&self) -> StoreResult<RevisionFollower> {
        RevisionFollower::of(self, RevisionCounter::Ledger).await
    }

    /// Begins a change to the ledger; `task` is a verb phrase for its errors. Waits for other
    /// writers.
    pub(crate) async fn write_ledger(
        &self,
        task: &'static str,
    ) -> StoreResult<WriteTransaction<'_>> {
        self.counted(task, RevisionCounter::Ledger).await
    }

    /// Notes that something was written through a source, so that caches of its results
    /// drop them.
    #[boxed]
    pub async fn note_write(&self, source: &SourceName) -> StoreResult<()> {
        let mut write = self.write_ledger("note a write through a source").await?;
        let values = [source.as_str().into(), write.revision().into()];
        let statement = "INSERT INTO source_writes (source, version) VALUES ($1, $2) \
                         ON CONFLICT (source) DO UPDATE SET version = excluded.version";
        write.execute(statement, &values).await?;
        write.commit(&[]).await
    }

    /// The sources through which something was written after a revision of the ledger, each with
    /// the revision of the last time, in their order. A row that cannot be read is left out, with
    /// a warning.
    #[boxed]
    pub async fn writes_since(&self, version: u64) -> StoreResult<Vec<(SourceName, u64)>> {
        let query = "SELECT source, version FROM source_writes \
                     WHERE version > $1 ORDER BY version";
        let task = "read the writes through sources";
        let rows: Vec<(String, i64)> = self.rows(task, query, &[version.into()]).await?;
        let read = |(name, version): (String, i64)| {
            let Ok(source) = SourceName::parse(&name) else {
                tracing::warn!(
                    source.name = &name[..name.floor_char_boundary(200)],
                    "left out a write through a source whose name cannot be read"
                );
                return None;
            };
            Some((source, number(version)))
        };
        Ok(rows.into_iter().filter_map(read).collect())
    }
}
