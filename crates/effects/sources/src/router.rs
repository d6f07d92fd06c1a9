//! Routes messages that belong to no exchange.

use std::sync::Arc;

use bytes::Bytes;
use candor_model::McpEra;
use candor_wire::{
    ErrorObject, JsonRpcMessage, JsonRpcNotification, JsonRpcRequest, RawJson, RawObject,
};
use candor_wire::{code, envelope, extension, method};
use serde_json::json;

use crate::active_calls::{ActiveCall, MessageOwner};
use crate::events::SourceEventKind;
use crate::input_request::{self, InputRequest};
use crate::list_kinds::ListKinds;
use crate::question_watch;
use crate::rpc;
use crate::server_watches::WatchedNames;
use crate::session::ServerSession;
use crate::source::CallEvent;

/// Routes one message from the inbox.
pub(crate) fn route(session: &Arc<ServerSession>, message: JsonRpcMessage) {
    session.heard();
    match message {
        JsonRpcMessage::Request(request) => asked(session, request),
        JsonRpcMessage::Notification(notification) => {
            if let Some(notification) = remark(session, notification) {
                to_whom_it_concerns(session, notification);
            }
        }
        JsonRpcMessage::Response(response) => {
            tracing::debug!(
                source = %session.shared.name(), id = ?response.id,
                "an answer to no open request is dropped"
            );
        }
    }
}

/// Handles notifications that concern the whole source, wherever they arrived, and returns others.
pub(crate) fn remark(
    session: &ServerSession,
    notification: JsonRpcNotification,
) -> Option<JsonRpcNotification> {
    if let Some(kinds) = ListKinds::changed_by(&notification.method) {
        session.mark_changed(kinds);
        return None;
    }
    match &*notification.method {
        method::RESOURCE_UPDATED => {
            let params = notification.params?;
            let uri = RawObject::parse(&params).ok()?.get_string("uri")?;
            session
                .shared
                .tell_now(SourceEventKind::ResourceUpdated { uri, params });
            None
        }
        method::TASK_STATUS | method::TASK_CHANGED => {
            let params = notification.params?;
            let task = RawObject::parse(&params).ok()?.get_string("taskId")?;
            session
                .shared
                .tell_now(SourceEventKind::Task { task, params });
            None
        }
        method::LISTEN_ACKNOWLEDGED => {
            let taken = notification
                .params
                .as_ref()
                .and_then(taken)
                .unwrap_or_default();
            session.shared.watches.acknowledged(taken);
            None
        }
        _ => Some(notification),
    }
}

/// The resources and tasks in an acknowledgement.
fn taken(params: &RawJson) -> Option<WatchedNames> {
    let params = RawObject::parse(params).ok()?;
    let taken = RawObject::parse(params.get("notifications")?).ok()?;
    let names = |key| taken.get(key).and_then(|names| names.decode().ok());
    Some(WatchedNames {
        uris: names("resourceSubscriptions").unwrap_or_default(),
        tasks: names("taskIds").unwrap_or_default(),
    })
}

/// Routes a notification that names no call: to the only client's call, if there is one.
fn to_whom_it_concerns(session: &ServerSession, notification: JsonRpcNotification) {
    let method = &*notification.method;
    match method {
        // There is no open request for it, so it is late.
        method::PROGRESS => return,
        // A question that was forwarded to a client is answered there.
        method::CANCELLED => return question_watch::withdraw(session, &notification),
        _ => {}
    }
    match session.active_calls.notification_owner() {
        MessageOwner::One(call) => {
            if call.put(CallEvent::Notification(notification)).is_err() {
                tracing::debug!(
                    source = %session.shared.name(),
                    "a notification is dropped: too many are waiting"
                );
            }
        }
        MessageOwner::Nobody if method == method::LOG => {
            let params = notification.params;
            let params = params.unwrap_or_else(|| RawObject::default().to_json());
            session.shared.tell_now(SourceEventKind::Log { params });
        }
        MessageOwner::Nobody | MessageOwner::Several => {
            tracing::debug!(
                source = %session.shared.name(), method,
                "a notification is dropped: it names no call"
            );
        }
    }
}

fn asked(session: &Arc<ServerSession>, request: JsonRpcRequest) {
    let is_ask = input_request::is_ask(&request.method);
    let is_ours = !is_ask && extension::is_of_the_protocol(&request.method);
    if is_ours || session.era == McpEra::Modern {
        session.reply(rpc::answer_alone(&request));
        return;
    }
    session.shared.set_asks_back();
    let roots = &*request.method == method::ROOTS_LIST;
    match session.active_calls.request_owner() {
        MessageOwner::One(call) => to_client(session, &call, request),
        MessageOwner::Nobody if roots => own_roots(session, &request),
        MessageOwner::Nobody if !is_ask => {
            let why = "no client's call is open, so that Candor cannot tell who knows it";
            session.reply(not_passed_on(&request, why));
        }
        MessageOwner::Nobody => {
            let ask = InputRequest::from_server(session, request);
            session.shared.tell_now(SourceEventKind::Ask(ask));
        }
        MessageOwner::Several if roots && !session.shared.spec.roots.is_empty() => {
            own_roots(session, &request);
        }
        MessageOwner::Several => question_watch::keep(session, request),
    }
}

pub(crate) fn to_client(session: &Arc<ServerSession>, call: &ActiveCall, request: JsonRpcRequest) {
    if let Some(ask) = servable(session, call.capabilities(), request)
        && let Err(CallEvent::Input(ask)) = call.put(CallEvent::Input(ask))
    {
        let sentence = "too much is waiting for the client of this call";
        ask.refuse(ErrorObject::new(code::INTERNAL_ERROR, sentence));
    }
}

/// The input request for a request inside a call, or `None` if it was answered already: because no
/// client could understand it, or because this one cannot serve it.
pub(crate) fn servable(
    session: &Arc<ServerSession>,
    capabilities: &RawJson,
    request: JsonRpcRequest,
) -> Option<InputRequest> {
    if !input_request::is_ask(&request.method) {
        if extension::is_of_the_protocol(&request.method) {
            session.reply(rpc::answer_alone(&request));
            return None;
        }
        if extension::is_declared(capabilities, &request.method) {
            return Some(InputRequest::from_server(session, request));
        }
        let why = "the client of this call does not declare what it belongs to";
        session.reply(not_passed_on(&request, why));
        return None;
    }
    let Some(error) =
        input_request::obstacle(capabilities, &request.method, request.params.as_ref())
    else {
        return Some(InputRequest::from_server(session, request));
    };
    if &*request.method == method::ROOTS_LIST && !session.shared.spec.roots.is_empty() {
        own_roots(session, &request);
    } else {
        session.reply(error.response(Some(&request.id)));
    }
    None
}

/// The answer to an extension's request that reaches no client.
pub(crate) fn not_passed_on(request: &JsonRpcRequest, why: &str) -> Bytes {
    let sentence = format!("`{}` is not passed on: {why}", request.method);
    ErrorObject::new(code::METHOD_NOT_FOUND, sentence).response(Some(&request.id))
}

/// Answers with the roots that the operator has configured.
fn own_roots(session: &Arc<ServerSession>, request: &JsonRpcRequest) {
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
