//! Dispatches each method to the part of the gateway that answers it.
//!
//! Each era has its own table; what they share is here.

pub(crate) mod legacy;
pub(crate) mod modern;
mod tasks;

use std::sync::Arc;

use candor_gateway::{ClientContext, Endpoint, Gateway, IncomingCall, ListKind, StartupWait};
use candor_model::{CallKind, CallerIdentity, McpEra};
use candor_wire::{
    ErrorObject, JsonPieces, JsonRpcRequest, RawJson, RawObject, RequestId, code, method,
};

use crate::input_requests::OpenInputRequests;
use crate::meta::RequestMeta;
use crate::notification_filter::{LogFilter, NotificationFilter};
use crate::open_requests::RequestTicket;
use crate::response::{self, CallResponder, FinishedResponse, RequestFault, ResponseParts};

/// The peer as verified by the transport. A session keeps the peer that started it.
#[derive(Clone, Debug)]
pub(crate) struct VerifiedPeer {
    /// The identity that the client was authenticated as.
    pub(crate) identity: CallerIdentity,
    /// The session or connection that the requests share, if there is one.
    pub(crate) session: Option<Arc<str>>,
    /// The endpoint that the client uses.
    pub(crate) endpoint: Endpoint,
}

/// A request, parsed as far as its `_meta`.
#[derive(Debug)]
pub(crate) struct ClientRequest {
    pub(crate) id: RequestId,
    pub(crate) method: Box<str>,
    pub(crate) params: RawObject,
    pub(crate) meta: RequestMeta,
    /// The size of the message in bytes.
    pub(crate) bytes: usize,
    /// The W3C trace context that came with the message.
    pub(crate) trace: Vec<(String, String)>,
    /// Lets the client cancel the request.
    pub(crate) ticket: Option<RequestTicket>,
    /// Whether the client can receive messages before the answer.
    pub(crate) hears: bool,
}

/// The reply to a request.
pub(crate) enum MethodReply {
    /// The answer is ready.
    Ready(FinishedResponse),
    /// The answer will follow.
    Coming(ResponseParts),
}

// === impl ClientRequest ===

impl ClientRequest {
    /// Parses a request. Boxed, because it is handed from function to function. On failure the id is
    /// returned as well, since the request is consumed.
    pub(crate) fn open(
        request: JsonRpcRequest,
        bytes: usize,
    ) -> Result<Box<Self>, (RequestId, ErrorObject)> {
        let JsonRpcRequest { id, method, params } = request;
        let opened = match &params {
            None => Ok(RawObject::default()),
            Some(params) if params.is_object() => RawObject::parse(params).map_err(|error| {
                ErrorObject::new(
                    code::INVALID_PARAMS,
                    format!("`params` cannot be read: {error}"),
                )
            }),
            Some(_) => Err(ErrorObject::new(
                code::INVALID_PARAMS,
                "`params` must be an object",
            )),
        };
        let parts = opened.and_then(|params| {
            let meta = RequestMeta::of(&params)?;
            Ok((params, meta))
        });
        match parts {
            Ok((params, meta)) => Ok(Box::new(Self {
                id,
                method,
                params,
                meta,
                bytes,
                trace: Vec::new(),
                ticket: None,
                hears: true,
            })),
            Err(error) => Err((id, error)),
        }
    }

    /// The answer to this request.
    pub(crate) fn answer(
        &self,
        outcome: &Result<RawJson, RequestFault>,
        era: McpEra,
    ) -> MethodReply {
        MethodReply::Ready(FinishedResponse::new(&self.id, outcome, era))
    }

    /// The requested list, or the error.
    fn listed(&self, list: Result<JsonPieces, RequestFault>, era: McpEra) -> MethodReply {
        match list {
            Ok(list) => MethodReply::Ready(FinishedResponse::listed(&self.id, &list)),
            Err(fault) => self.answer(&Err(fault), era),
        }
    }
}

// === impl MethodReply ===

impl MethodReply {
    /// The reply as a stream of messages.
    pub(crate) fn into_parts(self) -> ResponseParts {
        match self {
            Self::Ready(answer) => response::ready(answer),
            Self::Coming(parts) => parts,
        }
    }
}

/// The kind of call that a method makes at an endpoint, if it is one.
fn call_kind(gateway: &Gateway, endpoint: &Endpoint, called: &str) -> Option<CallKind> {
    match called {
        method::TOOLS_CALL => Some(CallKind::Tool),
        method::RESOURCES_READ => Some(CallKind::Resource),
        method::PROMPTS_GET => Some(CallKind::Prompt),
        method::COMPLETE => Some(CallKind::Completion),
        _ => {
            let announced = gateway.catalogue().announces(endpoint, called);
            announced.then_some(CallKind::Extension)
        }
    }
}

/// The kind of list that a method requests, if it is one, and its capability.
fn listed(called: &str) -> Option<(ListKind, &'static str)> {
    match called {
        method::TOOLS_LIST => Some((ListKind::Tools, "tools")),
        method::RESOURCES_LIST => Some((ListKind::Resources, "resources")),
        method::TEMPLATES_LIST => Some((ListKind::Templates, "resources")),
        method::PROMPTS_LIST => Some((ListKind::Prompts, "prompts")),
        _ => None,
    }
}

/// How long a list waits for starting sources: only their tools may be cached.
fn patience(which: ListKind) -> StartupWait {
    match which {
        ListKind::Tools => StartupWait::Tools,
        ListKind::Resources | ListKind::Templates | ListKind::Prompts => StartupWait::Request,
    }
}

/// Rejects any cursor: lists have a single page, so none can be ours.
fn check_cursor(params: &RawObject) -> Result<(), RequestFault> {
    match params.get("cursor").filter(|cursor| !cursor.is_null()) {
        None => Ok(()),
        Some(_) => Err(RequestFault::params(
            "the `cursor` is unknown: every list has one page",
        )),
    }
}

fn call(
    gateway: &Gateway,
    client: Arc<ClientContext>,
    kind: CallKind,
    question: ClientRequest,
    logs: LogFilter,
    inputs: Option<OpenInputRequests>,
) -> MethodReply {
    let era = client.revision.era();
    let filter = NotificationFilter {
        progress: question.meta.wants_progress(),
        logs,
    };
    let call = match kind {
        CallKind::Extension => {
            let method = &*question.method;
            IncomingCall::extension(client, method, question.params, question.bytes)
        }
        kind => IncomingCall::new(client, kind, question.params, question.bytes),
    };
    let call = CallResponder {
        events: gateway.call(call),
        id: question.id,
        era,
        filter,
        inputs: inputs.filter(|_| question.hears),
        ticket: question.ticket,
    };
    MethodReply::Coming(call.parts())
}
