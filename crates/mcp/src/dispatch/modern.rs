//! The methods of 2026-07-28. Whatever is not here was removed or never was.

use candor_gateway::{Client, Gateway, Patience, server_info};
use candor_model::Era;
use candor_wire::{RawJson, RawObject, meta, method};
use tokio_util::sync::CancellationToken;

use super::tasks::{self, Errand};
use super::{Question, Reply};
use crate::listen;
use crate::meta::{Modern, modern_revisions};
use crate::peer::Peer;
use crate::respond::Fault;
use crate::taste::Logs;

/// Answers a modern request. `closing` ends subscriptions.
pub(crate) async fn dispatch(
    gateway: &Gateway,
    peer: Peer,
    modern: Modern,
    mut question: Question,
    closing: &CancellationToken,
) -> Reply {
    tracing::debug!(method = &*question.method, "A request without a session");
    if let Some((which, capability)) = super::listed(&question.method) {
        gateway.settled(Patience::Request).await;
        let catalogue = gateway.catalogue();
        let outcome = if offers(&catalogue.capabilities(), capability) {
            super::check_cursor(&question.params).and_then(|()| {
                let roles = peer.identity.roles;
                let list = catalogue.list(which, &peer.endpoint, modern.revision, roles);
                list.map_err(|gone| Fault::params(gone.to_string()))
            })
        } else {
            Err(Fault::no_method(&question.method, Era::Modern))
        };
        return question.answer(&outcome, Era::Modern);
    }
    match &*question.method {
        method::DISCOVER => {
            gateway.settled(Patience::Greeting).await;
            question.answer(&Ok(discovery(gateway)), Era::Modern)
        }
        method::LISTEN => match listen::listen(gateway, peer, &mut question, closing).await {
            Ok(parts) => Reply::Coming(parts),
            Err(fault) => question.answer(&Err(fault), Era::Modern),
        },
        _ => asked(gateway, peer, modern, question),
    }
}

/// The methods for which it matters who asks.
fn asked(gateway: &Gateway, peer: Peer, modern: Modern, mut question: Question) -> Reply {
    let logs = Logs::From(modern.log_level);
    if let Some(kind) = super::call_kind(&question.method) {
        let client = client(gateway, peer, modern, &mut question);
        return super::call(gateway, client, kind, question, logs, None);
    }
    if let Some(errand) = Errand::of(&question.method) {
        let client = client(gateway, peer, modern, &mut question);
        return errand.run(gateway, client, question);
    }
    if &*question.method == method::COMPLETE {
        let client = client(gateway, peer, modern, &mut question);
        return super::complete(gateway, client, question);
    }
    let fault = Fault::no_method(&question.method, Era::Modern);
    question.answer(&Err(fault), Era::Modern)
}

/// The client of one request: nobody knows whether the next one is the same.
fn client(gateway: &Gateway, peer: Peer, modern: Modern, question: &mut Question) -> Client {
    Client {
        revision: modern.revision,
        key: gateway.fresh_key(),
        capabilities: modern.capabilities,
        info: modern.info,
        trace: std::mem::take(&mut question.trace),
        identity: peer.identity,
        session: peer.session,
        endpoint: peer.endpoint,
    }
}

fn discovery(gateway: &Gateway) -> RawJson {
    let catalogue = gateway.catalogue();
    let (ttl_ms, scope) = catalogue.cache();
    let versions = serde_json::json!(modern_revisions());
    let mut result: RawObject = [
        ("resultType", RawJson::string("complete")),
        ("supportedVersions", RawJson::from_value(&versions)),
        ("capabilities", tasks::declared(&catalogue.capabilities())),
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
