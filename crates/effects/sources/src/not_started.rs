//! A source that is not started: its cached definitions can be inspected, but not called.

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
    // They were validated when they were cached; ones that cannot be parsed now are left out.
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
