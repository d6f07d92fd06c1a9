//! Builds the search index in the background after a change.
//!
//! A change takes effect as soon as the catalogue is replaced; only a search that comes immediately
//! waits for the index.

use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::catalogue::Catalogue;

/// Changes come in bursts, such as when many sources start; this is how long to debounce them.
const PAUSE: Duration = Duration::from_millis(50);

/// Indexes the newest catalogue after every change.
pub(super) async fn run(
    catalogue: Arc<ArcSwap<Catalogue>>,
    changed: Arc<Notify>,
    stop: CancellationToken,
) {
    let next = || async {
        changed.notified().await;
        tokio::time::sleep(PAUSE).await;
    };
    while stop.run_until_cancelled(next()).await.is_some() {
        let newest = catalogue.load_full();
        let indexed = tokio::task::spawn_blocking(move || newest.index()).await;
        if let Err(error) = indexed {
            tracing::warn!(%error, "The tools could not be prepared for searching");
        }
    }
}
