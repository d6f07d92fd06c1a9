//! The road of a call.

use crate::approvals::ApprovalWait;
use crate::call::admit::{AdmitDecision, admit};
use crate::call::audit::AuditEntry;
use crate::call::dispatch::{Dispatched, dispatch};
use crate::call::finish::{self, CallReply};
use crate::call::identify::identify;
use crate::call::incoming::IncomingCall;
use crate::call::refusal::CallRefusal;
use crate::call::resolve::resolve;
use crate::call::select::select;
use crate::gateway::Gateway;

/// How far an arrival has come.
pub(crate) enum Travelled {
    /// To its source.
    Dispatched(Dispatched),
    /// To a person.
    Asking(Box<ApprovalWait>),
}

/// Takes an arrival as far as its source, or as far as the person who is to decide. A call that
/// ends on the way gives its reply; either way it has exactly one entry in the audit.
pub(crate) async fn travel(
    gateway: &Gateway,
    arrival: IncomingCall,
) -> Result<Travelled, CallReply> {
    let (kind, revision) = (arrival.kind, arrival.client.revision);
    let mut entry = AuditEntry::open(gateway.journal(), gateway.shared_metrics(), &arrival);
    match as_far_as_ruled(gateway, arrival, &mut entry).await {
        Ok(AdmitDecision::Admitted(call)) => {
            let dispatched = dispatch(gateway, *call, entry).await?;
            Ok(Travelled::Dispatched(dispatched))
        }
        Ok(AdmitDecision::Held(held)) => {
            let asking = ApprovalWait::new(gateway, *held, entry);
            Ok(Travelled::Asking(Box::new(asking)))
        }
        Ok(AdmitDecision::Replied(result)) => Err(Ok(finish::asked(&mut entry, result))),
        Err(refusal) => Err(finish::refuse(&mut entry, &refusal, kind, revision)),
    }
}

async fn as_far_as_ruled(
    gateway: &Gateway,
    arrival: IncomingCall,
    entry: &mut AuditEntry,
) -> Result<AdmitDecision, CallRefusal> {
    let caller = identify(&arrival)?;
    let view = select(gateway, caller, arrival.kind, &arrival.params).await?;
    let call = resolve(view, arrival.kind, arrival.params, arrival.approval, entry)?;
    admit(gateway, call, entry).await
}
