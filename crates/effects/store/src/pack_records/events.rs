//! Events that packs count: one row per distinct event, with a counter.

use candor_boxed::boxed;
use uuid::Uuid;

use super::PackRecords;
use crate::sql::from_row;
use crate::{
    PAGE_MAX, Store, StoreError, StoreResult,
    column_text::{NAME_MAX, escaped, truncated, unescaped},
    error::check_bytes,
    write::WriteTransaction,
};

/// The maximum size of an event's subject, in bytes. With the caller's name it fits PostgreSQL's
/// index.
const SUBJECT_MAX: usize = 2048;
/// The maximum number of events per kind.
pub const PACK_EVENTS_MAX: usize = 100_000;

/// A kind of event.
#[derive(Clone, Copy, Debug)]
pub struct PackEventKind {
    /// Its name in the database.
    pub name: &'static str,
    /// The plural for errors, such as `recorded links`.
    pub plural: &'static str,
}

/// An event and how often it happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackEvent {
    /// The id of the row. It does not change when the event recurs.
    pub id: String,
    /// The subject of the event.
    pub subject: String,
    /// The caller that caused it.
    pub who: String,
    /// The number of occurrences.
    pub times: i64,
    /// The first occurrence, in microseconds since the Unix epoch.
    pub first_micros: i64,
    /// The last occurrence.
    pub last_micros: i64,
}

from_row!(PackEvent: id, subject, who, times, first_micros, last_micros);

// === impl PackRecords ===

impl PackRecords<'_> {
    /// Records an event. If the same caller already had the same event, only its counter and last
    /// occurrence change.
    #[boxed]
    pub async fn record_event(
        &self,
        kind: PackEventKind,
        subject: &str,
        who: &str,
        at_micros: i64,
    ) -> StoreResult<PackEvent> {
        const TASK: &str = "record an event of a pack";
        let subject = escaped(subject);
        check_bytes(subject.len(), SUBJECT_MAX, || "the event".to_owned())?;
        let who = truncated(who, NAME_MAX);
        let mut write = self.store.uncounted(TASK).await?;
        let values = [
            self.pack.into(),
            kind.name.into(),
            subject.as_ref().into(),
            who.as_ref().into(),
            at_micros.into(),
        ];
        let again = "UPDATE pack_events SET times = times + 1, \
                     last_micros = CASE WHEN last_micros < $5 THEN $5 ELSE last_micros END \
                     WHERE pack = $1 AND kind = $2 AND subject = $3 AND who = $4 \
                     RETURNING id, subject, who, times, first_micros, last_micros";
        let mut event: Option<PackEvent> = write.one(again, &values).await?;
        if event.is_none() {
            self.check_room(&mut write, kind).await?;
            // Another process may have inserted the same event in the meantime.
            let insert = "INSERT INTO pack_events \
                 (pack, kind, subject, who, times, first_micros, last_micros, id) \
                 VALUES ($1, $2, $3, $4, 1, $5, $5, $6) \
                 ON CONFLICT (pack, kind, subject, who) \
                 DO UPDATE SET times = pack_events.times + 1 \
                 RETURNING id, subject, who, times, first_micros, last_micros";
            let id = Uuid::now_v7().to_string();
            let values = [&values[..], &[id.into()]].concat();
            event = write.one(insert, &values).await?;
        }
        let event = event.ok_or_else(|| self.store.failed(TASK)(sqlx::Error::RowNotFound))?;
        write.commit(&[]).await?;
        Ok(event.read())
    }

    /// The events of a kind by last occurrence, newest first. `limit` is clamped to
    /// 1..=[`PAGE_MAX`].
    #[boxed]
    pub async fn events(&self, kind: PackEventKind, limit: usize) -> StoreResult<Vec<PackEvent>> {
        let select = "SELECT id, subject, who, times, first_micros, last_micros FROM pack_events \
             WHERE pack = ";
        let mut query = self.of_kind(select, kind.name);
        query.push(" ORDER BY last_micros DESC, id DESC LIMIT ");
        query.bind(limit.clamp(1, PAGE_MAX) as u64);
        let found: Vec<PackEvent> = self.store.find("list events of a pack", query).await?;
        Ok(found.into_iter().map(PackEvent::read).collect())
    }

    /// The number of distinct events of a kind.
    #[boxed]
    pub async fn count_events(&self, kind: PackEventKind) -> StoreResult<u64> {
        let select = "SELECT COUNT(*) FROM pack_events WHERE pack = ";
        let query = self.of_kind(select, kind.name);
        self.store.count_of("count events of a pack", query).await
    }

    /// Fails if the maximum number of events is reached: none is dropped for a new one.
    async fn check_room(
        &self,
        write: &mut WriteTransaction<'_>,
        kind: PackEventKind,
    ) -> StoreResult<()> {
        let query = "SELECT COUNT(*) FROM pack_events WHERE pack = $1 AND kind = $2";
        let values = [self.pack.into(), kind.name.into()];
        if write.number(query, &values).await? < PACK_EVENTS_MAX as u64 {
            return Ok(());
        }
        Err(StoreError::Full {
            what: kind.plural,
            limit: PACK_EVENTS_MAX,
            way_out: "set `audit.retention` shorter, and old ones are forgotten within the hour",
        })
    }
}

// === impl Store ===

impl Store {
    /// Deletes the events of all packs whose last occurrence is before a moment, in batches;
    /// returns how many.
    #[boxed]
    pub async fn prune_pack_events(&self, before_micros: i64) -> StoreResult<u64> {
        let statement = "DELETE FROM pack_events WHERE id IN (SELECT id FROM pack_events \
                         WHERE last_micros < $1 ORDER BY last_micros LIMIT $2)";
        self.prune("forget old events of packs", statement, before_micros)
            .await
    }
}

// === impl PackEvent ===

impl PackEvent {
    /// Undoes the escaping of columns.
    fn read(self) -> Self {
        Self {
            subject: unescaped(self.subject),
            ..self
        }
    }
}
