//! From a method to the part of the gateway that answers it.
//!
//! The two eras have a table each; what both know is here.

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

/// Who is at the other end, as far as the transport has made sure of it. A session keeps the peer
/// that began it.
#[derive(Clone, Debug)]
pub(crate) struct VerifiedPeer {
    /// Who the client was recognised as.
    pub(crate) identity: CallerIdentity,
    /// The session or connection that its requests share, where there is one.
    pub(crate) session: Option<Arc<str>>,
    /// The endpoint that it uses.
    pub(crate) endpoint: Endpoint,
}

/// A request, opened as far as its `_meta`.
#[derive(Debug)]
pub(crate) struct ClientRequest {
    pub(crate) id: RequestId,
    pub(crate) method: Box<str>,
    pub(crate) params: RawObject,
    pub(crate) meta: RequestMeta,
    /// Size of the message.
    pub(crate) bytes: usize,
    /// W3C trace context that came beside the message.
    pub(crate) trace: Vec<(String, String)>,
    /// Lets the client take the request back.
    pub(crate) ticket: Option<RequestTicket>,
    /// Whether the client can hear anything before the answer.
    pub(crate) hears: bool,
}

/// What became of a request.
pub(crate) enum MethodReply {
    /// It is answered.
    Ready(FinishedResponse),
    /// It is being answered.
    Coming(ResponseParts),
}

// === impl ClientRequest ===

impl ClientRequest {
    /// Opens a request. The id is returned with the error, since the request is gone.
    pub(crate) fn open(
        request: JsonRpcRequest,
        bytes: usize,
    ) -> Result<Self, (RequestId, ErrorObject)> {
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
            Ok((params, meta)) => Ok(Self {
                id,
                method,
                params,
                meta,
                bytes,
                trace: Vec::new(),
                ticket: None,
                hears: true,
            }),
            Err(error) => Err((id, error)),
        }
    }

    /// The answer to this question.
    pub(crate) fn answer(
        &self,
        outcome: &Result<RawJson, RequestFault>,
        era: McpEra,
    ) -> MethodReply {
        MethodReply::Ready(FinishedResponse::new(&self.id, outcome, era))
    }

    /// The list that was asked for, or why there is none.
    fn listed(&self, list: Result<JsonPieces, RequestFault>, era: McpEra) -> MethodReply {
        match list {
            Ok(list) => MethodReply::Ready(FinishedResponse::listed(&self.id, &list)),
            Err(fault) => self.answer(&Err(fault), era),
        }
    }
}

// === impl MethodReply ===

impl MethodReply {
    /// The reply as messages.
    pub(crate) fn into_parts(self) -> ResponseParts {
        match self {
            Self::Ready(answer) => response::ready(answer),
            Self::Coming(parts) => parts,
        }
    }
}

/// The call that a method makes at an endpoint, if it is one.
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

/// The list that a method asks for, if it is one, and the capability it belongs to.
fn listed(called: &str) -> Option<(ListKind, &'static str)> {
    match called {
        method::TOOLS_LIST => Some((ListKind::Tools, "tools")),
        method::RESOURCES_LIST => Some((ListKind::Resources, "resources")),
        method::TEMPLATES_LIST => Some((ListKind::Templates, "resources")),
        method::PROMPTS_LIST => Some((ListKind::Prompts, "prompts")),
        _ => None,
    }
}

/// How long a list waits for sources that are starting: their tools may be remembered, and nothing
/// else of them is.
fn patience(which: ListKind) -> StartupWait {
    match which {
        ListKind::Tools => StartupWait::Tools,
        ListKind::Resources | ListKind::Templates | ListKind::Prompts => StartupWait::Request,
    }
}

/// A list. We write no cursors, so that one in a request cannot be ours.
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
