//! What a gateway stands on.

use std::path::Path;

use candor_store::{Journal, JournalOptions, Store, Target};

/// A database and a journal beside it.
pub struct Ground {
    /// Where things are kept.
    pub store: Store,
    /// Where calls are written down.
    pub journal: Journal,
}

// === impl Ground ===

impl Ground {
    /// In this folder, as a gateway has it on its own.
    pub async fn of(folder: &Path) -> Self {
        Self::with_journal(folder, "journal", JournalOptions::default()).await
    }

    /// The same with a journal of another name, so that several gateways can share the database,
    /// or with other options.
    pub async fn with_journal(folder: &Path, name: &str, options: JournalOptions) -> Self {
        let target = Target::Sqlite(folder.join("candor.db"));
        let store = Store::open(&target).await.expect("a database");
        let journal = Journal::open_with(&folder.join(name), &store, options).await;
        let (journal, _) = journal.expect("a journal");
        Self { store, journal }
    }
}
