//! The messages that a client is sent for one request, in order, over HTTP and stdio alike.
//!
//! Dropping them cancels the call. The HTTP status of a response is decided here too: sessions use
//! 200 for every answer. Modern clients and intermediate proxies read the status, which reports
//! errors in the request itself, and is 200 for answers of a source.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use bytes::Bytes;
use candor_gateway::{CallEvent, CallStream};
use candor_model::McpEra;
use candor_wire::{
    ErrorObject, JsonPieces, JsonRpcNotification, RawJson, RequestId, code, envelope,
};
use futures_util::stream::{self, Stream};
use http::StatusCode;

use crate::input_requests::{self, OpenInputRequests, PendingInput};
use crate::notification_filter::NotificationFilter;
use crate::open_requests::RequestTicket;

/// One message to the client.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ResponsePart {
    /// A notification or a question before the answer.
    Aside(Bytes),
    /// The answer takes a while; a client that can come back for it may do so after this delay.
    Paused(Duration),
    /// The answer. One per request; none if the client has cancelled the request.
    Answer(FinishedResponse),
}

/// The messages for one request, or for a batch. Cancel-safe: dropping a pending `next` loses
/// nothing.
pub(crate) type ResponseParts = Pin<Box<dyn Stream<Item = ResponsePart> + Send>>;

/// The origin of an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RequestFault {
    /// We found it in the request itself.
    Request(ErrorObject),
    /// The gateway or a source reported it.
    Inside(RawJson),
}

/// A complete response, and its status when sent alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FinishedResponse {
    pub(crate) message: ResponseMessage,
    pub(crate) status: StatusCode,
}

/// The message of a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ResponseMessage {
    /// In one text.
    Whole(Bytes),
    /// In pieces that are not copied: a list, or a large result.
    Pieces(JsonPieces),
}

/// The maximum size of a result that is copied into one text with the request's id.
const COPIED_MAX: usize = 16 * 1024;

/// A call with everything needed to send its events to its client.
pub(crate) struct CallResponder {
    pub(crate) events: CallStream,
    pub(crate) id: RequestId,
    pub(crate) era: McpEra,
    pub(crate) filter: NotificationFilter,
    /// The open input requests of the client; `None` if it cannot be asked.
    pub(crate) inputs: Option<OpenInputRequests>,
    pub(crate) ticket: Option<RequestTicket>,
}

/// The open questions and queued messages of a call.
#[derive(Default)]
struct CallOutbox {
    questions: Vec<PendingInput>,
    /// Messages to send next.
    unsaid: VecDeque<Bytes>,
}

// === impl CallResponder ===

impl CallResponder {
    /// The call as a stream of messages.
    pub(crate) fn parts(self) -> ResponseParts {
        let begin = Some((self, CallOutbox::default()));
        Box::pin(stream::unfold(begin, |state| async move {
            let (mut call, mut open) = state?;
            match call.next(&mut open).await? {
                part @ (ResponsePart::Aside(_) | ResponsePart::Paused(_)) => {
                    Some((part, Some((call, open))))
                }
                part @ ResponsePart::Answer(_) => Some((part, None)),
            }
        }))
    }

    /// The next message; `None` if the client has cancelled the call. The call is then dropped, so
    /// it does not matter that its future was interrupted.
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
            match self.events.next().await {
                CallEvent::Done(outcome) => {
                    let outcome = outcome.map_err(RequestFault::Inside);
                    return ResponsePart::Answer(FinishedResponse::new(
                        &self.id, &outcome, self.era,
                    ));
                }
                CallEvent::Notification(JsonRpcNotification { method, params }) => {
                    if self.filter.wants(&method, params.as_ref()) {
                        let message = envelope::notification(&method, params.as_ref());
                        return ResponsePart::Aside(message);
                    }
                }
                CallEvent::Input(input) => {
                    let Some(inputs) = &self.inputs else {
                        let why = "the client takes no questions while it waits";
                        input_requests::decline(input, why).await;
                        continue;
                    };
                    if let Some((question, message)) = inputs.put(input) {
                        open.questions.retain(PendingInput::is_open);
                        open.questions.push(question);
                        return ResponsePart::Aside(message);
                    }
                }
                CallEvent::Paused(pause) => return ResponsePart::Paused(pause),
                CallEvent::Remark(_) => {}
                CallEvent::Withdrawn => {
                    let settled = open.questions.drain(..);
                    open.unsaid
                        .extend(settled.filter_map(PendingInput::withdraw));
                }
            }
        }
    }
}

/// A request whose answer is a single future.
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

/// A request with a ready answer.
pub(crate) fn ready(answer: FinishedResponse) -> ResponseParts {
    Box::pin(stream::iter([ResponsePart::Answer(answer)]))
}

// === impl RequestFault ===

impl RequestFault {
    /// An unknown method, or one of another era.
    pub(crate) fn no_method(method: &str, era: McpEra) -> Self {
        let shown: String = method.chars().take(100).collect();
        let sentence = format!("there is no method `{shown}` in the {era} era of the protocol");
        Self::Request(ErrorObject::new(code::METHOD_NOT_FOUND, sentence))
    }

    /// Parameters that do not match the method.
    pub(crate) fn params(sentence: impl Into<String>) -> Self {
        Self::Request(ErrorObject::new(code::INVALID_PARAMS, sentence))
    }

    fn status(&self, era: McpEra) -> StatusCode {
        match self {
            _ if era == McpEra::Legacy => StatusCode::OK,
            Self::Request(error) if error.code == code::METHOD_NOT_FOUND => StatusCode::NOT_FOUND,
            Self::Request(error) if error.code == code::INTERNAL_ERROR => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
            Self::Request(_) => StatusCode::BAD_REQUEST,
            Self::Inside(error) => match ErrorObject::from_json(error).code {
                code::METHOD_NOT_FOUND => StatusCode::NOT_FOUND,
                code if code::is_modern(code) => StatusCode::BAD_REQUEST,
                _ => StatusCode::OK,
            },
        }
    }
}

impl From<ErrorObject> for RequestFault {
    fn from(error: ErrorObject) -> Self {
        Self::Request(error)
    }
}

// === impl FinishedResponse ===

impl FinishedResponse {
    /// A response with a list, which is not copied.
    pub(crate) fn listed(id: &RequestId, list: &JsonPieces) -> Self {
        let pieces = envelope::pieced_response(id, list);
        Self {
            message: ResponseMessage::Pieces(pieces),
            status: StatusCode::OK,
        }
    }

    /// The message in one text.
    pub(crate) fn into_bytes(self) -> Bytes {
        match self.message {
            ResponseMessage::Whole(text) => text,
            ResponseMessage::Pieces(pieces) => pieces.to_json().into_bytes(),
        }
    }

    /// Creates the response for an outcome.
    pub(crate) fn new(
        id: &RequestId,
        outcome: &Result<RawJson, RequestFault>,
        era: McpEra,
    ) -> Self {
        match outcome {
            Ok(result) if result.len() > COPIED_MAX => {
                Self::listed(id, &JsonPieces::from(result.clone()))
            }
            Ok(result) => Self {
                message: ResponseMessage::Whole(envelope::response(id, result)),
                status: StatusCode::OK,
            },
            Err(fault) => {
                let text = match fault {
                    RequestFault::Request(error) => error.response(Some(id)),
                    RequestFault::Inside(error) => envelope::error_response(Some(id), error),
                };
                Self {
                    message: ResponseMessage::Whole(text),
                    status: fault.status(era),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_depends_on_the_era_and_on_who_found_the_fault() {
        let request = |code| RequestFault::Request(ErrorObject::new(code, "x"));
        let inside = |code| RequestFault::Inside(ErrorObject::new(code, "x").to_json());
        let cases = [
            (request(code::METHOD_NOT_FOUND), 404),
            (request(code::INVALID_PARAMS), 400),
            (request(code::HEADER_MISMATCH), 400),
            (request(code::UNSUPPORTED_PROTOCOL_VERSION), 400),
            (request(code::INTERNAL_ERROR), 500),
            (inside(code::METHOD_NOT_FOUND), 404),
            (inside(code::MISSING_CLIENT_CAPABILITY), 400),
            (inside(code::INVALID_PARAMS), 200),
            (inside(code::INTERNAL_ERROR), 200),
            (inside(-1), 200),
        ];
        for (fault, expect) in cases {
            assert_eq!(fault.status(McpEra::Modern).as_u16(), expect, "{fault:?}");
            assert_eq!(fault.status(McpEra::Legacy).as_u16(), 200, "{fault:?}");
        }
    }

    #[test]
    fn an_answer_carries_the_id_as_it_came() {
        let id = RequestId::from_json(RawJson::string("a")).expect("an id");
        let answer = FinishedResponse::new(&id, &Err(RequestFault::params("no")), McpEra::Modern);
        assert_eq!(
            answer.into_bytes(),
            r#"{"jsonrpc":"2.0","id":"a","error":{"code":-32602,"message":"no"}}"#
        );
    }

    #[test]
    fn a_large_result_is_not_copied() {
        let id = RequestId::number(7);
        let large = RawJson::string(&"x".repeat(COPIED_MAX));
        let answer = FinishedResponse::new(&id, &Ok(large.clone()), McpEra::Modern);
        let ResponseMessage::Pieces(pieces) = &answer.message else {
            panic!("it is in one text");
        };
        let own = large.as_bytes().as_ptr();
        assert!(pieces.pieces().iter().any(|piece| piece.as_ptr() == own));
        let whole = envelope::response(&id, &large);
        assert_eq!(answer.into_bytes(), whole);
        let small = FinishedResponse::new(&id, &Ok(RawJson::string("x")), McpEra::Modern);
        assert!(matches!(small.message, ResponseMessage::Whole(_)));
    }
}
