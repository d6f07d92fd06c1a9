//! A snapshot of all registries.

use std::borrow::Cow;
use std::ops::Range;

use candor_registry::{EntryHistory, EntryIndex, KnownServers, RegistryEntry, ServerName};

/// The state of one registry.
#[derive(Clone, Debug)]
pub struct RegistryState {
    /// Its address or path.
    pub registry: String,
    /// The time of the last successful query, in microseconds since the Unix epoch.
    pub asked_at: Option<i64>,
    /// Why it is currently unavailable; its data may then be old.
    pub outage: Option<String>,
    /// The entries that could not be used, as sentences.
    pub problems: Vec<String>,
    /// The number of servers, without deleted ones.
    pub servers: usize,
}

/// An entry, and where it is from.
#[derive(Clone, Debug)]
pub struct KnownEntry {
    /// The entry as the registry has it.
    pub entry: RegistryEntry,
    /// The index of its registry.
    pub registry: usize,
    /// What is known of its history.
    pub history: EntryHistory,
}

/// The most entries that a search lists, page by page. A narrower search shows others.
const MOST_FOUND: usize = 500;

/// Entries that were found, to be shown a page at a time.
#[derive(Debug)]
pub struct FoundEntries<'v> {
    view: &'v CatalogueView,
    places: Cow<'v, [usize]>,
}

/// All known entries, searchable.
#[derive(Debug)]
pub struct CatalogueView {
    /// The registries, in the order of the settings.
    pub registries: Vec<RegistryState>,
    /// The entries: one of each name, from the first registry that has it.
    pub entries: Vec<KnownEntry>,
    index: EntryIndex,
}

// === impl CatalogueView ===

impl CatalogueView {
    /// Merges the entries of registries, in order of precedence.
    pub(crate) fn new(registries: Vec<RegistryState>, entries: Vec<KnownEntry>) -> Self {
        let index = EntryIndex::build(entries.iter().map(|known| &known.entry));
        Self {
            registries,
            entries,
            index,
        }
    }

    /// The best entries for a query, best first.
    pub fn search(&self, query: &str, limit: usize) -> Vec<&KnownEntry> {
        let found = self.index.search(query, limit);
        found.into_iter().map(|at| &self.entries[at]).collect()
    }

    /// The entries that a list shows: all without a query, otherwise the best, best first. What it
    /// costs does not grow with the number of entries that are then shown.
    pub fn found(&self, query: &str) -> FoundEntries<'_> {
        let places = if query.trim().is_empty() {
            Cow::Borrowed(self.index.listed())
        } else {
            Cow::Owned(self.index.search(query, MOST_FOUND))
        };
        FoundEntries { view: self, places }
    }

    /// The entry of a name.
    pub fn find(&self, name: &ServerName) -> Option<&KnownEntry> {
        let mut entries = self.entries.iter();
        entries.find(|known| known.entry.name == *name)
    }

    /// The registry of an entry.
    pub fn registry_of(&self, known: &KnownEntry) -> Option<&RegistryState> {
        self.registries.get(known.registry)
    }

    /// The names that imitations may resemble, including words of commands in use.
    pub fn known_servers(&self, words: impl IntoIterator<Item = String>) -> KnownServers {
        let names = self.entries.iter().map(|known| known.entry.name.clone());
        KnownServers::new(names, words)
    }
}

// === impl FoundEntries ===

impl<'v> FoundEntries<'v> {
    /// The number of entries.
    pub fn count(&self) -> usize {
        self.places.len()
    }

    /// Whether there may be more than are listed.
    pub fn is_cut(&self) -> bool {
        matches!(self.places, Cow::Owned(_)) && self.count() == MOST_FOUND
    }

    /// Some of them, by their places.
    pub fn rows(&self, rows: Range<usize>) -> impl Iterator<Item = &'v KnownEntry> {
        let places = self.places.get(rows).unwrap_or_default();
        places.iter().map(|at| &self.view.entries[*at])
    }
}
