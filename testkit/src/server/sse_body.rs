//! Server-sent events as an HTTP body.

use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use futures_util::{Stream, StreamExt as _, stream};
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use tokio::sync::OwnedMutexGuard;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio_util::sync::CancellationToken;

use super::outlet::OutgoingFrame;

/// A comment is sent this often, so that no client takes the stream for dead.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// The source of a stream's frames.
pub(crate) enum FrameSource {
    /// A request's own; ends with its last frame.
    Request(UnboundedReceiver<OutgoingFrame>),
    /// A session's; ends with the token.
    Session(
        OwnedMutexGuard<UnboundedReceiver<OutgoingFrame>>,
        CancellationToken,
    ),
}

/// A response with `first`, followed by the frames of `source`.
pub(crate) fn response(first: Vec<String>, source: Option<FrameSource>) -> Response {
    let first = stream::iter(first.into_iter().map(Bytes::from));
    let body = match source {
        None => Body::from_stream(first.map(Ok::<_, std::convert::Infallible>)),
        Some(source) => Body::from_stream(
            first
                .chain(rest(source))
                .map(Ok::<_, std::convert::Infallible>),
        ),
    };
    Response::builder()
        .header(CONTENT_TYPE, "text/event-stream")
        .header(CACHE_CONTROL, "no-cache")
        .header("x-accel-buffering", "no")
        .body(body)
        .expect("constant headers are valid")
}

/// One event; a multi-line text becomes several `data` lines.
pub(crate) fn event(kind: &str, data: &str) -> String {
    let mut text = format!("event: {kind}\n");
    for line in data.split('\n') {
        text.push_str("data: ");
        text.push_str(line);
        text.push('\n');
    }
    text.push('\n');
    text
}

/// An event without data that only gives the stream a place to resume from.
pub(crate) fn priming_event(id: &str, retry: Duration) -> String {
    format!("id: {id}\nretry: {}\ndata: \n\n", retry.as_millis())
}

fn rest(source: FrameSource) -> impl Stream<Item = Bytes> {
    stream::unfold(Some(source), |source| async move {
        let mut source = source?;
        let frame = match tokio::time::timeout(KEEP_ALIVE, source.next()).await {
            Err(_) => return Some((Bytes::from_static(b": keep-alive\n\n"), Some(source))),
            Ok(frame) => frame?,
        };
        match frame {
            OutgoingFrame::Message(body) => Some((event("message", &body).into(), Some(source))),
            OutgoingFrame::Last { body, .. } => {
                let goes_on = matches!(source, FrameSource::Session(..));
                Some((event("message", &body).into(), goes_on.then_some(source)))
            }
            OutgoingFrame::Pause | OutgoingFrame::CloseStdin => None,
        }
    })
}

impl FrameSource {
    async fn next(&mut self) -> Option<OutgoingFrame> {
        match self {
            Self::Request(frames) => frames.recv().await,
            Self::Session(frames, token) => tokio::select! {
                frame = frames.recv() => frame,
                () = token.cancelled() => None,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_a_text_is_data() {
        assert_eq!(
            event("message", "a\nb"),
            "event: message\ndata: a\ndata: b\n\n"
        );
    }
}
