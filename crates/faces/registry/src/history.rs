//! When entries were added, changed and removed, as seen by this process.
//!
//! Times start with the process. After a restart, a client that asks for changes gets everything
//! again, which is more than needed but never less; deletions before the restart are only visible
//! in the next complete list.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use candor_model::Digest;
use candor_schema::canonical;
use serde_json::{Value, json};

use crate::content::EntryContent;

/// The key of the registry's own metadata.
const OFFICIAL_META: &str = "io.modelcontextprotocol.registry/official";

/// The maximum number of removed entries remembered.
const GONE_MAX: usize = 1_000;

/// An entry with its times.
#[derive(Clone, Debug)]
pub(crate) struct PublishedEntry {
    pub(crate) name: String,
    /// It follows from the content.
    pub(crate) version: String,
    pub(crate) is_deleted: bool,
    published_at: i64,
    /// In microseconds since the Unix epoch.
    pub(crate) updated_at: i64,
    content: EntryContent,
}

/// Every entry seen by this process, by name.
#[derive(Debug, Default)]
pub(crate) struct EntryHistories(Mutex<BTreeMap<String, PublishedEntry>>);

// === impl EntryHistories ===

impl EntryHistories {
    /// Updates with the current entries, and returns all by name.
    pub(crate) fn update(&self, current: Vec<EntryContent>, now: i64) -> Vec<PublishedEntry> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut missing: Vec<String> = known.keys().cloned().collect();
        for content in current {
            missing.retain(|name| *name != content.name);
            let version = content.version();
            let before = known.get(&content.name);
            let is_same = before.is_some_and(|it| it.version == version && !it.is_deleted);
            if !is_same {
                let entry = PublishedEntry {
                    name: content.name.clone(),
                    version,
                    is_deleted: false,
                    published_at: now,
                    updated_at: now,
                    content,
                };
                known.insert(entry.name.clone(), entry);
            }
        }
        for name in missing {
            if let Some(entry) = known.get_mut(&name).filter(|entry| !entry.is_deleted) {
                entry.is_deleted = true;
                entry.updated_at = now;
            }
        }
        forget_oldest(&mut known);
        known.values().cloned().collect()
    }
}

fn forget_oldest(known: &mut BTreeMap<String, PublishedEntry>) {
    let gone = known.values().filter(|entry| entry.is_deleted);
    let mut gone: Vec<(i64, String)> = gone
        .map(|entry| (entry.updated_at, entry.name.clone()))
        .collect();
    gone.sort();
    let excess = gone.len().saturating_sub(GONE_MAX);
    for (_, name) in gone.into_iter().take(excess) {
        known.remove(&name);
    }
}

// === impl PublishedEntry ===

impl PublishedEntry {
    /// The description, in one sentence.
    pub(crate) fn description(&self) -> &str {
        &self.content.description
    }

    /// The entry as the API has it.
    pub(crate) fn to_json(&self) -> Value {
        let status = if self.is_deleted { "deleted" } else { "active" };
        let mut meta = self.content.meta();
        meta[OFFICIAL_META] = json!({
            "status": status,
            "publishedAt": candor_text::utc(self.published_at),
            "updatedAt": candor_text::utc(self.updated_at),
            "isLatest": true,
        });
        json!({ "server": self.content.server_json(&self.version), "_meta": meta })
    }
}

// === impl EntryContent ===

impl EntryContent {
    /// A version that is another as soon as anything of the content is.
    fn version(&self) -> String {
        let whole = json!([self.server_json(""), self.meta()]);
        let digest = Digest::of(canonical(&whole)).to_string();
        format!("1.0.0+{}", &digest[..12])
    }
}
