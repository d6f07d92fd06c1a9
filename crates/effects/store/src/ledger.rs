//! The ledger: changes that happen while calls are being made.
//!
//! Approval requests, standing approvals and writes through sources change often and do not affect
//! the catalogue, so they have their own revision. Each change takes its revision while it holds
//! the lock, so changes are committed in order: a reader that has read up to a revision has missed
//! nothing before it.

use candor_boxed::boxed;
use candor_model::SourceName;

use crate::{
    RevisionFollower, Store, StoreResult, counter::RevisionCounter, sql::number,
    write::WriteTransaction,
};

impl Store {
    /// The revision of the ledger: a counter that every change to it increments.
    #[boxed]
    pub async fn ledger_revision(&self) -> StoreResult<u64> {
        RevisionCounter::Ledger.read(self).await
    }

    /// Follows changes to the ledger from now on. To miss nothing, start following before reading.
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

    /// Records a write through a source, so that result caches drop its entries.
    #[boxed]
    pub async fn note_write(&self, source: &SourceName) -> StoreResult<()> {
        let mut write = self.write_ledger("note a write through a source").await?;
        let values = [source.as_str().into(), write.revision().into()];
        let statement = "INSERT INTO source_writes (source, version) VALUES ($1, $2) \
                         ON CONFLICT (source) DO UPDATE SET version = excluded.version";
        write.execute(statement, &values).await?;
        write.commit(&[]).await
    }

    /// The sources that were written to after a revision of the ledger, each with the revision of
    /// the last write, in order. Unreadable rows are skipped with a warning.
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
