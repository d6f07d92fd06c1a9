//! GET: opens the stream of a session for messages outside requests, or resumes a broken stream.

use std::sync::Arc;

use axum::extract::{Request as HttpRequest, State};
use axum::response::Response;
use bytes::Bytes;
use candor_gateway::Gateway;
use candor_web::event_stream;
use candor_wire::{header, sse};
use futures_util::stream::{self, Stream, StreamExt};
use http::Method;
use tokio_util::sync::CancellationToken;

use super::answer::{self, alive};
use super::{HttpEndpoint, RequestHead, session_only};
use crate::headers::AcceptedForms;
use crate::refusal::TransportRefusal;
use crate::session::{McpSession, SessionStream};

/// Handles the request.
pub(super) async fn get(State(face): State<Arc<HttpEndpoint>>, request: HttpRequest) -> Response {
    let (head, _) = request.into_parts();
    let session = match open(&face, &head.method, (&head).into()) {
        Ok(session) => session,
        Err(refusal) => return refusal.response(None),
    };
    let last = head.headers.get(header::LAST_EVENT_ID);
    let resumed = last
        .and_then(|last| last.to_str().ok())
        .and_then(|last| session.resumable().resume(last));
    if let Some(reader) = resumed {
        return event_stream(alive(answer::read(reader), face.keep_alive));
    }
    let messages = messages(
        session.stream(),
        face.gateway.clone(),
        face.shutdown.clone(),
    );
    let events = messages.map(|message| sse::event(&message));
    event_stream(alive(events, face.keep_alive))
}

fn open(
    face: &HttpEndpoint,
    method: &Method,
    head: RequestHead<'_>,
) -> Result<Arc<McpSession>, TransportRefusal> {
    let peer = face.admit(head)?;
    face.check_open()?;
    // HEAD requests are routed here too, and must not take the stream from its reader.
    if *method != Method::GET {
        return Err(TransportRefusal::OnlyPost);
    }
    let id = session_only(head.headers)?;
    if !AcceptedForms::of(head.headers).sse {
        return Err(TransportRefusal::StreamNotAcceptable);
    }
    face.find_session(id, &peer)
}

/// The session's messages, until it ends, the stream is replaced, its client is no longer
/// authorized or the gateway shuts down.
fn messages(
    streaming: SessionStream,
    gateway: Gateway,
    shutdown: CancellationToken,
) -> impl Stream<Item = Bytes> + Send {
    stream::unfold(
        (streaming, gateway, shutdown),
        |(mut streaming, gateway, shutdown)| async move {
            let message = tokio::select! {
                biased;
                () = shutdown.cancelled() => None,
                message = streaming.next() => message,
            };
            let welcome = gateway.still_works(&streaming.client().identity);
            message
                .filter(|_| welcome)
                .map(|message| (message, (streaming, gateway, shutdown)))
        },
    )
}
