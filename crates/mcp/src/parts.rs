//! An answer in the making: what a client is sent for one request, in order.
//!
//! HTTP and stdio both consume this. Dropping it gives the request up, which cancels the call.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;

use bytes::Bytes;
use candor_gateway::{CallEvent, Exchange};
use candor_model::Era;
use candor_wire::{Id, RawJson, envelope};
use futures_util::stream::{self, Stream};

use crate::asks::{self, Asks, Pending};
use crate::calls::Ticket;
use crate::respond::{Answer, Fault};
use crate::taste::Taste;

/// One message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A notification or a question on the way to the answer.
    Aside(Bytes),
    /// The answer. One per request; none if the client took the request back.
    Answer(Answer),
}

/// The messages for one request, or for a batch. Dropping a pending `next` loses nothing.
pub(crate) type Parts = Pin<Box<dyn Stream<Item = Part> + Send>>;

/// A call and everything that is needed to tell its client about it.
pub(crate) struct Call {
    pub(crate) exchange: Exchange,
    pub(crate) id: Id,
    pub(crate) era: Era,
    pub(crate) taste: Taste,
    /// Where questions to the client are kept; none where it cannot be asked.
    pub(crate) asks: Option<Asks>,
    pub(crate) ticket: Option<Ticket>,
}

/// What is open between a call and its client.
#[derive(Default)]
struct Open {
    questions: Vec<Pending>,
    /// Messages that are next.
    unsaid: VecDeque<Bytes>,
}

// === impl Call ===

impl Call {
    /// The call as messages.
    pub(crate) fn parts(self) -> Parts {
        let begin = Some((self, Open::default()));
        Box::pin(stream::unfold(begin, |state| async move {
            let (mut call, mut open) = state?;
            match call.next(&mut open).await? {
                part @ Part::Aside(_) => Some((part, Some((call, open)))),
                part @ Part::Answer(_) => Some((part, None)),
            }
        }))
    }

    /// The next message; none if the client took the call back. After that the call is dropped
    /// as a whole, so that it is no matter that an exchange cannot be resumed.
    async fn next(&mut self, open: &mut Open) -> Option<Part> {
        let Some(ticket) = self.ticket.take() else {
            return Some(self.proceed(open).await);
        };
        let part = tokio::select! {
            biased;
            () = ticket.token().cancelled() => None,
            part = self.proceed(open) => Some(part),
        };
        self.ticket = Some(ticket);
        part
    }

    async fn proceed(&mut self, open: &mut Open) -> Part {
        loop {
            if let Some(message) = open.unsaid.pop_front() {
                return Part::Aside(message);
            }
            match self.exchange.next().await {
                CallEvent::Done(outcome) => {
                    let outcome = outcome.map_err(Fault::Inside);
                    return Part::Answer(Answer::new(&self.id, &outcome, self.era));
                }
                CallEvent::Notification { method, params } => {
                    if self.taste.wants(&method, params.as_ref()) {
                        return Part::Aside(envelope::notification(&method, params.as_ref()));
                    }
                }
                CallEvent::Ask(ask) => {
                    let Some(asks) = &self.asks else {
                        asks::decline(ask, "the client takes no questions while it waits").await;
                        continue;
                    };
                    if let Some((question, message)) = asks.put(ask) {
                        open.questions.retain(Pending::is_open);
                        open.questions.push(question);
                        return Part::Aside(message);
                    }
                }
                CallEvent::Withdrawn => {
                    let settled = open.questions.drain(..);
                    open.unsaid.extend(settled.filter_map(Pending::withdraw));
                }
            }
        }
    }
}

/// A request whose answer is one future.
pub(crate) fn once(
    id: Id,
    era: Era,
    ticket: Option<Ticket>,
    outcome: impl Future<Output = Result<RawJson, Fault>> + Send + 'static,
) -> Parts {
    Box::pin(stream::unfold(
        Some((id, ticket, Box::pin(outcome))),
        move |state| async move {
            let (id, ticket, outcome) = state?;
            let outcome = match &ticket {
                None => outcome.await,
                Some(ticket) => tokio::select! {
                    biased;
                    () = ticket.token().cancelled() => return None,
                    outcome = outcome => outcome,
                },
            };
            Some((Part::Answer(Answer::new(&id, &outcome, era)), None))
        },
    ))
}

/// A request that is answered already.
pub(crate) fn ready(answer: Answer) -> Parts {
    Box::pin(stream::iter([Part::Answer(answer)]))
}
