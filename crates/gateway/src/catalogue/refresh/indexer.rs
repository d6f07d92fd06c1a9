//! Makes what can be searched, after a change and beside it.
//!
//! A change counts as soon as the catalogue is swapped; nobody waits for the index of it but a
//! search that comes at once.

use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::catalogue::Catalogue;

/// Changes come in bursts, as when many sources start; so long is waited for more of them.
const PAUSE: Duration = Duration::from_millis(50);

/// Looks at the newest catalogue after every change.
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
