//! The stream on which a modern server announces changes.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::Poll;

use candor_wire::link::{Exchange, LinkError};
use candor_wire::{ErrorObject, JsonRpcMessage, RawJson, RawObject, code, envelope, method};
use serde_json::json;
use tokio::sync::watch;

use crate::backoff::RetryBackoff;
use crate::identity;
use crate::list_kinds::ListKinds;
use crate::router;
use crate::server_watches::WatchedNames;
use crate::session::ServerSession;

/// How a listen stream ended.
enum ListenEnd {
    /// The set of watched names has changed.
    Wanted,
    /// The server does not support it.
    Refused,
    /// It broke off or was ended by the server.
    Broken,
}

/// Keeps a listen stream open as long as the session lives, or until the server refuses it.
pub(crate) async fn listen(session: Arc<ServerSession>) {
    let ended = session.ended.clone();
    tokio::select! {
        () = ended.cancelled() => {}
        () = keep_listening(&session) => {}
    }
}

async fn keep_listening(session: &Arc<ServerSession>) {
    let mut wanted = session.shared.watches.wanted();
    let mut backoff = RetryBackoff::default();
    let mut open: Option<Exchange> = None;
    loop {
        let names = wanted.borrow_and_update().clone();
        let opened = std::time::Instant::now();
        let end = match filter(session, &names) {
            Some(filter) => one_stream(session, &filter, &mut open, &mut wanted).await,
            None => nothing(session, &mut open, &mut wanted).await,
        };
        match end {
            ListenEnd::Wanted => {}
            ListenEnd::Refused => {
                session.tells_nothing.store(true, Ordering::Relaxed);
                tracing::debug!(source = %session.shared.name(), "the server tells of no changes");
                return;
            }
            ListenEnd::Broken => {
                drop(open.take());
                tokio::time::sleep(backoff.failed(Some(opened))).await;
                // Changes while there was no stream are found by reading the lists.
                session.mark_changed(ListKinds::ALL);
            }
        }
    }
}

/// Opens a stream that replaces the current one, and reads it.
async fn one_stream(
    session: &Arc<ServerSession>,
    filter: &RawJson,
    open: &mut Option<Exchange>,
    wanted: &mut watch::Receiver<Arc<WatchedNames>>,
) -> ListenEnd {
    match request(session, filter).await {
        Ok(stream) => {
            // The new stream is opened before the old one is closed, so that no change is missed.
            if let Some(old) = open.replace(stream) {
                hear_out(session, old);
            }
            read(session, open, wanted).await
        }
        Err(error) => {
            tracing::debug!(
                source = %session.shared.name(), %error,
                "the listen stream cannot be opened"
            );
            ListenEnd::Broken
        }
    }
}

/// Waits while there is nothing to listen for, until a resource or a task is watched.
async fn nothing(
    session: &Arc<ServerSession>,
    open: &mut Option<Exchange>,
    wanted: &mut watch::Receiver<Arc<WatchedNames>>,
) -> ListenEnd {
    if let Some(old) = open.take() {
        hear_out(session, old);
    }
    // The sender lives in the session, so this only waits for a change.
    let _ = wanted.changed().await;
    ListenEnd::Wanted
}

/// The filter of the subscription; `None` if there is nothing to listen for.
fn filter(session: &ServerSession, names: &WatchedNames) -> Option<RawJson> {
    let facts = &session.facts;
    let mut filter = serde_json::Map::new();
    for (capability, member) in [
        ("tools", "toolsListChanged"),
        ("prompts", "promptsListChanged"),
        ("resources", "resourcesListChanged"),
    ] {
        if facts.announces_changes(capability) {
            filter.insert(member.to_owned(), json!(true));
        }
    }
    for (member, names) in [
        ("resourceSubscriptions", &names.uris),
        ("taskIds", &names.tasks),
    ] {
        if !names.is_empty() {
            filter.insert(member.to_owned(), json!(names));
        }
    }
    (!filter.is_empty()).then(|| RawJson::from_value(&filter.into()))
}

async fn request(session: &Arc<ServerSession>, filter: &RawJson) -> Result<Exchange, LinkError> {
    let params: RawObject = [
        ("notifications", filter.clone()),
        ("_meta", identity::request_meta(session.revision)),
    ]
    .into_iter()
    .collect();
    let id = session.link.next_id();
    let bytes = envelope::numbered_request(id, method::LISTEN, params.iter());
    let headers = session.headers(method::LISTEN, None);
    let limit = session.shared.spec.limits.start_timeout;
    tokio::time::timeout(limit, session.link.request(id, bytes, &headers))
        .await
        .unwrap_or_else(|_| {
            Err(LinkError::Timeout {
                step: "the listen stream".to_owned(),
                limit,
            })
        })
}

/// Reads the stream until it ends or the set of watched names changes.
async fn read(
    session: &Arc<ServerSession>,
    open: &mut Option<Exchange>,
    wanted: &mut watch::Receiver<Arc<WatchedNames>>,
) -> ListenEnd {
    let Some(stream) = open else {
        return ListenEnd::Broken;
    };
    loop {
        tokio::select! {
            changed = wanted.changed() => {
                return if changed.is_ok() { ListenEnd::Wanted } else { ListenEnd::Broken };
            }
            message = stream.next() => match message {
                Some(Ok(message)) => {
                    if let Some(end) = heard(session, message) {
                        return end;
                    }
                }
                Some(Err(error)) => {
                    tracing::debug!(
                        source = %session.shared.name(), %error,
                        "the listen stream broke off"
                    );
                    return ListenEnd::Broken;
                }
                None => return ListenEnd::Broken,
            },
        }
    }
}

fn heard(session: &ServerSession, message: JsonRpcMessage) -> Option<ListenEnd> {
    session.heard();
    match message {
        JsonRpcMessage::Notification(notification) => {
            router::remark(session, notification);
            None
        }
        JsonRpcMessage::Response(response) => Some(match response.outcome {
            Err(error) if ErrorObject::from_json(&error).code == code::METHOD_NOT_FOUND => {
                ListenEnd::Refused
            }
            _ => ListenEnd::Broken,
        }),
        JsonRpcMessage::Request(_) => None,
    }
}

/// Processes messages that an old stream has already received, and ends it.
fn hear_out(session: &Arc<ServerSession>, mut old: Exchange) {
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    loop {
        let next = std::pin::pin!(old.next());
        match next.poll(&mut context) {
            Poll::Ready(Some(Ok(message))) => {
                if heard(session, message).is_some() {
                    return;
                }
            }
            Poll::Ready(_) => return,
            Poll::Pending => break,
        }
    }
    session.give_up(old.id(), "replaced by another stream");
}
