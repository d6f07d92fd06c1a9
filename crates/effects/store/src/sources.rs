//! Cached facts about sources, so that they need not be determined again.
//!
//! An entry is bound to a fingerprint of the source's configuration: if the command or URL changes,
//! it no longer applies.

use candor_boxed::boxed;
use candor_model::{Digest, McpEra, McpRevision, SourceName};

use crate::sql::from_row;
use crate::{
    Store, StoreResult,
    column_text::{NAME_MAX, truncated, without_nul},
};

/// The maximum size of a cached listing, in bytes. Larger ones are not cached.
pub const LISTED_MAX: usize = 4 << 20;

/// Cached facts about a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RememberedSource {
    /// The name of the source.
    pub name: SourceName,
    /// The fingerprint of its configuration, in hexadecimal.
    pub fingerprint: String,
    /// The era it speaks.
    pub era: McpEra,
    /// The negotiated revision.
    pub revision: McpRevision,
    /// The server's self-reported name.
    pub server: String,
    /// When it was last contacted, in microseconds since the Unix epoch.
    pub seen_micros: i64,
    /// Its listing at that time, in the writer's format.
    pub listed: Option<String>,
}

struct SourceColumns {
    name: String,
    fingerprint: String,
    era: String,
    revision: String,
    server: String,
    seen_micros: i64,
    listed: Option<String>,
}

from_row!(SourceColumns: name, fingerprint, era, revision, server, seen_micros, listed);

impl Store {
    /// Stores facts about a source, replacing older ones. Older facts do not replace newer ones.
    #[boxed]
    pub async fn remember_source(&self, source: &RememberedSource) -> StoreResult<()> {
        let listed = source.listed.as_deref();
        let listed = listed.filter(|listed| listed.len() <= LISTED_MAX);
        let values = [
            source.name.as_str().into(),
            source.fingerprint.as_str().into(),
            source.era.as_str().into(),
            source.revision.as_str().into(),
            truncated(&source.server, NAME_MAX).into(),
            source.seen_micros.into(),
            listed.map(without_nul).into(),
        ];
        let statement = "INSERT INTO sources \
             (name, fingerprint, era, revision, server, seen_micros, listed) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) \
             ON CONFLICT (name) DO UPDATE SET fingerprint = excluded.fingerprint, \
             era = excluded.era, revision = excluded.revision, server = excluded.server, \
             seen_micros = excluded.seen_micros, listed = excluded.listed \
             WHERE excluded.seen_micros >= sources.seen_micros";
        let remembered = self.execute("remember a source", statement, &values);
        remembered.await.map(drop)
    }

    /// The facts about a source, if its configuration still has this fingerprint.
    #[boxed]
    pub async fn remembered(
        &self,
        name: &SourceName,
        fingerprint: &Digest,
    ) -> StoreResult<Option<RememberedSource>> {
        let query = "SELECT name, fingerprint, era, revision, server, seen_micros, listed \
                     FROM sources \
                     WHERE name = $1 AND fingerprint = $2";
        let values = [name.as_str().into(), fingerprint.to_string().into()];
        let rows: Vec<SourceColumns> = self.rows("look up a source", query, &values).await?;
        Ok(rows.into_iter().find_map(SourceColumns::read))
    }

    /// Deletes the facts about a source; returns whether there were any.
    #[boxed]
    pub async fn forget_source(&self, name: &SourceName) -> StoreResult<bool> {
        let statement = "DELETE FROM sources WHERE name = $1";
        let values = [name.as_str().into()];
        let forgotten = self.execute("forget a source", statement, &values).await?;
        Ok(forgotten > 0)
    }

    /// All cached sources, ordered by name.
    #[boxed]
    pub async fn list_sources(&self) -> StoreResult<Vec<RememberedSource>> {
        let query = "SELECT name, fingerprint, era, revision, server, seen_micros, listed \
                     FROM sources \
                     ORDER BY name";
        let rows: Vec<SourceColumns> = self.rows("list the sources", query, &[]).await?;
        Ok(rows.into_iter().filter_map(SourceColumns::read).collect())
    }
}

// === impl SourceColumns ===

impl SourceColumns {
    /// Parses a row. An unreadable one, for example with a revision that only a newer Candor knows,
    /// counts as missing: the source is then queried again.
    fn read(self) -> Option<RememberedSource> {
        Some(RememberedSource {
            name: SourceName::parse(&self.name).ok()?,
            fingerprint: self.fingerprint,
            era: McpEra::parse(&self.era)?,
            revision: McpRevision::parse(&self.revision)?,
            server: self.server,
            seen_micros: self.seen_micros,
            listed: self.listed,
        })
    }
}
