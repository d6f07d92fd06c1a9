//! Tools known from cached listings.

use candor_config::Settings;
use candor_model::{QualifiedName, SourceName, ToolPattern};
use candor_server::assemble::open_store;
use candor_store::Store;

use crate::prelude::CommandResult;

/// The tools that the store knows.
pub(crate) struct KnownTools(Vec<QualifiedName>);

// === impl KnownTools ===

impl KnownTools {
    /// Reads them from the store.
    pub(crate) async fn read(settings: &Settings) -> CommandResult<Self> {
        let store = open_store(settings).await?;
        let names = names(&store).await;
        store.close().await;
        Ok(Self(names?))
    }

    /// Whether a tool of the source is known.
    pub(crate) fn has(&self, source: &SourceName) -> bool {
        self.0.iter().any(|name| name.source() == source)
    }

    /// Whether a known tool matches the pattern.
    pub(crate) fn fits(&self, about: &ToolPattern) -> bool {
        self.0.iter().any(|name| about.matches(name))
    }
}

async fn names(store: &Store) -> CommandResult<Vec<QualifiedName>> {
    let pinned = store.pins().await?.into_iter().map(|pin| pin.name);
    let drifting = store.drifts().await?.into_iter().map(|drift| drift.name);
    Ok(pinned.chain(drifting).collect())
}
