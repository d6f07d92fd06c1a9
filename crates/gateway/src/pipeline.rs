//! The road of a call.

use crate::admit::{AdmittedCall, admit};
use crate::arrival::Arrival;
use crate::audit::Entry;
use crate::dispatch::{Delivery, dispatch};
use crate::finish::{self, Reply};
use crate::gateway::Gateway;
use crate::identify::identify;
use crate::refusal::Refusal;
use crate::resolve::resolve;
use crate::select::select;

/// Takes an arrival as far as its source. A call that ends on the way gives its reply; either
/// way it has exactly one entry in the audit.
pub(crate) async fn travel(gateway: &Gateway, arrival: Arrival) -> Result<Delivery, Reply> {
    let (kind, revision) = (arrival.kind, arrival.client.revision);
    let mut entry = Entry::open(gateway.journal(), gateway.shared_metrics(), &arrival);
    match as_far_as_admitted(gateway, arrival, &mut entry).await {
        Ok(call) => dispatch(gateway, call, entry).await,
        Err(refusal) => Err(finish::refuse(&mut entry, &refusal, kind, revision)),
    }
}

async fn as_far_as_admitted(
    gateway: &Gateway,
    arrival: Arrival,
    entry: &mut Entry,
) -> Result<AdmittedCall, Refusal> {
    let caller = identify(&arrival);
    let view = select(gateway, caller, arrival.kind, &arrival.params).await?;
    let call = resolve(view, arrival.kind, arrival.params, entry)?;
    admit(call, entry)
}
