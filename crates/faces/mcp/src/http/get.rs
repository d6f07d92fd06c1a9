//! GET: the stream of a session for what belongs to no request.

use std::sync::Arc;

use axum::extract::{Request as HttpRequest, State};
use axum::response::Response;
use bytes::Bytes;
use candor_gateway::Gateway;
use futures_util::stream::{self, Stream};
use http::Method;
use http::request::Parts as Head;
use tokio_util::sync::CancellationToken;

use super::answer::{alive, event_stream};
use super::{HttpEndpoint, session_only};
use crate::headers::AcceptedForms;
use crate::refusal::TransportRefusal;
use crate::session::SessionStream;

/// Serves the request.
pub(super) async fn get(State(face): State<Arc<HttpEndpoint>>, request: HttpRequest) -> Response {
    let (head, _) = request.into_parts();
    match open(&face, &head) {
        Ok(streaming) => {
            let messages = messages(streaming, face.gateway.clone(), face.shutdown.clone());
            event_stream(alive(Vec::new(), Box::pin(messages), face.keep_alive))
        }
        Err(refusal) => refusal.response(None),
    }
}

fn open(face: &HttpEndpoint, head: &Head) -> Result<SessionStream, TransportRefusal> {
    let peer = face.admit(head)?;
    face.check_open()?;
    // HEAD also comes here, and must not take the stream from its reader.
    if head.method != Method::GET {
        return Err(TransportRefusal::OnlyPost);
    }
    let id = session_only(head)?;
    if !AcceptedForms::of(&head.headers).sse {
        return Err(TransportRefusal::StreamNotAcceptable);
    }
    let session = face.find_session(id, &peer)?;
    Ok(session.stream())
}

/// What the session hears, until it ends, the stream is replaced, its client is not let in any
/// more or the gateway goes.
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
