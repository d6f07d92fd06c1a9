//! The greeting of each era.

use std::pin::pin;
use std::time::Duration;

use candor_model::{Era, Revision};
use candor_wire::link::{Inbox, Link, RequestHeaders};
use candor_wire::{Message, RawJson, RawObject, envelope, method};

use super::answer::{self, Spoken};
use super::{ConnectError, Connected, Target};
use crate::identity;
use crate::rpc::{self, CallError};

/// Opens a connection and shakes hands.
pub(super) async fn legacy(target: &Target<'_>) -> Result<Connected, ConnectError> {
    let (link, inbox) = target.open().await?;
    initialize(target, link, inbox).await
}

/// Opens a connection to a server that must be modern.
pub(super) async fn modern(target: &Target<'_>) -> Result<Connected, ConnectError> {
    let (link, inbox) = target.open().await?;
    let limit = target.limits.connect_timeout;
    let result = within(limit, method::DISCOVER, discover(&link)).await?;
    match answer::supported(&result) {
        Some(Spoken::Modern(revision)) => discovered(link, inbox, &result, revision),
        Some(Spoken::Legacy) => Err(ConnectError::UnknownRevision(
            "2025-11-25 or older although the source is set to `modern`".to_owned(),
        )),
        Some(Spoken::Unknown(dates)) => Err(ConnectError::UnknownRevision(dates)),
        None => Err(CallError::Malformed {
            method: method::DISCOVER,
            reason: "it has no `supportedVersions`".to_owned(),
        }
        .into()),
    }
}

/// The modern greeting: one request, which leaves no trace at the server.
pub(super) async fn discover(link: &Link) -> Result<RawJson, CallError> {
    let revision = Revision::NEWEST_MODERN;
    let params: RawObject = [("_meta", identity::request_meta(revision))]
        .into_iter()
        .collect();
    let headers = RequestHeaders {
        protocol_version: Some(revision),
        method: Some(method::DISCOVER.to_owned()),
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

/// A modern server has answered.
pub(super) fn discovered(
    link: Link,
    inbox: Inbox,
    result: &RawJson,
    revision: Revision,
) -> Result<Connected, ConnectError> {
    let facts = answer::discovered(result, revision)?;
    Ok(Connected {
        link,
        inbox,
        era: Era::Modern,
        revision,
        facts,
    })
}

/// The legacy handshake on an open link.
pub(super) async fn initialize(
    target: &Target<'_>,
    link: Link,
    mut inbox: Inbox,
) -> Result<Connected, ConnectError> {
    let limit = target.limits.connect_timeout;
    let result = within(limit, method::INITIALIZE, handshake(&link, &mut inbox)).await?;
    let facts = answer::initialized(&result)?;
    let revision = facts.revision;
    let done = envelope::notification(method::INITIALIZED, None);
    Box::pin(link.send(done, &RequestHeaders::default())).await?;
    link.session_started(revision);
    Ok(Connected {
        link,
        inbox,
        era: Era::Legacy,
        revision,
        facts,
    })
}

/// Sends `initialize`. A server may ping before it answers, and wait for the answer to that.
async fn handshake(link: &Link, inbox: &mut Inbox) -> Result<RawJson, CallError> {
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
                Some(Message::Request(asked)) => {
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
    asking: impl Future<Output = Result<RawJson, CallError>>,
) -> Result<RawJson, CallError> {
    tokio::time::timeout(limit, asking)
        .await
        .unwrap_or(Err(CallError::Silent { method, limit }))
}
