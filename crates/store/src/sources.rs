//! What was found out about sources, so that it need not be found out again.
//!
//! A memory is bound to a fingerprint of the source's configuration: when the command or the
//! address changes, what was learned about the old one no longer counts.

use candor_model::{Digest, Era, Revision, SourceName};

use crate::{
    Store, StoreError,
    pool::on_pool,
    text::{NAME_MAX, fit},
};

/// What is remembered about a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remembered {
    /// The source.
    pub name: SourceName,
    /// Fingerprint of the configuration it had, as hexadecimal digits.
    pub fingerprint: String,
    /// The era it speaks.
    pub era: Era,
    /// The revision agreed upon.
    pub revision: Revision,
    /// What the server calls itself.
    pub server: String,
    /// When it was last spoken to, in microseconds since the Unix epoch.
    pub seen_micros: i64,
}

#[derive(sqlx::FromRow)]
struct Row {
    name: String,
    fingerprint: String,
    era: String,
    revision: String,
    server: String,
    seen_micros: i64,
}

impl Store {
    /// Remembers a source, in place of what was known of it before.
    pub async fn remember_source(
        &self,
        name: &SourceName,
        fingerprint: &Digest,
        era: Era,
        revision: Revision,
        server: &str,
        at_micros: i64,
    ) -> Result<(), StoreError> {
        on_pool!(&self.pool, connections => sqlx::query(
            "INSERT INTO sources (name, fingerprint, era, revision, server, seen_micros) \
             VALUES ($1, $2, $3, $4, $5, $6) \
             ON CONFLICT (name) DO UPDATE SET fingerprint = excluded.fingerprint, \
             era = excluded.era, revision = excluded.revision, server = excluded.server, \
             seen_micros = excluded.seen_micros",
        )
        .bind(name.as_str())
        .bind(fingerprint.to_string())
        .bind(era.as_str())
        .bind(revision.as_str())
        .bind(fit(server, NAME_MAX).into_owned())
        .bind(at_micros)
        .execute(connections)
        .await
        .map(drop))
        .map_err(self.failed("remember a source"))
    }

    /// What is remembered of a source whose configuration still has this fingerprint.
    pub async fn remembered(
        &self,
        name: &SourceName,
        fingerprint: &Digest,
    ) -> Result<Option<Remembered>, StoreError> {
        let row: Option<Row> = on_pool!(&self.pool, connections => sqlx::query_as(
            "SELECT name, fingerprint, era, revision, server, seen_micros FROM sources \
             WHERE name = $1 AND fingerprint = $2",
        )
        .bind(name.as_str())
        .bind(fingerprint.to_string())
        .fetch_optional(connections)
        .await)
        .map_err(self.failed("look up a source"))?;
        Ok(row.and_then(Row::read))
    }

    /// Forgets a source; says whether anything was known of it.
    pub async fn forget_source(&self, name: &SourceName) -> Result<bool, StoreError> {
        on_pool!(&self.pool, connections => sqlx::query("DELETE FROM sources WHERE name = $1")
            .bind(name.as_str())
            .execute(connections)
            .await
            .map(|done| done.rows_affected() > 0))
        .map_err(self.failed("forget a source"))
    }

    /// Every remembered source, by name.
    pub async fn list_sources(&self) -> Result<Vec<Remembered>, StoreError> {
        let rows: Vec<Row> = on_pool!(&self.pool, connections => sqlx::query_as(
            "SELECT name, fingerprint, era, revision, server, seen_micros FROM sources \
             ORDER BY name",
        )
        .fetch_all(connections)
        .await)
        .map_err(self.failed("list the sources"))?;
        Ok(rows.into_iter().filter_map(Row::read).collect())
    }
}

// === impl Row ===

impl Row {
    /// A row that cannot be read, say one about a revision that only a newer Candor speaks,
    /// is as good as none: the source is asked again.
    fn read(self) -> Option<Remembered> {
        Some(Remembered {
            name: SourceName::parse(&self.name).ok()?,
            fingerprint: self.fingerprint,
            era: Era::parse(&self.era)?,
            revision: Revision::parse(&self.revision)?,
            server: self.server,
            seen_micros: self.seen_micros,
        })
    }
}
