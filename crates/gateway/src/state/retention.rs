//! Removes calls, their kept arguments and recorded events of packs that are older than the
//! operator wants to keep.

use std::time::Duration;

use candor_store::Store;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::clock::micros_ago;

/// How often old calls are removed.
const EVERY: Duration = Duration::from_hours(1);
/// The delay of the first run, so that short commands never start with it.
const FIRST: Duration = Duration::from_mins(1);

/// Removes old records until stopped.
pub(crate) async fn keep(store: Store, retention: Duration, stop: CancellationToken) {
    let mut tick = tokio::time::interval_at(Instant::now() + FIRST, EVERY);
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = tick.tick() => prune(&store, retention).await,
        }
    }
}

async fn prune(store: &Store, retention: Duration) {
    match store.prune_calls(micros_ago(retention)).await {
        Ok(0) => {}
        Ok(calls) => tracing::info!(calls, "Old calls were removed from the audit"),
        Err(error) => tracing::warn!(%error, "Old calls could not be removed from the audit"),
    }
    match store.prune_kept_calls(micros_ago(retention)).await {
        Ok(0) => {}
        Ok(calls) => tracing::info!(calls, "Old arguments of calls were removed"),
        Err(error) => tracing::warn!(%error, "Old arguments of calls could not be removed"),
    }
    match store.prune_pack_events(micros_ago(retention)).await {
        Ok(0) => {}
        Ok(events) => tracing::info!(events, "Old events of packs were removed"),
        Err(error) => tracing::warn!(%error, "Old events of packs could not be removed"),
    }
}
