//! One call of a source, and the events of it.

mod server_call;

use std::fmt;

use candor_functions::CapabilityViolation;
use candor_wire::{JsonRpcNotification, RawJson};

use crate::error::SourceError;
use crate::input_request::InputRequest;
use crate::local::LocalCall;

pub(crate) use server_call::ServerCall;

/// One call of a source. Dropping it releases its place among the open calls and cancels it at the
/// server, in the background.
pub struct SourceCall(SourceCallKind);

/// What happens in a call, from the source to the client.
#[derive(Debug)]
pub enum CallEvent {
    /// Progress (with the client's own token), a log message, or whatever else the server sends
    /// inside the call.
    Notification(JsonRpcNotification),
    /// The source, or the gateway, wants to know something from the client, and the client can be
    /// asked now. Clients of the modern era get an input-required result instead.
    Input(InputRequest),
    /// Earlier input requests of this call need no answer any more: it was given elsewhere.
    Withdrawn,
    /// Something for the audit. The client does not hear of it.
    Remark(CallRemark),
    /// The call is over: the result or the error object, untouched.
    Done(Result<RawJson, RawJson>),
}

/// What the audit notes about a call.
#[derive(Clone, Debug)]
pub enum CallRemark {
    /// The tool tried what it says it does not do, and was refused.
    Violation(CapabilityViolation),
    /// A limit stopped the tool.
    Stopped(String),
}

enum SourceCallKind {
    Server(Box<ServerCall>),
    /// A tool that Candor runs itself.
    Local(LocalCall),
    /// The last event is known from the start.
    Ready(Option<Result<CallEvent, SourceError>>),
}

// === impl SourceCall ===

impl SourceCall {
    pub(crate) fn with_server(call: ServerCall) -> Self {
        Self(SourceCallKind::Server(Box::new(call)))
    }

    pub(crate) fn local(call: LocalCall) -> Self {
        Self(SourceCallKind::Local(call))
    }

    /// A call that ends at once.
    pub(crate) fn ended(last: Result<CallEvent, SourceError>) -> Self {
        Self(SourceCallKind::Ready(Some(last)))
    }

    /// The next event. The last one is [`CallEvent::Done`], or an error if no answer comes; then
    /// `None`. Cancel-safe: nothing is lost when the future is dropped.
    pub async fn next(&mut self) -> Option<Result<CallEvent, SourceError>> {
        match &mut self.0 {
            SourceCallKind::Server(call) => call.next().await,
            SourceCallKind::Local(call) => call.next().await,
            SourceCallKind::Ready(last) => last.take(),
        }
    }

    /// Cancels the call at the server. Nothing happens if it has answered.
    pub async fn cancel(self, reason: &str) {
        if let SourceCallKind::Server(call) = self.0 {
            call.cancel(reason).await;
        }
    }
}

impl fmt::Debug for SourceCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SourceCall").finish_non_exhaustive()
    }
}

// === impl CallRemark ===

impl fmt::Display for CallRemark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Violation(violation) => violation.fmt(f),
            Self::Stopped(sentence) => f.write_str(sentence),
        }
    }
}
