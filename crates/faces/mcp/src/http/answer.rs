//! Responses to POST: plain JSON if a single answer comes soon, otherwise a stream.

mod pieced_body;

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use candor_web::event_stream;
use candor_wire::{RequestId, sse};
use futures_util::stream::{self, Stream, StreamExt};
use http::{HeaderValue, StatusCode, header};

use self::pieced_body::PiecedBody;
use crate::batch;
use crate::dispatch::MethodReply;
use crate::headers::AcceptedForms;
use crate::refusal::TransportRefusal;
use crate::response::{FinishedResponse, ResponseMessage, ResponsePart, ResponseParts};
use crate::resumable_stream::{StreamReader, StreamTerms};
use crate::session::McpSession;

/// After how many seconds a client should try again to start a session.
const SESSION_RETRY_SECONDS: &str = "60";

/// Builds the response to a POST.
pub(super) struct PostResponder {
    pub(super) accept: AcceptedForms,
    /// Whether the answers go into one array.
    pub(super) batch: bool,
    pub(super) keep_alive: Duration,
    pub(super) patience: Duration,
    pub(super) return_window: Duration,
    /// The session of a client that can come back for an answer.
    pub(super) session: Option<Arc<McpSession>>,
}

/// The response to a POST.
pub(super) enum PostReply {
    /// A single message, which is the usual case.
    Message(FinishedResponse),
    /// Any other response.
    Http(Response),
}

// === impl PostReply ===

impl PostReply {
    /// The response for any HTTP server.
    pub(super) fn into_response(self) -> Response {
        match self {
            Self::Message(answer) => answer.into_response(),
            Self::Http(response) => response,
        }
    }
}

impl From<FinishedResponse> for PostReply {
    fn from(answer: FinishedResponse) -> Self {
        Self::Message(answer)
    }
}

impl From<Response> for PostReply {
    fn from(response: Response) -> Self {
        Self::Http(response)
    }
}

// === impl PostResponder ===

impl PostResponder {
    /// Responds with an answer that may be ready or not.
    pub(super) async fn reply(self, reply: MethodReply) -> PostReply {
        match reply {
            MethodReply::Ready(answer) => self.ready(answer),
            MethodReply::Coming(parts) => self.coming(parts).await,
        }
    }

    /// Responds with an answer that is ready.
    pub(super) fn ready(&self, answer: FinishedResponse) -> PostReply {
        // A client that accepts only streams still reads the status of an error.
        if self.accept.json || answer.status != StatusCode::OK {
            return answer.into();
        }
        event_stream(stream::iter([sse::event(&answer.into_bytes())])).into()
    }

    /// Responds with an answer that will follow. Nothing is spawned: the response drives the call.
    pub(super) async fn coming(self, mut parts: ResponseParts) -> PostReply {
        let mut answers = Vec::new();
        let patience = tokio::time::sleep(self.patience);
        tokio::pin!(patience);
        loop {
            let part = tokio::select! {
                biased;
                part = parts.next() => part,
                () = &mut patience, if self.accept.sse => {
                    return self.stream(answers, parts, None).into();
                }
            };
            match part {
                Some(ResponsePart::Answer(answer)) if !self.batch => return self.ready(answer),
                Some(ResponsePart::Answer(answer)) => answers.push(answer.into_bytes()),
                Some(ResponsePart::Aside(message)) if self.accept.sse => {
                    answers.push(message);
                    return self.stream(answers, parts, None).into();
                }
                Some(ResponsePart::Paused(pause)) if self.accept.sse && self.can_pause() => {
                    return self.stream(answers, parts, Some(pause)).into();
                }
                Some(ResponsePart::Aside(_) | ResponsePart::Paused(_)) => {}
                None => return self.end(&answers).into(),
            }
        }
    }

    /// The response when all messages have arrived.
    fn end(&self, answers: &[Bytes]) -> Response {
        if !answers.is_empty() && self.accept.json {
            return json(StatusCode::OK, batch::array(answers));
        }
        if !answers.is_empty() {
            let events: Vec<_> = answers.iter().map(|answer| sse::event(answer)).collect();
            return event_stream(stream::iter(events));
        }
        // The client has cancelled its request and waits for no answer.
        if self.accept.sse {
            event_stream(stream::empty())
        } else {
            empty(StatusCode::ACCEPTED)
        }
    }

    /// Whether the client comes back to a stream that ends before its answer.
    fn can_pause(&self) -> bool {
        let session = self.session.as_ref().filter(|_| !self.batch);
        session.is_some_and(|session| session.comes_back())
    }

    /// Continues as a stream, starting with the messages so far. A client with a session can resume
    /// it.
    fn stream(&self, said: Vec<Bytes>, parts: ResponseParts, pause: Option<Duration>) -> Response {
        if let Some(session) = self.session.as_ref().filter(|_| !self.batch) {
            let terms = StreamTerms {
                primed: session.comes_back(),
                return_window: self.return_window,
            };
            let reader = session.resumable().begin(terms, said, parts, pause);
            return event_stream(alive(read(reader), self.keep_alive));
        }
        let rest = parts.filter_map(async |part| match part {
            ResponsePart::Aside(message) => Some(message),
            ResponsePart::Answer(answer) => Some(answer.into_bytes()),
            ResponsePart::Paused(_) => None,
        });
        let messages = stream::iter(said).chain(rest);
        event_stream(alive(messages.map(|one| sse::event(&one)), self.keep_alive))
    }
}

/// The events of a resumable stream.
pub(super) fn read(reader: StreamReader) -> impl Stream<Item = Bytes> + Send + 'static {
    stream::unfold(reader, |mut reader| async move {
        let event = reader.next().await?;
        Some((event, reader))
    })
}

/// Adds a keep-alive comment whenever there were no events for a while.
pub(super) fn alive<S>(
    events: S,
    keep_alive: Duration,
) -> impl Stream<Item = Bytes> + Send + 'static
where
    S: Stream<Item = Bytes> + Send + 'static,
{
    stream::unfold(Box::pin(events), move |mut events| async move {
        let event = match tokio::time::timeout(keep_alive, events.next()).await {
            Ok(event) => event?,
            Err(_) => sse::comment(),
        };
        Some((event, events))
    })
}

// === impl FinishedResponse ===

impl FinishedResponse {
    /// The HTTP response with this answer only.
    pub(crate) fn into_response(self) -> Response {
        let body = match self.message {
            ResponseMessage::Whole(text) => Body::from(text),
            ResponseMessage::Pieces(pieces) => Body::new(PiecedBody::new(&pieces)),
        };
        with_json(self.status, body)
    }
}

// === impl TransportRefusal ===

impl TransportRefusal {
    /// The HTTP response to a refused request. `id` is the request's, if it is known.
    pub(crate) fn response(&self, id: Option<&RequestId>) -> Response {
        let mut response = json(self.status(), self.error().response(id.or(self.id())));
        let (name, value) = match self {
            Self::OnlyPost => (header::ALLOW, "POST"),
            Self::SessionsFull { .. } | Self::CallerSessions(_) => {
                (header::RETRY_AFTER, SESSION_RETRY_SECONDS)
            }
            Self::Unrecognised(why) => (header::WWW_AUTHENTICATE, why.www_authenticate()),
            _ => return response,
        };
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
        response
    }
}

/// A JSON response.
pub(super) fn json(status: StatusCode, bytes: Bytes) -> Response {
    with_json(status, Body::from(bytes))
}

fn with_json(status: StatusCode, body: Body) -> Response {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    response
}

/// A response without a body.
pub(super) fn empty(status: StatusCode) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

#[cfg(test)]
mod tests;
