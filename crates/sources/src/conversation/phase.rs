//! How far a conversation has come.

use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use candor_wire::link::{Exchange, LinkError};
use candor_wire::{Message, RawJson, RawObject};
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::error::SourceError;
use crate::flights::Flight;
use crate::mrtr::{Round, Step};
use crate::session::Session;

use super::Said;

/// How long an answer waits for remarks that were made before it and travel another way.
const FENCE: Duration = Duration::from_millis(50);

/// A request on its way to the server.
pub(super) type Sending = Pin<Box<dyn Future<Output = Result<Exchange, LinkError>> + Send>>;
/// A connection on its way to replace an expired one.
pub(super) type Renewing = Pin<Box<dyn Future<Output = Result<Arc<Session>, SourceError>> + Send>>;

/// How far a conversation has come.
pub(super) enum Phase {
    /// The request is on its way. Over HTTP this lasts until the server begins to answer, and a
    /// legacy server may ask back meanwhile.
    Sending(Sending),
    /// The server has the request.
    Open(Exchange),
    /// A modern server wants to know something first.
    Wishes(Round),
    /// The session has expired; a new one is being made.
    Renewing(Renewing),
    /// The answer is here; remarks that came before it may still be on their way.
    Fenced {
        answer: Result<RawJson, RawJson>,
        fence: Option<Fence>,
    },
    /// Everything is said.
    Done,
}

/// The promise that everything which arrived before the answer has been handed out.
pub(super) struct Fence {
    passed: oneshot::Receiver<()>,
    until: Instant,
}

/// What a phase brings.
pub(super) enum Event {
    Mail(Said),
    Sent(Result<Exchange, LinkError>),
    Message(Option<Result<Message, LinkError>>),
    Ask(Said),
    Again(RawObject),
    Answer(Result<RawJson, RawJson>),
    Renewed(Result<Arc<Session>, SourceError>),
}

// === impl Phase ===

impl Phase {
    pub(super) fn fenced(answer: Result<RawJson, RawJson>, passed: oneshot::Receiver<()>) -> Self {
        Self::Fenced {
            answer,
            fence: Some(Fence {
                passed,
                until: Instant::now() + FENCE,
            }),
        }
    }

    /// Whether the server has a request of ours that it has not answered.
    pub(super) fn is_unanswered(&self) -> bool {
        matches!(self, Self::Sending(_) | Self::Open(_))
    }

    /// Lets a request start now rather than when somebody listens.
    pub(super) async fn nudge(&mut self) -> Result<(), LinkError> {
        let Self::Sending(sending) = self else {
            return Ok(());
        };
        let outcome =
            std::future::poll_fn(|context| Poll::Ready(sending.as_mut().poll(context))).await;
        if let Poll::Ready(outcome) = outcome {
            match outcome {
                Ok(exchange) => *self = Self::Open(exchange),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Waits for the next event, or for mail. Cancel-safe. `None` when everything is said.
    pub(super) async fn next(&mut self, flight: Option<&Flight>) -> Option<Event> {
        let event = match self {
            Self::Sending(sending) => tokio::select! {
                biased;
                said = mail(flight) => Event::Mail(said),
                outcome = sending => Event::Sent(outcome),
            },
            Self::Open(exchange) => tokio::select! {
                biased;
                said = mail(flight) => Event::Mail(said),
                message = exchange.next() => Event::Message(message),
            },
            Self::Wishes(round) => match round.next().await {
                Step::Ask(ask) => Event::Ask(Said::Ask(ask)),
                Step::Again(more) => Event::Again(more),
                Step::Refused(error) => Event::Answer(Err(error.to_json())),
            },
            Self::Renewing(renewing) => Event::Renewed(renewing.await),
            Self::Fenced { answer, fence } => {
                if let Some(Fence { passed, until }) = fence {
                    tokio::select! {
                        biased;
                        said = mail(flight) => return Some(Event::Mail(said)),
                        _ = tokio::time::timeout_at(*until, passed) => *fence = None,
                    }
                }
                match flight.and_then(Flight::take) {
                    Some(said) => Event::Mail(said),
                    None => Event::Answer(answer.clone()),
                }
            }
            Self::Done => return None,
        };
        Some(event)
    }
}

async fn mail(flight: Option<&Flight>) -> Said {
    match flight {
        Some(flight) => flight.next().await,
        None => std::future::pending().await,
    }
}
