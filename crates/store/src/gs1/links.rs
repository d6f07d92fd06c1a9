//! Links that were made: each once, with how often.

use uuid::Uuid;

use super::page;
use crate::{
    Store, StoreError,
    text::{NAME_MAX, fit},
    words::whole,
    write::Write,
};

/// The most bytes of a link. With the caller's name it still fits PostgreSQL's index.
pub const GS1_URI_MAX: usize = 2000;
/// The most links that are kept.
pub const GS1_LINKS_MAX: usize = 100_000;

/// How many links one statement deletes: each holds the write lock for a moment only.
const PRUNE_BATCH: i64 = 1000;

/// A link that somebody made.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Gs1Link {
    /// The record's own name. It stays the same however often the link is made.
    pub id: String,
    /// The product's number.
    pub gtin: String,
    /// The link.
    pub uri: String,
    /// Who made it.
    pub who: String,
    /// How often.
    pub times: i64,
    /// When first, in microseconds since the Unix epoch.
    pub first_micros: i64,
    /// When last.
    pub last_micros: i64,
}

impl Store {
    /// Writes down that somebody made a link. The same link by the same caller is one record,
    /// and only how often and when last change.
    pub async fn record_gs1_link(
        &self,
        gtin: &str,
        uri: &str,
        who: &str,
        at_micros: i64,
    ) -> Result<Gs1Link, StoreError> {
        if uri.len() > GS1_URI_MAX {
            return Err(StoreError::TooLarge {
                what: "the link".to_owned(),
                size: uri.len(),
                limit: GS1_URI_MAX,
                unit: "bytes",
            });
        }
        let gtin = whole("number", gtin)?;
        let uri = fit(uri, GS1_URI_MAX);
        let who = fit(who, NAME_MAX);
        let mut write = self.uncounted("record a link").await?;
        let again = "UPDATE gs1_links SET times = times + 1, \
                     last_micros = CASE WHEN last_micros < $4 THEN $4 ELSE last_micros END \
                     WHERE gtin = $1 AND uri = $2 AND who = $3 \
                     RETURNING id, gtin, uri, who, times, first_micros, last_micros";
        let values = [
            gtin.as_ref().into(),
            uri.as_ref().into(),
            who.as_ref().into(),
            at_micros.into(),
        ];
        let link = if let Some(link) = write.one(again, &values).await? {
            link
        } else {
            check_room(&mut write).await?;
            let inserted = insert(&mut write, &gtin, &uri, &who, at_micros).await?;
            inserted.ok_or_else(|| self.failed("record a link")(sqlx::Error::RowNotFound))?
        };
        write.commit(&[]).await?;
        Ok(link)
    }

    /// The links that were made last, newest first; at most `limit`, which is brought into the
    /// range from 1 to [`crate::PAGE_MAX`].
    pub async fn gs1_links(&self, limit: usize) -> Result<Vec<Gs1Link>, StoreError> {
        self.rows(
            "list the recorded links",
            "SELECT id, gtin, uri, who, times, first_micros, last_micros FROM gs1_links \
             ORDER BY last_micros DESC, id DESC LIMIT $1",
            &[page(limit)],
        )
        .await
    }

    /// Forgets the links that were last made before a moment, in batches; returns how many.
    pub async fn prune_gs1_links(&self, before_micros: i64) -> Result<u64, StoreError> {
        let statement = "DELETE FROM gs1_links WHERE id IN (SELECT id FROM gs1_links \
                         WHERE last_micros < $1 ORDER BY last_micros LIMIT $2)";
        let values = [before_micros.into(), PRUNE_BATCH.into()];
        self.repeat("forget old links", statement, &values).await
    }
}

/// Refuses to go on where as many are kept as may be: a record is not given up for another.
async fn check_room(write: &mut Write<'_>) -> Result<(), StoreError> {
    let found: Option<(i64,)> = write.one("SELECT COUNT(*) FROM gs1_links", &[]).await?;
    let links = found.map_or(0, |(count,)| usize::try_from(count).unwrap_or(usize::MAX));
    if links < GS1_LINKS_MAX {
        return Ok(());
    }
    Err(StoreError::Full {
        what: "recorded links",
        limit: GS1_LINKS_MAX,
        way_out: "set `audit.retention` shorter, and old ones are forgotten within the hour",
    })
}

/// Adds a record. Somebody else may have made the same link since we looked.
async fn insert(
    write: &mut Write<'_>,
    gtin: &str,
    uri: &str,
    who: &str,
    at_micros: i64,
) -> Result<Option<Gs1Link>, StoreError> {
    let statement = "INSERT INTO gs1_links (id, gtin, uri, who, times, first_micros, last_micros) \
                     VALUES ($1, $2, $3, $4, 1, $5, $5) \
                     ON CONFLICT (gtin, uri, who) DO UPDATE SET times = gs1_links.times + 1 \
                     RETURNING id, gtin, uri, who, times, first_micros, last_micros";
    let values = [
        Uuid::now_v7().to_string().into(),
        gtin.into(),
        uri.into(),
        who.into(),
        at_micros.into(),
    ];
    write.one(statement, &values).await
}
