//! Refusals of messages at the transport level, before their contents are examined.

use std::time::Duration;

use candor_gateway::{Endpoint, UnknownEndpoint};
use candor_model::{CallerLimitReached, McpRevision, Role};
use candor_web::{AuthenticationError, HostError};
use candor_wire::{EnvelopeError, ErrorObject, RequestId, code};
use http::StatusCode;

/// Every error that the transport itself can detect.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TransportRefusal {
    #[error(transparent)]
    Host(#[from] HostError),
    #[error(transparent)]
    Unrecognised(#[from] AuthenticationError),
    #[error(
        "`{name}` may not call anything here: its token lacks the role `{role}`; `candor token \
         create` makes one that has it"
    )]
    Role { name: String, role: Role },
    #[error(transparent)]
    NoEndpoint(#[from] UnknownEndpoint),
    #[error(
        "the session began at `{begun}` and cannot go on at `{asked}`; send `initialize` there to \
         begin a new one"
    )]
    OtherEndpoint { begun: Endpoint, asked: Endpoint },
    #[error("the body must be JSON; send `Content-Type: application/json`")]
    NotJson,
    #[error("the answer is `application/json` or `text/event-stream`; `Accept` must allow them")]
    NotAcceptable,
    #[error("the answer is a stream; `Accept` must allow `text/event-stream`")]
    StreamNotAcceptable,
    #[error("the request is larger than {limit} bytes, the limit `limits.request_body`")]
    TooLarge { limit: usize },
    #[error("the request did not arrive within {} seconds", limit.as_secs())]
    TooSlow { limit: Duration },
    #[error("the request ended before its body did")]
    Broken(#[source] axum::Error),
    #[error("the gateway is shutting down; try again shortly")]
    ShuttingDown,
    #[error("{0}")]
    Envelope(EnvelopeError),
    #[error(
        "the request belongs to no session; send `initialize` first and then the `Mcp-Session-Id` \
         that came with its answer, or a request of `2026-07-28`, which needs none"
    )]
    NoSession,
    #[error(
        "nothing has begun yet; send `initialize` first, or a request of `2026-07-28` with its `_meta`"
    )]
    NotInitialized,
    #[error(
        "there is no session `{0}`: it has ended or never was; send `initialize` to begin a new one"
    )]
    UnknownSession(String),
    #[error(
        "there are {limit} sessions open, the limit `limits.sessions`; try again when one has ended"
    )]
    SessionsFull { limit: usize },
    #[error("{0}")]
    CallerSessions(CallerLimitReached),
    #[error(
        "`MCP-Protocol-Version: {0}` is not a revision spoken here; leave the header out or send the \
         one agreed on at `initialize`"
    )]
    Version(String),
    #[error("an array of messages is a batch, which only sessions of {batch} know; send one message \
             at a time", batch = McpRevision::V2025_03_26)]
    Batch,
    #[error("a batch cannot be empty")]
    EmptyBatch,
    #[error("a batch holds at most {limit} messages; this one has {found}")]
    LongBatch { limit: usize, found: usize },
    #[error("only POST is served without a session")]
    OnlyPost,
    #[error("this revision has no responses from clients; answer with a new request instead")]
    ModernResponse,
}

// === impl TransportRefusal ===

impl TransportRefusal {
    /// The HTTP status of the refusal.
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Self::Host(_) | Self::Role { .. } => StatusCode::FORBIDDEN,
            Self::Unrecognised(_) => StatusCode::UNAUTHORIZED,
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::NotAcceptable | Self::StreamNotAcceptable => StatusCode::NOT_ACCEPTABLE,
            Self::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow { .. } => StatusCode::REQUEST_TIMEOUT,
            Self::ShuttingDown | Self::SessionsFull { .. } => StatusCode::SERVICE_UNAVAILABLE,
            Self::UnknownSession(_) | Self::NoEndpoint(_) | Self::OtherEndpoint { .. } => {
                StatusCode::NOT_FOUND
            }
            Self::CallerSessions(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::OnlyPost => StatusCode::METHOD_NOT_ALLOWED,
            Self::Broken(_)
            | Self::Envelope(_)
            | Self::NoSession
            | Self::NotInitialized
            | Self::Version(_)
            | Self::Batch
            | Self::EmptyBatch
            | Self::LongBatch { .. }
            | Self::ModernResponse => StatusCode::BAD_REQUEST,
        }
    }

    /// The refusal as a JSON-RPC error.
    pub(crate) fn error(&self) -> ErrorObject {
        let code = match self {
            Self::Envelope(EnvelopeError::Syntax(_)) => code::PARSE_ERROR,
            Self::ShuttingDown | Self::SessionsFull { .. } | Self::CallerSessions(_) => {
                code::INTERNAL_ERROR
            }
            _ => code::INVALID_REQUEST,
        };
        ErrorObject::new(code, self.to_string())
    }

    /// The id of the message, if it could be read.
    pub(crate) fn id(&self) -> Option<&RequestId> {
        match self {
            Self::Envelope(EnvelopeError::Shape { id, .. }) => id.as_ref(),
            _ => None,
        }
    }
}

impl From<EnvelopeError> for TransportRefusal {
    fn from(error: EnvelopeError) -> Self {
        Self::Envelope(error)
    }
}
