//! Search over entries.

use std::collections::HashSet;
use std::fmt;

use candor_search::{SearchIndex, ToolDocument};

use crate::entry::{EntryStatus, RegistryEntry};

/// Entries that can be searched. Hits are positions in the list that it was built from.
pub struct EntryIndex {
    words: SearchIndex,
    /// Names in lower case, and whether the entry is still in its registry.
    names: Vec<(Box<str>, bool)>,
    /// The entries that are still in their registry, in their order.
    listed: Vec<usize>,
}

// === impl EntryIndex ===

impl EntryIndex {
    /// Builds the index.
    pub fn build<'e>(entries: impl IntoIterator<Item = &'e RegistryEntry>) -> Self {
        let entries: Vec<&RegistryEntry> = entries.into_iter().collect();
        let documents: Vec<EntryDocument> = entries
            .iter()
            .map(|entry| EntryDocument::of(entry))
            .collect();
        let packages: Vec<Vec<&str>> = documents
            .iter()
            .map(|document| document.packages.iter().map(String::as_str).collect())
            .collect();
        let listed = documents.iter().zip(&packages).enumerate();
        let words = SearchIndex::build(listed.map(|(id, (document, packages))| ToolDocument {
            id,
            name: &document.name,
            title: document.title.as_deref(),
            description: &document.description,
            notes: &[],
            parameters: packages,
        }));
        let names = entries.iter().map(|entry| {
            let name = entry.name.as_str().to_ascii_lowercase();
            (name.into(), entry.status != EntryStatus::Deleted)
        });
        let names: Vec<(Box<str>, bool)> = names.collect();
        let kept = names.iter().enumerate().filter(|(_, (_, kept))| *kept);
        Self {
            words,
            listed: kept.map(|(at, _)| at).collect(),
            names,
        }
    }

    /// Every entry that is still in its registry, in its order.
    pub fn listed(&self) -> &[usize] {
        &self.listed
    }

    /// The best entries for a query: first those whose name contains it, then by words. An empty
    /// query returns all entries in order. Deleted entries are only found by their full name.
    pub fn search(&self, query: &str, limit: usize) -> Vec<usize> {
        let query = query.trim().to_ascii_lowercase();
        if query.is_empty() {
            return self.listed.iter().copied().take(limit).collect();
        }
        let exact = |(_, (name, _)): &(usize, &(Box<str>, bool))| **name == *query;
        let mut found: Vec<usize> = self
            .names
            .iter()
            .enumerate()
            .filter(exact)
            .map(|(at, _)| at)
            .collect();
        let mut seen: HashSet<usize> = found.iter().copied().collect();
        let by_words = self.words.search(&query, limit.saturating_mul(2));
        let by_words = by_words.into_iter().map(|hit| hit.id);
        let by_letters = self
            .names
            .iter()
            .enumerate()
            .filter(|(_, (name, _))| name.contains(&*query))
            .map(|(at, _)| at);
        for at in by_words.chain(by_letters) {
            if found.len() >= limit {
                break;
            }
            if self.names[at].1 && seen.insert(at) {
                found.push(at);
            }
        }
        found.truncate(limit);
        found
    }
}

impl fmt::Debug for EntryIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EntryIndex")
            .field("entries", &self.names.len())
            .finish_non_exhaustive()
    }
}

/// An entry as a search document. The search treats everything up to the first dot as the source,
/// so dots in the namespace are replaced.
struct EntryDocument {
    name: String,
    title: Option<String>,
    description: String,
    packages: Vec<String>,
}

impl EntryDocument {
    fn of(entry: &RegistryEntry) -> Self {
        let namespace = entry.name.namespace().replace('.', "-");
        let short = entry.name.short();
        let tools = entry.tools.iter().flatten();
        let packages = entry.packages().map(|package| package.identifier.clone());
        Self {
            name: format!("{namespace}.{short}"),
            title: entry.title.clone(),
            description: entry.description.clone(),
            packages: packages
                .chain(tools.map(|tool| tool.name.clone()))
                .collect(),
        }
    }
}
