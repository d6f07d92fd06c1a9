//! An additional connection to the server of a source.
//!
//! It is a separate source with the same name. Inventory and state are only reported by the
//! source's main connection.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::events::{SourceEvent, SourceEventKind};
use crate::shared::SourceShared;
use crate::source::SourceHandle;
use crate::spec::SourceSpec;
use crate::state::SourceState;

/// The capacity of the connection's event channel.
const EVENTS: usize = 64;

/// Opens another connection; `None` if the server is not ready in time.
pub(crate) async fn open(
    shared: &SourceShared,
    spec: SourceSpec,
    limit: Duration,
) -> Option<(SourceHandle, mpsc::Receiver<SourceEvent>)> {
    let (news, events) = mpsc::channel(EVENTS);
    let source = SourceHandle::start(spec, news);
    let mut state = source.watch_state();
    let decided = state.wait_for(|state| !matches!(state, SourceState::Starting));
    let _ = timeout(limit, decided).await;
    if !source.state().is_ready() {
        source.stop().await;
        return None;
    }
    if let Some(level) = shared.level() {
        source.set_log_level(&level).await;
    }
    Some((source, events))
}

/// Forwards the connection's events that clients need outside calls.
pub(crate) async fn pass_on(shared: &SourceShared, event: SourceEvent) {
    if let SourceEventKind::Log { .. }
    | SourceEventKind::Ask(_)
    | SourceEventKind::Task { .. }
    | SourceEventKind::Refused(_)
    | SourceEventKind::ResourceUpdated { .. } = event.event
    {
        shared.tell(event.event).await;
    }
}
