//! Where a message goes that belongs to no exchange.

use std::collections::BTreeSet;
use std::sync::Arc;

use candor_model::Era;
use candor_wire::{ErrorObject, Message, Notification, RawJson, RawObject, Request};
use candor_wire::{code, envelope, method};
use serde_json::json;

use crate::ask::{self, Ask};
use crate::conversation::Said;
use crate::flights::{Flight, Whose};
use crate::kinds::Kinds;
use crate::news::NewsEvent;
use crate::rpc;
use crate::session::Session;

/// Hands out one message from the inbox.
pub(crate) fn route(session: &Arc<Session>, message: Message) {
    session.heard();
    match message {
        Message::Request(request) => asked(session, request),
        Message::Notification(notification) => {
            if let Some(notification) = remark(session, notification) {
                to_whom_it_concerns(session, notification);
            }
        }
        Message::Response(response) => {
            tracing::debug!(
                source = %session.shared.name(), id = ?response.id,
                "an answer to no open request is dropped"
            );
        }
    }
}

/// Takes in what concerns the whole source, wherever it arrived, and gives back the rest.
pub(crate) fn remark(session: &Session, notification: Notification) -> Option<Notification> {
    if let Some(kinds) = Kinds::changed_by(&notification.method) {
        session.mark_changed(kinds);
        return None;
    }
    match &*notification.method {
        method::RESOURCE_UPDATED => {
            let params = notification.params?;
            let uri = RawObject::parse(&params).ok()?.get_string("uri")?;
            session
                .shared
                .tell_now(NewsEvent::ResourceUpdated { uri, params });
            None
        }
        method::LISTEN_ACKNOWLEDGED => {
            let uris = notification
                .params
                .as_ref()
                .and_then(taken)
                .unwrap_or_default();
            session.shared.watches.acknowledged(uris);
            None
        }
        _ => Some(notification),
    }
}

/// The resources that an acknowledgement says will be told of.
fn taken(params: &RawJson) -> Option<BTreeSet<String>> {
    let params = RawObject::parse(params).ok()?;
    let taken = RawObject::parse(params.get("notifications")?).ok()?;
    taken.get("resourceSubscriptions")?.decode().ok()
}

/// A remark about some call: the only client's, or nobody's.
fn to_whom_it_concerns(session: &Session, notification: Notification) {
    let Notification { method, params } = notification;
    // Progress that found no open request is late, and a server's own cancellation is about an
    // ask that is being answered elsewhere.
    if matches!(&*method, method::PROGRESS | method::CANCELLED) {
        return;
    }
    match session.flights.whose() {
        Whose::One(flight) => {
            if flight.put(Said::Notification { method, params }).is_err() {
                tracing::debug!(
                    source = %session.shared.name(),
                    "a remark is dropped: too many are waiting"
                );
            }
        }
        Whose::Nobody if &*method == method::LOG => {
            let params = params.unwrap_or_else(|| RawObject::default().to_json());
            session.shared.tell_now(NewsEvent::Log { params });
        }
        Whose::Nobody | Whose::Several => {
            tracing::debug!(
                source = %session.shared.name(), %method,
                "a remark is dropped: it names no call"
            );
        }
    }
}

fn asked(session: &Arc<Session>, request: Request) {
    if !ask::is_ask(&request.method) || session.era == Era::Modern {
        session.reply(rpc::answer_alone(&request));
        return;
    }
    let roots = &*request.method == method::ROOTS_LIST;
    match session.flights.whose_question() {
        Whose::One(flight) => to_client(session, &flight, request),
        Whose::Nobody if roots => own_roots(session, &request),
        Whose::Nobody => {
            let ask = Ask::from_server(session, request);
            session.shared.tell_now(NewsEvent::Ask(ask));
        }
        Whose::Several if roots && !session.shared.spec.roots.is_empty() => {
            own_roots(session, &request);
        }
        Whose::Several => {
            let sentence = format!(
                "Candor cannot tell which client is meant by `{}`: calls of several clients are \
                 open on this connection, and the request names none of them",
                request.method
            );
            let error = ErrorObject::new(code::INTERNAL_ERROR, sentence);
            session.reply(error.response(Some(&request.id)));
        }
    }
}

fn to_client(session: &Arc<Session>, flight: &Flight, request: Request) {
    if let Some(ask) = servable(session, flight.capabilities(), request)
        && let Err(Said::Ask(ask)) = flight.put(Said::Ask(ask))
    {
        let sentence = "too much is waiting for the client of this call";
        ask.refuse(ErrorObject::new(code::INTERNAL_ERROR, sentence));
    }
}

/// The ask behind a request inside a call, or nothing if it was answered already: because no
/// client could understand it, or because this one cannot serve it.
pub(crate) fn servable(
    session: &Arc<Session>,
    capabilities: &RawJson,
    request: Request,
) -> Option<Ask> {
    if !ask::is_ask(&request.method) {
        session.reply(rpc::answer_alone(&request));
        return None;
    }
    let Some(error) = ask::obstacle(capabilities, &request.method, request.params.as_ref()) else {
        return Some(Ask::from_server(session, request));
    };
    if &*request.method == method::ROOTS_LIST && !session.shared.spec.roots.is_empty() {
        own_roots(session, &request);
    } else {
        session.reply(error.response(Some(&request.id)));
    }
    None
}

/// Answers with the roots that the operator gave.
fn own_roots(session: &Arc<Session>, request: &Request) {
    let roots: Vec<_> = session
        .shared
        .spec
        .roots
        .iter()
        .map(|uri| json!({"uri": uri}))
        .collect();
    let result = RawJson::from_value(&json!({"roots": roots}));
    session.reply(envelope::response(&request.id, &result));
}
