//! The road of a call.

use crate::admit::{Ruled, admit};
use crate::approvals::Asking;
use crate::arrival::Arrival;
use crate::audit::Entry;
use crate::dispatch::{Dispatched, dispatch};
use crate::finish::{self, Reply};
use crate::gateway::Gateway;
use crate::identify::identify;
use crate::refusal::Refusal;
use crate::resolve::resolve;
use crate::select::select;

/// How far an arrival has come.
pub(crate) enum Travelled {
    /// To its source.
    Dispatched(Dispatched),
    /// To a person.
    Asking(Box<Asking>),
}

/// Takes an arrival as far as its source, or as far as the person who is to decide. A call that
/// ends on the way gives its reply; either way it has exactly one entry in the audit.
pub(crate) async fn travel(gateway: &Gateway, arrival: Arrival) -> Result<Travelled, Reply> {
    let (kind, revision) = (arrival.kind, arrival.client.revision);
    let mut entry = Entry::open(gateway.journal(), gateway.shared_metrics(), &arrival);
    match as_far_as_ruled(gateway, arrival, &mut entry).await {
        Ok(Ruled::Admitted(call)) => {
            let dispatched = dispatch(gateway, *call, entry).await?;
            Ok(Travelled::Dispatched(dispatched))
        }
        Ok(Ruled::Held(held)) => {
            let asking = Asking::new(gateway, *held, entry);
            Ok(Travelled::Asking(Box::new(asking)))
        }
        Ok(Ruled::Replied(result)) => Err(Ok(finish::asked(&mut entry, result))),
        Err(refusal) => Err(finish::refuse(&mut entry, &refusal, kind, revision)),
    }
}

async fn as_far_as_ruled(
    gateway: &Gateway,
    arrival: Arrival,
    entry: &mut Entry,
) -> Result<Ruled, Refusal> {
    let caller = identify(&arrival)?;
    let view = select(gateway, caller, arrival.kind, &arrival.params).await?;
    let call = resolve(view, arrival.kind, arrival.params, arrival.approval, entry)?;
    admit(gateway, call, entry).await
}
