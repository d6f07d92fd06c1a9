//! Responses that are streams of server-sent events.

use std::convert::Infallible;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use futures_util::Stream;
use futures_util::stream::{self, StreamExt};
use http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName};
use http::{HeaderMap, HeaderValue};

/// A response that sends each event as it comes.
pub fn event_stream<S>(events: S) -> Response
where
    S: Stream<Item = Bytes> + Send + 'static,
{
    let mut response = Response::new(Body::from_stream(events.map(Ok::<_, Infallible>)));
    write_headers(response.headers_mut());
    response
}

/// As [`event_stream`], with a comment before the first event, so that the client knows immediately
/// that the connection is open.
pub fn open_event_stream<S>(events: S) -> Response
where
    S: Stream<Item = Bytes> + Send + 'static,
{
    event_stream(stream::iter([candor_wire::sse::comment()]).chain(events))
}

fn write_headers(headers: &mut HeaderMap) {
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    // Proxies that collect responses would hold back what the client waits for.
    let unbuffered = HeaderName::from_static("x-accel-buffering");
    headers.insert(unbuffered, HeaderValue::from_static("no"));
}
