//! The response to one request, read as it arrives.

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderValue, Response, StatusCode};
use hyper::body::{Body, Incoming};

use super::failure::HttpFailure;
use super::headers::STREAM;
use super::http1::{Http1Connection, ResponseHead};
use super::pool::ConnectionPool;

/// A response whose body has not been read. Its connection returns to the pool once the body was
/// read completely; dropping the response earlier closes the connection.
pub(in super::super) struct HttpResponse {
    head: ResponseHead,
    body: ResponseBody,
}

/// The source of the body.
enum ResponseBody {
    /// An HTTP/1 connection in use, which returns to the pool afterwards.
    Http1(Box<Http1Connection>, Arc<ConnectionPool>),
    /// A stream of the shared HTTP/2 connection.
    Http2(Incoming),
    /// The body was read completely.
    Read,
}

// === impl HttpResponse ===

impl HttpResponse {
    pub(super) fn http1(
        head: ResponseHead,
        connection: Box<Http1Connection>,
        pool: &Arc<ConnectionPool>,
    ) -> Self {
        let body = ResponseBody::Http1(connection, Arc::clone(pool));
        let mut response = Self { head, body };
        response.notice_end();
        response
    }

    pub(super) fn http2(response: Response<Incoming>) -> Self {
        let (head, body) = response.into_parts();
        let head = ResponseHead::of_http2(head.status, &head.headers);
        Self {
            head,
            body: ResponseBody::Http2(body),
        }
    }

    pub(in super::super) fn status(&self) -> StatusCode {
        self.head.status
    }

    /// The content type header.
    pub(super) fn content_type(&self) -> Option<HeaderValue> {
        self.head.content_type.clone()
    }

    /// The media type, without parameters.
    pub(in super::super) fn media_type(&self) -> &str {
        media_type(self.head.content_type.as_ref())
    }

    /// Whether the body is an event stream.
    pub(in super::super) fn is_event_stream(&self) -> bool {
        self.media_type().eq_ignore_ascii_case(STREAM)
    }

    /// The target of a redirect.
    pub(super) fn location(&self) -> Option<&HeaderValue> {
        self.head.location.as_ref()
    }

    /// The id of the session that the server has started.
    pub(super) fn session_id(&self) -> Option<&HeaderValue> {
        self.head.session_id.as_ref()
    }

    /// The length of the body, if it was announced.
    pub(super) fn content_length(&self) -> Option<u64> {
        match &self.body {
            ResponseBody::Http1(connection, _) => connection.content_length(),
            ResponseBody::Http2(body) => body.size_hint().exact(),
            ResponseBody::Read => Some(0),
        }
    }

    /// Requests the body in one piece if that avoids a copy.
    pub(super) fn gather(&mut self) {
        if let ResponseBody::Http1(connection, _) = &mut self.body {
            connection.gather();
        }
    }

    /// The next piece of the body; `None` at its end. Cancel-safe: dropping the future loses
    /// nothing.
    pub(in super::super) async fn chunk(&mut self) -> Result<Option<Bytes>, HttpFailure> {
        let piece = match &mut self.body {
            ResponseBody::Http1(connection, _) => {
                poll_fn(|context| connection.poll_body(context)).await
            }
            ResponseBody::Http2(body) => next_data(body).await,
            ResponseBody::Read => None,
        };
        self.notice_end();
        piece.transpose()
    }

    /// Abandons the rest of the body. If only its end is missing, as after the answer in an event
    /// stream, the connection is reused.
    pub(in super::super) fn finish(self) {
        if let ResponseBody::Http1(connection, pool) = self.body {
            pool.give_back(connection);
        }
    }

    fn notice_end(&mut self) {
        let over = match &mut self.body {
            ResponseBody::Http1(connection, _) => connection.is_read(),
            ResponseBody::Http2(body) => body.is_end_stream(),
            ResponseBody::Read => false,
        };
        if !over {
            return;
        }
        let read = std::mem::replace(&mut self.body, ResponseBody::Read);
        if let ResponseBody::Http1(connection, pool) = read {
            pool.give_back(connection);
        }
    }
}

/// The media type in a header, without parameters.
pub(super) fn media_type(value: Option<&HeaderValue>) -> &str {
    let text = value.and_then(|value| value.to_str().ok());
    let text = text.unwrap_or_default().split(';').next();
    text.unwrap_or_default().trim()
}

/// The next piece of a body over HTTP/2. Trailers are ignored.
async fn next_data(body: &mut Incoming) -> Option<Result<Bytes, HttpFailure>> {
    loop {
        let frame = poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await?;
        match frame.map(hyper::body::Frame::into_data) {
            Ok(Ok(data)) => return Some(Ok(data)),
            Ok(Err(_)) => {}
            Err(error) => return Some(Err(error.into())),
        }
    }
}

impl fmt::Debug for HttpResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpResponse")
            .field("status", &self.head.status)
            .finish_non_exhaustive()
    }
}
