//! The storage of a gateway.

use std::path::Path;

use candor_store::{DatabaseTarget, Journal, JournalOptions, Store};

/// A database and a journal beside it.
pub struct TestDatabase {
    /// The store over the database.
    pub store: Store,
    /// The journal of calls.
    pub journal: Journal,
}

// === impl TestDatabase ===

impl TestDatabase {
    /// In this folder, as a gateway has it on its own.
    pub async fn of(folder: &Path) -> Self {
        Self::with_journal(folder, "journal", JournalOptions::default()).await
    }

    /// The same with another journal name, so that several gateways can share the database, or with
    /// other options.
    pub async fn with_journal(folder: &Path, name: &str, options: JournalOptions) -> Self {
        let target = DatabaseTarget::Sqlite(folder.join("candor.db"));
        let store = Store::open(&target).await.expect("a database");
        let journal = Journal::open_with(&folder.join(name), &store, options).await;
        let (journal, _) = journal.expect("a journal");
        Self { store, journal }
    }
}
