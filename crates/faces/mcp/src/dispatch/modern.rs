//! The methods of 2026-07-28. Others were removed or never existed.

use std::sync::Arc;

use candor_gateway::{ClientContext, Endpoint, Gateway, StartupWait, server_info};
use candor_model::McpEra;
use candor_wire::{RawJson, RawObject, meta, method};
use tokio_util::sync::CancellationToken;

use super::tasks::{self, TaskMethod};
use super::{ClientRequest, MethodReply};
use crate::dispatch::VerifiedPeer;
use crate::listen;
use crate::meta::{ModernMeta, modern_revisions};
use crate::notification_filter::LogFilter;
use crate::response::RequestFault;

/// Answers a modern request. `closing` ends subscriptions.
pub(crate) async fn dispatch(
    gateway: &Gateway,
    peer: VerifiedPeer,
    modern: ModernMeta,
    mut question: Box<ClientRequest>,
    closing: &CancellationToken,
) -> MethodReply {
    tracing::debug!(method = &*question.method, "A request without a session");
    if let Some((which, capability)) = super::listed(&question.method) {
        gateway.settled(super::patience(which)).await;
        let catalogue = gateway.catalogue();
        let list = if offers(&catalogue.capabilities(&peer.endpoint), capability) {
            super::check_cursor(&question.params).and_then(|()| {
                let roles = peer.identity.roles;
                let info = modern.info.as_ref();
                let list = catalogue.list(which, &peer.endpoint, modern.revision, roles, info);
                list.map_err(|gone| RequestFault::params(gone.to_string()))
            })
        } else {
            Err(RequestFault::no_method(&question.method, McpEra::Modern))
        };
        return question.listed(list, McpEra::Modern);
    }
    match &*question.method {
        method::DISCOVER => {
            gateway.settled(StartupWait::Greeting).await;
            let found = discovery(gateway, &peer.endpoint);
            question.answer(&Ok(found), McpEra::Modern)
        }
        method::LISTEN => {
            let client = client(gateway, peer, modern, &mut question);
            match listen::listen(gateway, client, &mut question, closing).await {
                Ok(parts) => MethodReply::Coming(parts),
                Err(fault) => question.answer(&Err(fault), McpEra::Modern),
            }
        }
        _ => asked(gateway, peer, modern, question),
    }
}

/// The methods that depend on the client.
fn asked(
    gateway: &Gateway,
    peer: VerifiedPeer,
    modern: ModernMeta,
    mut question: Box<ClientRequest>,
) -> MethodReply {
    let logs = LogFilter::From(modern.log_level);
    if let Some(kind) = super::call_kind(gateway, &peer.endpoint, &question.method) {
        let client = client(gateway, peer, modern, &mut question);
        return super::call(gateway, client, kind, *question, logs, None);
    }
    if let Some(errand) = TaskMethod::of(&question.method, McpEra::Modern) {
        let client = client(gateway, peer, modern, &mut question);
        return errand.run(gateway, client, *question);
    }
    let fault = RequestFault::no_method(&question.method, McpEra::Modern);
    question.answer(&Err(fault), McpEra::Modern)
}

/// The client of one request. The next request may come from another one.
fn client(
    gateway: &Gateway,
    peer: VerifiedPeer,
    modern: ModernMeta,
    question: &mut ClientRequest,
) -> Arc<ClientContext> {
    Arc::new(ClientContext {
        revision: modern.revision,
        key: gateway.next_client_key(),
        capabilities: modern.capabilities,
        info: modern.info,
        trace: std::mem::take(&mut question.trace),
        identity: peer.identity,
        session: peer.session,
        endpoint: peer.endpoint,
    })
}

fn discovery(gateway: &Gateway, endpoint: &Endpoint) -> RawJson {
    let catalogue = gateway.catalogue();
    let capabilities = catalogue.capabilities(endpoint);
    let (ttl_ms, scope) = catalogue.cache();
    let versions = serde_json::json!(modern_revisions());
    let mut result: RawObject = [
        ("resultType", RawJson::string("complete")),
        ("supportedVersions", RawJson::from_value(&versions)),
        ("capabilities", tasks::declared(&capabilities)),
    ]
    .into_iter()
    .collect();
    if let Some(instructions) = catalogue.instructions() {
        result.set("instructions", RawJson::string(instructions));
    }
    result.set("ttlMs", RawJson::number(ttl_ms));
    result.set("cacheScope", RawJson::string(scope));
    let about: RawObject = [(meta::SERVER_INFO, server_info())].into_iter().collect();
    result.set("_meta", about.to_json());
    result.to_json()
}

/// Whether a capability is declared. A method without its capability does not exist.
fn offers(capabilities: &RawJson, capability: &str) -> bool {
    RawObject::parse(capabilities).is_ok_and(|all| all.get(capability).is_some())
}
