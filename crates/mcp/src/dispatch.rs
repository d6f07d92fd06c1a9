//! From a method to the part of the gateway that answers it.
//!
//! The two eras have a table each; what both know is here.

pub(crate) mod legacy;
pub(crate) mod modern;
mod tasks;

use candor_gateway::{Arrival, Client, Gateway, Listed};
use candor_model::{CallKind, Era};
use candor_wire::{ErrorObject, Id, RawJson, RawObject, Request, code, method};

use crate::asks::Asks;
use crate::calls::Ticket;
use crate::meta::RequestMeta;
use crate::parts::{self, Call, Parts};
use crate::respond::{Answer, Fault};
use crate::taste::{Logs, Taste};

/// A request, opened as far as its `_meta`.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) id: Id,
    pub(crate) method: Box<str>,
    pub(crate) params: RawObject,
    pub(crate) meta: RequestMeta,
    /// Size of the message.
    pub(crate) bytes: usize,
    /// W3C trace context that came beside the message.
    pub(crate) trace: Vec<(String, String)>,
    /// Lets the client take the request back.
    pub(crate) ticket: Option<Ticket>,
    /// Whether the client can hear anything before the answer.
    pub(crate) hears: bool,
}

/// What became of a request.
pub(crate) enum Reply {
    /// It is answered.
    Ready(Answer),
    /// It is being answered.
    Coming(Parts),
}

// === impl Question ===

impl Question {
    /// Opens a request. The id is returned with the error, since the request is gone.
    pub(crate) fn open(request: Request, bytes: usize) -> Result<Self, (Id, ErrorObject)> {
        let Request { id, method, params } = request;
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
    pub(crate) fn answer(&self, outcome: &Result<RawJson, Fault>, era: Era) -> Reply {
        Reply::Ready(Answer::new(&self.id, outcome, era))
    }
}

// === impl Reply ===

impl Reply {
    /// The reply as messages.
    pub(crate) fn into_parts(self) -> Parts {
        match self {
            Self::Ready(answer) => parts::ready(answer),
            Self::Coming(parts) => parts,
        }
    }
}

/// The call that a method makes, if it is one.
fn call_kind(called: &str) -> Option<CallKind> {
    match called {
        method::TOOLS_CALL => Some(CallKind::Tool),
        method::RESOURCES_READ => Some(CallKind::Resource),
        method::PROMPTS_GET => Some(CallKind::Prompt),
        _ => None,
    }
}

/// The list that a method asks for, if it is one, and the capability it belongs to.
fn listed(called: &str) -> Option<(Listed, &'static str)> {
    match called {
        method::TOOLS_LIST => Some((Listed::Tools, "tools")),
        method::RESOURCES_LIST => Some((Listed::Resources, "resources")),
        method::TEMPLATES_LIST => Some((Listed::Templates, "resources")),
        method::PROMPTS_LIST => Some((Listed::Prompts, "prompts")),
        _ => None,
    }
}

/// A list. We write no cursors, so that one in a request cannot be ours.
fn check_cursor(params: &RawObject) -> Result<(), Fault> {
    match params.get("cursor").filter(|cursor| !cursor.is_null()) {
        None => Ok(()),
        Some(_) => Err(Fault::params(
            "the `cursor` is not one of ours: every list is one page",
        )),
    }
}

fn call(
    gateway: &Gateway,
    client: Client,
    kind: CallKind,
    question: Question,
    logs: Logs,
    asks: Option<Asks>,
) -> Reply {
    let era = client.revision.era();
    let taste = Taste {
        progress: question.meta.wants_progress(),
        logs,
    };
    let arrival = Arrival::new(client, kind, question.params, question.bytes);
    let call = Call {
        exchange: gateway.call(arrival),
        id: question.id,
        era,
        taste,
        asks: asks.filter(|_| question.hears),
        ticket: question.ticket,
    };
    Reply::Coming(call.parts())
}

fn complete(gateway: &Gateway, client: Client, question: Question) -> Reply {
    let Question {
        id, params, ticket, ..
    } = question;
    let gateway = gateway.clone();
    let era = client.revision.era();
    Reply::Coming(parts::once(id, era, ticket, async move {
        gateway
            .complete(&client, params)
            .await
            .map_err(Fault::Inside)
    }))
}
