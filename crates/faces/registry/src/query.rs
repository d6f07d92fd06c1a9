//! Query parameters of the list.

use jiff::Timestamp;
use serde::Deserialize;

use crate::history::PublishedEntry;

/// The default and maximum page size.
const PAGE: usize = 30;
const LARGEST_PAGE: usize = 100;

/// The longest text of a parameter.
const LONGEST: usize = 300;

/// The parameters as they were sent. What is not known is passed over.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct RawListQuery {
    cursor: Option<String>,
    limit: Option<String>,
    search: Option<String>,
    version: Option<String>,
    updated_since: Option<String>,
    include_deleted: Option<String>,
}

/// The parameters, read.
#[derive(Debug)]
pub(crate) struct ListQuery {
    cursor: Option<String>,
    limit: usize,
    search: Option<String>,
    version: Option<String>,
    /// In microseconds since the Unix epoch.
    updated_since: Option<i64>,
    with_deleted: bool,
}

/// One page of a list.
pub(crate) struct ListedPage<'e> {
    pub(crate) entries: Vec<&'e PublishedEntry>,
    /// The cursor of the next page; `None` on the last one.
    pub(crate) next_cursor: Option<String>,
}

// === impl RawListQuery ===

impl RawListQuery {
    /// Whether deleted entries are requested.
    pub(crate) fn asks_for_deleted(&self) -> bool {
        self.include_deleted.as_deref() == Some("true")
    }
}

// === impl ListQuery ===

impl ListQuery {
    /// Parses the parameters; the error is a sentence.
    pub(crate) fn read(raw: &RawListQuery) -> Result<Self, String> {
        let texts = [&raw.cursor, &raw.search, &raw.version, &raw.updated_since];
        if texts.into_iter().flatten().any(|text| text.len() > LONGEST) {
            return Err(format!("a parameter is longer than {LONGEST} bytes"));
        }
        let limit = match raw.limit.as_deref().map(str::parse) {
            None => PAGE,
            Some(Ok(limit)) if limit >= 1 => LARGEST_PAGE.min(limit),
            Some(_) => return Err("`limit` must be a number from 1 to 100".to_owned()),
        };
        let since = raw.updated_since.as_deref().map(|text| {
            let time: Result<Timestamp, _> = text.parse();
            time.map(Timestamp::as_microsecond).map_err(|_| {
                "`updated_since` must be a time such as `2026-07-28T12:00:00Z`".to_owned()
            })
        });
        let updated_since = since.transpose()?;
        Ok(Self {
            cursor: raw.cursor.clone(),
            limit,
            search: raw.search.as_ref().map(|text| text.to_lowercase()),
            version: raw.version.clone(),
            with_deleted: raw.asks_for_deleted() || updated_since.is_some(),
            updated_since,
        })
    }

    /// The page of entries that are ordered by name. A cursor is the name of the last entry before.
    pub(crate) fn page<'e>(&self, entries: &'e [PublishedEntry]) -> ListedPage<'e> {
        let after = |entry: &&PublishedEntry| {
            let cursor = self.cursor.as_deref().unwrap_or_default();
            entry.name.as_str() > cursor
        };
        let wanted = entries.iter().filter(|entry| self.wants(entry));
        let mut page: Vec<&PublishedEntry> = wanted.filter(after).take(self.limit + 1).collect();
        let has_more = page.len() > self.limit;
        page.truncate(self.limit);
        let last = page.last().filter(|_| has_more);
        ListedPage {
            next_cursor: last.map(|entry| entry.name.clone()),
            entries: page,
        }
    }

    fn wants(&self, entry: &PublishedEntry) -> bool {
        let holds = |text: &str| {
            let search = self.search.as_deref().unwrap_or_default();
            text.to_lowercase().contains(search)
        };
        let fits_version = match self.version.as_deref() {
            None | Some("latest") => true,
            Some(version) => entry.version == version,
        };
        (self.with_deleted || !entry.is_deleted)
            && (holds(&entry.name) || holds(entry.description()))
            && fits_version
            && self
                .updated_since
                .is_none_or(|since| entry.updated_at >= since)
    }
}
