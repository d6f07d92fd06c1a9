//! Client notifications that are not part of the protocol. They go to the source that announces the
//! extension they belong to, and take the first steps of the call pipeline, so that rules and the
//! audit apply. The client gets no reply in any case.

use std::sync::Arc;

use candor_boxed::boxed;
use candor_model::CallOutcome;
use candor_wire::{RawJson, RawObject};

use crate::call::admit::{Admission, decide};
use crate::call::audit::AuditEntry;
use crate::call::finish;
use crate::call::incoming::{ClientContext, IncomingCall};
use crate::call::refusal::CallRefusal;
use crate::call::resolve::{CallAction, CallTarget};
use crate::call::resolved;
use crate::gateway::Gateway;

impl Gateway {
    /// Forwards a notification that is not part of the protocol, if a source announces the
    /// extension it belongs to.
    #[boxed]
    pub async fn client_notification(
        &self,
        client: &Arc<ClientContext>,
        method: &str,
        params: Option<&RawJson>,
    ) {
        let catalogue = self.catalogue();
        if !catalogue.announces_notification(&client.endpoint, method) {
            tracing::debug!(method, session = client.key, "A notification");
            return;
        }
        let members = params.and_then(|params| RawObject::parse(params).ok());
        let bytes = method.len() + params.map_or(0, RawJson::len);
        let members = members.unwrap_or_default();
        let call = IncomingCall::extension(Arc::clone(client), method, members, bytes);
        let mut entry = AuditEntry::open(self.journal(), self.shared_metrics(), &call);
        match pass_on(self, Box::new(call), params, &mut entry).await {
            Ok(()) => entry.close(CallOutcome::Ok, 0, None),
            Err(refusal) => drop(finish::refuse(&mut entry, &refusal)),
        }
    }
}

async fn pass_on(
    gateway: &Gateway,
    call: Box<IncomingCall>,
    params: Option<&RawJson>,
    entry: &mut AuditEntry,
) -> Result<(), CallRefusal> {
    let call = resolved(gateway, call, None, entry).await?;
    let Admission::Granted(call) = decide(gateway, call, entry).await? else {
        let sentence = "a person is asked about calls of tools only";
        return Err(CallRefusal::Approvals(sentence.to_owned()));
    };
    let (call, _) = call.into_parts();
    let (client, CallAction::Ask { target, .. }) = call.into_parts() else {
        return Err(CallRefusal::Cancelled);
    };
    let CallTarget::Extension { method, server } = target else {
        return Err(CallRefusal::Cancelled);
    };
    entry.attempt();
    let told = server.source.notify(client.era(), &method, params).await;
    told.map_err(CallRefusal::Source)
}
