//! Subscription to one resource. It takes the first steps of the call pipeline, so that rules,
//! toolsets and the audit apply, and then lasts until it is dropped.

use std::sync::Arc;

use candor_model::{CallKind, CallOutcome};
use candor_wire::{ErrorObject, RawJson, RawObject};

use crate::call::admit::{Admission, decide};
use crate::call::audit::AuditEntry;
use crate::call::finish;
use crate::call::incoming::{ClientContext, IncomingCall};
use crate::call::refusal::CallRefusal;
use crate::call::resolve::{CallAction, CallTarget};
use crate::call::resolved;
use crate::catalogue::ServedSource;
use crate::gateway::Gateway;

/// A subscription to a resource, which ends when this is dropped. Sources count subscriptions, so
/// that a server is told only of the first and the last.
pub struct ResourceWatch {
    gateway: Gateway,
    server: Arc<ServedSource>,
    uri: String,
}

pub(crate) async fn watch(
    gateway: &Gateway,
    client: &Arc<ClientContext>,
    uri: &str,
) -> Result<ResourceWatch, ErrorObject> {
    let params = RawObject::from_iter([("uri", RawJson::string(uri))]);
    let call = IncomingCall::new(
        Arc::clone(client),
        CallKind::Subscription,
        params,
        uri.len(),
    );
    let mut entry = AuditEntry::open(gateway.journal(), gateway.shared_metrics(), &call);
    match follow(gateway, Box::new(call), &mut entry).await {
        Ok(watch) => {
            entry.close(CallOutcome::Ok, 0, None);
            Ok(watch)
        }
        Err(refusal) => Err(match finish::refuse(&mut entry, &refusal) {
            Ok(reply) | Err(reply) => ErrorObject::from_json(&reply),
        }),
    }
}

async fn follow(
    gateway: &Gateway,
    call: Box<IncomingCall>,
    entry: &mut AuditEntry,
) -> Result<ResourceWatch, CallRefusal> {
    let call = resolved(gateway, call, None, entry).await?;
    let Admission::Granted(call) = decide(gateway, call, entry).await? else {
        let sentence = "a person is asked about calls of tools only";
        return Err(CallRefusal::Approvals(sentence.to_owned()));
    };
    let (call, _) = call.into_parts();
    let (_, CallAction::Ask { target, .. }) = call.into_parts() else {
        return Err(CallRefusal::Cancelled);
    };
    let CallTarget::Subscription { uri, server, .. } = target else {
        return Err(CallRefusal::Cancelled);
    };
    entry.attempt();
    let watched = server.source.watch_resource(&uri).await;
    watched.map_err(CallRefusal::Source)?;
    Ok(ResourceWatch {
        gateway: gateway.clone(),
        server,
        uri,
    })
}

impl Drop for ResourceWatch {
    fn drop(&mut self) {
        let (server, uri) = (Arc::clone(&self.server), std::mem::take(&mut self.uri));
        self.gateway
            .spawn(async move { server.source.unwatch_resource(&uri).await });
    }
}
