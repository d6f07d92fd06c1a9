//! Storage for packs: records that a pack loads and reads, and events that it counts.
//!
//! A pack has a name, its records and events have kinds, and the body of a record is JSON that only
//! the pack interprets. Packs do not affect the catalogue, so the workspace's revision does not
//! change.

mod events;

use std::collections::BTreeMap;

use candor_boxed::boxed;

use crate::{
    PAGE_MAX, Store, StoreResult,
    column_text::{KEY_MAX, escaped, unescaped, without_nul},
    error::check_bytes,
    sql::{SqlQuery, SqlValue, from_row},
    write::WriteTransaction,
};

pub use self::events::{PACK_EVENTS_MAX, PackEvent, PackEventKind};

/// The maximum size of a record's body, in bytes.
pub const PACK_RECORD_MAX: usize = 256 << 10;

/// The number of rows prepared at a time, to limit memory use of large loads.
const BATCH: usize = 1024;

/// The records and events of one pack.
#[derive(Clone, Copy, Debug)]
pub struct PackRecords<'s> {
    store: &'s Store,
    pack: &'static str,
}

/// One record of a pack. Subject and name together are its key within its kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackRecord {
    /// The subject. Several records may share it.
    pub subject: String,
    /// Distinguishes records of the same subject; may be empty.
    pub name: String,
    /// The body, as JSON.
    pub body: String,
    /// When it was last changed, in microseconds since the Unix epoch. Ignored on loading.
    pub updated_micros: i64,
}

from_row!(PackRecord: subject, name, body, updated_micros);

/// Records to load.
#[derive(Clone, Debug)]
pub struct PackLoad<'l> {
    /// The records by kind; each replaces the one with the same key.
    pub records: &'l [(&'static str, Vec<PackRecord>)],
    /// The current time, in microseconds since the Unix epoch.
    pub at_micros: i64,
    /// Whether to only report what would change.
    pub dry_run: bool,
}

/// The number of records of one kind that a load changed, or would change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PackLoadCounts {
    /// Records that were not there before.
    pub added: u64,
    /// Records with a different body.
    pub changed: u64,
    /// Records with an identical body.
    pub unchanged: u64,
}

// === impl Store ===

impl Store {
    /// The records and events of a pack.
    pub fn pack_records(&self, pack: &'static str) -> PackRecords<'_> {
        PackRecords { store: self, pack }
    }
}

// === impl PackRecords ===

impl PackRecords<'_> {
    /// The records of a kind about any of these subjects, ordered by subject and name, in one
    /// query.
    #[boxed]
    pub async fn about(
        &self,
        kind: &'static str,
        subjects: &[&str],
    ) -> StoreResult<Vec<PackRecord>> {
        if subjects.is_empty() {
            return Ok(Vec::new());
        }
        let mut query = self.select(kind);
        let subjects = subjects.iter().map(|subject| escaped(subject).into());
        query.and_in("subject", subjects);
        query.push(" ORDER BY subject, name");
        self.find("look up records of a pack", query).await
    }

    /// A page of the records of a kind, ordered by subject and name, starting after the subject
    /// `after`. `limit` is clamped to 1..=[`PAGE_MAX`].
    #[boxed]
    pub async fn page(
        &self,
        kind: &'static str,
        after: Option<&str>,
        limit: usize,
    ) -> StoreResult<Vec<PackRecord>> {
        let mut query = self.select(kind);
        query.and("subject >", after.map(escaped));
        query.push(" ORDER BY subject, name LIMIT ");
        query.bind(limit.clamp(1, PAGE_MAX) as u64);
        self.find("list records of a pack", query).await
    }

    /// The number of records of a kind.
    #[boxed]
    pub async fn count(&self, kind: &'static str) -> StoreResult<u64> {
        let query = self.of_kind("SELECT COUNT(*) FROM pack_records WHERE pack = ", kind);
        self.store.count_of("count records of a pack", query).await
    }

    /// Loads records in one transaction; returns the counts in the order of the kinds. Of several
    /// records with the same key, only the last is used and counted. A dry run executes the same
    /// and rolls back, so its counts are exact.
    #[boxed]
    pub async fn load(&self, load: &PackLoad<'_>) -> StoreResult<Vec<PackLoadCounts>> {
        let mut write = self.store.uncounted("load records of a pack").await?;
        let mut loaded = Vec::with_capacity(load.records.len());
        for (kind, records) in load.records {
            // Sorted by key, so that concurrent loads lock rows in the same order.
            let records: BTreeMap<_, _> = records
                .iter()
                .map(|record| ((&record.subject, &record.name), record))
                .collect();
            let records: Vec<_> = records.into_values().collect();
            let mut counts = PackLoadCounts::default();
            for batch in records.chunks(BATCH) {
                let rows = batch.iter().map(|it| self.row(kind, it, load.at_micros));
                let rows: Vec<_> = rows.collect::<Result<_, _>>()?;
                counts.add(put(&mut write, &rows).await?);
            }
            loaded.push(counts);
        }
        if !load.dry_run {
            write.commit(&[]).await?;
        }
        Ok(loaded)
    }

    fn select(&self, kind: &'static str) -> SqlQuery<'static> {
        let select = "SELECT subject, name, body, updated_micros FROM pack_records WHERE pack = ";
        self.of_kind(select, kind)
    }

    /// A query for a kind of the pack's records; `select` must end where the pack's name follows.
    fn of_kind(&self, select: &str, kind: &'static str) -> SqlQuery<'static> {
        let mut query = SqlQuery::new(select);
        query.bind(self.pack).push(" AND kind = ").bind(kind);
        query
    }

    async fn find(&self, task: &'static str, query: SqlQuery<'_>) -> StoreResult<Vec<PackRecord>> {
        let found: Vec<PackRecord> = self.store.find(task, query).await?;
        let read = |row: PackRecord| PackRecord {
            subject: unescaped(row.subject),
            name: unescaped(row.name),
            ..row
        };
        Ok(found.into_iter().map(read).collect())
    }

    fn row<'r>(
        &self,
        kind: &'static str,
        record: &'r PackRecord,
        at_micros: i64,
    ) -> StoreResult<Vec<SqlValue<'r>>> {
        let subject = &record.subject;
        let what = || {
            let shown = subject[..subject.floor_char_boundary(60)].escape_debug();
            format!("{kind} `{shown}`")
        };
        check_bytes(subject.len() + record.name.len(), KEY_MAX, what)?;
        check_bytes(record.body.len(), PACK_RECORD_MAX, what)?;
        Ok(vec![
            self.pack.into(),
            kind.into(),
            escaped(subject).into(),
            escaped(&record.name).into(),
            without_nul(&record.body).into(),
            at_micros.into(),
        ])
    }
}

/// Upserts rows. New ones are inserted first; the second statement then only updates existing rows
/// that differ.
async fn put(
    write: &mut WriteTransaction<'_>,
    rows: &[Vec<SqlValue<'_>>],
) -> StoreResult<PackLoadCounts> {
    const INTO: &str = "INSERT INTO pack_records (pack, kind, subject, name, body, updated_micros)";
    const REPLACE: &str = "ON CONFLICT (pack, kind, subject, name) DO UPDATE SET \
                           body = excluded.body, updated_micros = excluded.updated_micros \
                           WHERE pack_records.body <> excluded.body";
    let all = u64::try_from(rows.len()).unwrap_or(u64::MAX);
    let added = write.insert(INTO, rows, "ON CONFLICT DO NOTHING").await?;
    let changed = if added == all {
        0
    } else {
        write.insert(INTO, rows, REPLACE).await?
    };
    Ok(PackLoadCounts {
        added,
        changed,
        unchanged: all.saturating_sub(added + changed),
    })
}

// === impl PackLoadCounts ===

impl PackLoadCounts {
    fn add(&mut self, other: Self) {
        self.added += other.added;
        self.changed += other.changed;
        self.unchanged += other.unchanged;
    }
}
