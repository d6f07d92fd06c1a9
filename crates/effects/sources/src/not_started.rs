//! A source that is not started: what it offered when it was last seen can be looked at, and
//! nothing can be asked.

use std::sync::Arc;
use std::time::SystemTime;

use candor_model::{McpEra, McpRevision};
use candor_wire::RawJson;

use crate::events::SourceEventKind;
use crate::inventory::{Inventory, ToolEntry};
use crate::shared::SourceShared;
use crate::state::SourceState;

/// Offers the definitions until the source is stopped.
pub(crate) async fn run(shared: Arc<SourceShared>, definitions: Vec<RawJson>) {
    let state = SourceState::Ready {
        since: SystemTime::now(),
        era: McpEra::Modern,
        revision: McpRevision::NEWEST_MODERN,
        transport: "not started",
    };
    // What was served once was judged once; what cannot be read now is not offered.
    let tools = definitions
        .iter()
        .filter_map(ToolEntry::remembered)
        .map(Arc::new)
        .collect();
    shared.replace_inventory(Arc::new(Inventory {
        tools,
        ..Inventory::default()
    }));
    shared.state.send_replace(state.clone());
    shared.tell(SourceEventKind::State(state)).await;
    shared.stop.cancelled().await;
    shared.replace_inventory(Arc::default());
    shared.state.send_replace(SourceState::Stopped);
    shared.tell_now(SourceEventKind::State(SourceState::Stopped));
}
