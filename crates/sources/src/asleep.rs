//! A source that is not started: what it offered when it was last seen can be looked at, and
//! nothing can be asked.

use std::sync::Arc;
use std::time::SystemTime;

use candor_model::{Era, Revision};
use candor_wire::RawJson;

use crate::inventory::Inventory;
use crate::judge;
use crate::news::NewsEvent;
use crate::shared::Shared;
use crate::state::State;

/// Offers the definitions until the source is stopped.
pub(crate) async fn run(shared: Arc<Shared>, definitions: Vec<RawJson>) {
    let state = State::Ready {
        since: SystemTime::now(),
        era: Era::Modern,
        revision: Revision::NEWEST_MODERN,
        transport: "not started",
    };
    // What was served once was judged once; what cannot be read now is not offered.
    let tools = definitions
        .iter()
        .filter_map(|definition| judge::tool(definition, false).ok())
        .collect();
    shared.replace_inventory(Arc::new(Inventory {
        tools,
        ..Inventory::default()
    }));
    shared.state.send_replace(state.clone());
    shared.tell(NewsEvent::State(state)).await;
    shared.stop.cancelled().await;
    shared.replace_inventory(Arc::default());
    shared.state.send_replace(State::Stopped);
    shared.tell_now(NewsEvent::State(State::Stopped));
}
