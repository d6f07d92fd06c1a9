//! Refreshes a registry's cache, completely or incrementally.

use std::path::Path;
use std::time::Duration;

use candor_registry::{ReadEntry, RegistryEntry};

use crate::api::RegistryApi;
use crate::cache::{CachedRegistry, CachedServer};
use crate::error::RegistryError;
use crate::files;
use crate::limits::RegistryLimits;

/// The interval between complete refreshes, because a registry may fail to report a change.
const WHOLE_LIST: Duration = Duration::from_hours(24 * 7);

/// Clocks differ, so incremental queries start a little earlier.
const OVERLAP: Duration = Duration::from_mins(10);

/// The most sentences about single entries.
const PROBLEMS: usize = 10;

/// The result of a refresh.
#[derive(Debug, Default)]
pub(crate) struct RefreshReport {
    /// The entries that could not be used, as sentences.
    pub(crate) problems: Vec<String>,
    left_out: usize,
}

/// Queries a remote registry. On any error, the cache is unchanged.
pub(crate) async fn from_network(
    api: &RegistryApi<'_>,
    cached: &mut CachedRegistry,
    now: i64,
) -> Result<RefreshReport, RegistryError> {
    let since = since(cached, now);
    let limit = api.limits.refresh;
    let listed = tokio::time::timeout(limit, list(api, since.as_deref())).await;
    let listed = listed.map_err(|_| RegistryError::Slow {
        host: api.host(),
        limit,
    })??;
    let mut report = RefreshReport::default();
    let entries = report.usable(listed);
    take(cached, entries, since.is_none());
    if since.is_none() {
        cached.listed_at = Some(now);
    }
    cached.asked_at = Some(now);
    Ok(report)
}

/// Reads a file or a folder, which is always complete.
pub(crate) fn from_files(
    path: &Path,
    limits: &RegistryLimits,
    cached: &mut CachedRegistry,
    now: i64,
) -> Result<RefreshReport, RegistryError> {
    let found = files::read(path, limits)?;
    let mut report = RefreshReport {
        problems: found.problems,
        left_out: 0,
    };
    let entries = report.usable(found.entries);
    take(cached, entries, true);
    cached.asked_at = Some(now);
    cached.listed_at = Some(now);
    Ok(report)
}

/// The start time of an incremental query; `None` for a complete one.
fn since(cached: &CachedRegistry, now: i64) -> Option<String> {
    let micros = |time: Duration| i64::try_from(time.as_micros()).unwrap_or(i64::MAX);
    let (asked, listed) = (cached.asked_at?, cached.listed_at?);
    let is_recent = now.saturating_sub(listed) < micros(WHOLE_LIST) && asked <= now;
    is_recent.then(|| candor_text::utc(asked.saturating_sub(micros(OVERLAP))))
}

/// Every page, within bounds.
async fn list(api: &RegistryApi<'_>, since: Option<&str>) -> Result<Vec<ReadEntry>, RegistryError> {
    let endless = |what: String| RegistryError::Endless {
        host: api.host(),
        what,
    };
    let mut entries = Vec::new();
    let mut cursor: Option<String> = None;
    for _ in 0..api.limits.pages {
        let page = api.page(cursor.as_deref(), since).await?;
        entries.extend(page.entries);
        if entries.len() > api.limits.entries {
            return Err(endless(format!("more than {} entries", api.limits.entries)));
        }
        match page.next_cursor {
            None => return Ok(entries),
            same if same == cursor => return Err(endless("a page leads to itself".to_owned())),
            next => cursor = next,
        }
    }
    Err(endless(format!("more than {} pages", api.limits.pages)))
}

/// Merges entries. Entries missing in a complete list are removed.
fn take(cached: &mut CachedRegistry, entries: Vec<RegistryEntry>, is_whole: bool) {
    let mut named = std::collections::BTreeSet::new();
    for entry in entries {
        let is_first = named.insert(entry.name.clone());
        // A file may have several versions; a registry says which is the latest.
        if !is_first && !entry.is_latest {
            continue;
        }
        if let Some(known) = cached.servers.get_mut(&entry.name) {
            known.update(entry);
        } else {
            let name = entry.name.clone();
            cached.servers.insert(name, CachedServer::new(entry));
        }
    }
    if is_whole {
        let gone = cached.servers.iter_mut();
        for (_, server) in gone.filter(|(name, _)| !named.contains(*name)) {
            server.remove();
        }
    }
}

// === impl RefreshReport ===

impl RefreshReport {
    /// The entries that can be used; the others become sentences.
    fn usable(&mut self, entries: Vec<ReadEntry>) -> Vec<RegistryEntry> {
        let mut usable = Vec::with_capacity(entries.len());
        for entry in entries {
            match entry {
                Ok(entry) => usable.push(entry),
                Err(error) if self.problems.len() < PROBLEMS => {
                    self.problems.push(format!("left out: {error}"));
                }
                Err(_) => self.left_out += 1,
            }
        }
        if self.left_out > 0 {
            let more = self.left_out;
            self.problems
                .push(format!("and {more} more entries were left out"));
        }
        usable
    }
}
