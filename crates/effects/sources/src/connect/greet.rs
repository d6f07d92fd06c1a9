//! The handshake of each era.

use std::pin::pin;
use std::time::Duration;

use candor_model::{McpEra, McpRevision};
use candor_wire::link::{LinkInbox, RequestHeaders, ServerLink};
use candor_wire::{JsonRpcMessage, RawJson, RawObject, envelope, method};

use super::answer::{self, SpokenRevision};
use super::{ConnectAttempt, ConnectError, ConnectedServer};
use crate::identity;
use crate::inventory::ServerFacts;
use crate::rpc::{self, UpstreamCallError};

/// Opens a connection and performs the legacy handshake.
pub(super) async fn legacy(target: &ConnectAttempt<'_>) -> Result<ConnectedServer, ConnectError> {
    let (link, inbox) = target.open().await?;
    initialize(target, link, inbox).await
}

/// Opens a connection to a server that must be modern.
pub(super) async fn modern(target: &ConnectAttempt<'_>) -> Result<ConnectedServer, ConnectError> {
    let (link, inbox) = target.open().await?;
    let limit = target.limits.connect_timeout;
    let result = within(limit, method::DISCOVER, discover(&link)).await?;
    match answer::supported(&result) {
        Some(SpokenRevision::Modern(revision)) => discovered(link, inbox, &result, revision),
        Some(SpokenRevision::Legacy) => Err(ConnectError::UnknownRevision(
            "2025-11-25 or older although the source is set to `modern`".to_owned(),
        )),
        Some(SpokenRevision::Unknown(dates)) => Err(ConnectError::UnknownRevision(dates)),
        None => Err(UpstreamCallError::Malformed {
            method: method::DISCOVER,
            reason: "it has no `supportedVersions`".to_owned(),
        }
        .into()),
    }
}

/// The modern handshake: one request, which leaves no state at the server.
pub(super) async fn discover(link: &ServerLink) -> Result<RawJson, UpstreamCallError> {
    let revision = McpRevision::NEWEST_MODERN;
    let params: RawObject = [("_meta", identity::request_meta(revision))]
        .into_iter()
        .collect();
    let headers = RequestHeaders {
        protocol_version: Some(revision),
        method: Some(method::DISCOVER),
        ..RequestHeaders::default()
    };
    rpc::call(
        link,
        link.next_id(),
        method::DISCOVER,
        &params,
        &headers,
        |_| {},
    )
    .await
}

/// Completes the connection to a modern server that has answered.
pub(super) fn discovered(
    link: ServerLink,
    inbox: LinkInbox,
    result: &RawJson,
    revision: McpRevision,
) -> Result<ConnectedServer, ConnectError> {
    let facts = answer::discovered(result, revision)?;
    Ok(ConnectedServer {
        link,
        inbox,
        era: McpEra::Modern,
        revision,
        facts,
    })
}

/// The legacy handshake on an open link, which is then in use.
pub(super) async fn initialize(
    target: &ConnectAttempt<'_>,
    link: ServerLink,
    mut inbox: LinkInbox,
) -> Result<ConnectedServer, ConnectError> {
    let facts = shake_hands(target, &link, &mut inbox).await?;
    Ok(initialized(link, inbox, facts))
}

/// The legacy handshake.
pub(super) async fn shake_hands(
    target: &ConnectAttempt<'_>,
    link: &ServerLink,
    inbox: &mut LinkInbox,
) -> Result<ServerFacts, ConnectError> {
    let limit = target.limits.connect_timeout;
    let result = within(limit, method::INITIALIZE, handshake(link, inbox)).await?;
    let facts = answer::initialized(&result)?;
    let done = envelope::notification(method::INITIALIZED, None);
    Box::pin(link.send(done, &RequestHeaders::default())).await?;
    link.session_started(facts.revision);
    Ok(facts)
}

/// Completes the connection to a legacy server after the handshake.
pub(super) fn initialized(
    link: ServerLink,
    inbox: LinkInbox,
    facts: ServerFacts,
) -> ConnectedServer {
    ConnectedServer {
        link,
        inbox,
        era: McpEra::Legacy,
        revision: facts.revision,
        facts,
    }
}

/// Sends `initialize`. A server may send a ping before it answers, and wait for the reply.
async fn handshake(link: &ServerLink, inbox: &mut LinkInbox) -> Result<RawJson, UpstreamCallError> {
    let params = identity::initialize();
    let headers = RequestHeaders::default();
    let id = link.next_id();
    let mut asking = pin!(rpc::call(
        link,
        id,
        method::INITIALIZE,
        &params,
        &headers,
        |_| {}
    ));
    loop {
        tokio::select! {
            outcome = &mut asking => return outcome,
            message = inbox.next() => match message {
                Some(JsonRpcMessage::Request(asked)) => {
                    let answer = rpc::answer_alone(&asked);
                    Box::pin(link.send(answer, &RequestHeaders::default())).await?;
                }
                Some(_) => {}
                None => return asking.await,
            },
        }
    }
}

async fn within(
    limit: Duration,
    method: &'static str,
    asking: impl Future<Output = Result<RawJson, UpstreamCallError>>,
) -> Result<RawJson, UpstreamCallError> {
    tokio::time::timeout(limit, asking)
        .await
        .unwrap_or(Err(UpstreamCallError::Silent { method, limit }))
}
