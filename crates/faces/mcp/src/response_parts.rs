//! An answer in the making: what a client is sent for one request, in order.
//!
//! HTTP and stdio both consume this. Dropping it gives the request up, which cancels the call.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;

use bytes::Bytes;
use candor_gateway::{CallEvent, CallStream};
use candor_model::McpEra;
use candor_wire::{RawJson, RequestId, envelope};
use futures_util::stream::{self, Stream};

use crate::input_requests::{self, OpenInputRequests, PendingInput};
use crate::notification_filter::NotificationFilter;
use crate::open_requests::RequestTicket;
use crate::respond::{FinishedResponse, RequestFault};

/// One message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ResponsePart {
    /// A notification or a question on the way to the answer.
    Aside(Bytes),
    /// The answer. One per request; none if the client took the request back.
    Answer(FinishedResponse),
}

/// The messages for one request, or for a batch. Dropping a pending `next` loses nothing.
pub(crate) type ResponseParts = Pin<Box<dyn Stream<Item = ResponsePart> + Send>>;

/// A call and everything that is needed to tell its client about it.
pub(crate) struct CallResponder {
    pub(crate) exchange: CallStream,
    pub(crate) id: RequestId,
    pub(crate) era: McpEra,
    pub(crate) taste: NotificationFilter,
    /// Where questions to the client are kept; none where it cannot be asked.
    pub(crate) asks: Option<OpenInputRequests>,
    pub(crate) ticket: Option<RequestTicket>,
}

/// What is open between a call and its client.
#[derive(Default)]
struct CallOutbox {
    questions: Vec<PendingInput>,
    /// Messages that are next.
    unsaid: VecDeque<Bytes>,
}

// === impl Call ===

impl CallResponder {
    /// The call as messages.
    pub(crate) fn parts(self) -> ResponseParts {
        let begin = Some((self, CallOutbox::default()));
        Box::pin(stream::unfold(begin, |state| async move {
            let (mut call, mut open) = state?;
            match call.next(&mut open).await? {
                part @ ResponsePart::Aside(_) => Some((part, Some((call, open)))),
                part @ ResponsePart::Answer(_) => Some((part, None)),
            }
        }))
    }

    /// The next message; none if the client took the call back. After that the call is dropped
    /// as a whole, so that it is no matter that an exchange cannot be resumed.
    async fn next(&mut self, open: &mut CallOutbox) -> Option<ResponsePart> {
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

    async fn proceed(&mut self, open: &mut CallOutbox) -> ResponsePart {
        loop {
            if let Some(message) = open.unsaid.pop_front() {
                return ResponsePart::Aside(message);
            }
            match self.exchange.next().await {
                CallEvent::Done(outcome) => {
                    let outcome = outcome.map_err(RequestFault::Inside);
                    return ResponsePart::Answer(FinishedResponse::new(
                        &self.id, &outcome, self.era,
                    ));
                }
                CallEvent::Notification { method, params } => {
                    if self.taste.wants(&method, params.as_ref()) {
                        return ResponsePart::Aside(envelope::notification(
                            &method,
                            params.as_ref(),
                        ));
                    }
                }
                CallEvent::Ask(ask) => {
                    let Some(asks) = &self.asks else {
                        input_requests::decline(
                            ask,
                            "the client takes no questions while it waits",
                        )
                        .await;
                        continue;
                    };
                    if let Some((question, message)) = asks.put(ask) {
                        open.questions.retain(PendingInput::is_open);
                        open.questions.push(question);
                        return ResponsePart::Aside(message);
                    }
                }
                CallEvent::Withdrawn => {
                    let settled = open.questions.drain(..);
                    open.unsaid
                        .extend(settled.filter_map(PendingInput::withdraw));
                }
            }
        }
    }
}

/// A request whose answer is one future.
pub(crate) fn once(
    id: RequestId,
    era: McpEra,
    ticket: Option<RequestTicket>,
    outcome: impl Future<Output = Result<RawJson, RequestFault>> + Send + 'static,
) -> ResponseParts {
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
            Some((
                ResponsePart::Answer(FinishedResponse::new(&id, &outcome, era)),
                None,
            ))
        },
    ))
}

/// A request that is answered already.
pub(crate) fn ready(answer: FinishedResponse) -> ResponseParts {
    Box::pin(stream::iter([ResponsePart::Answer(answer)]))
}
