//! The response to one request, read as it comes.

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use http::response::Parts;
use http::{HeaderMap, Response, StatusCode};
use hyper::body::{Body, Incoming};

use super::connection::HttpConnection;
use super::http1::Http1Connection;
use super::pool::ConnectionPool;

/// A response whose body is still to be read. Its connection goes back to the pool once the body
/// has been read to its end; dropping the response earlier closes the connection.
pub(in super::super) struct HttpResponse {
    head: Parts,
    body: ResponseBody,
}

/// How the body is read.
enum ResponseBody {
    /// From an HTTP/1 connection in use, which goes to the pool afterwards.
    Http1 {
        body: Incoming,
        connection: Http1Connection,
        pool: Arc<ConnectionPool>,
    },
    /// From a connection that is in the pool all the time.
    Http2(Incoming),
    /// It was read to its end.
    Read,
}

// === impl HttpResponse ===

impl HttpResponse {
    pub(super) fn new(
        response: Response<Incoming>,
        connection: HttpConnection,
        pool: &Arc<ConnectionPool>,
    ) -> Self {
        let (head, body) = response.into_parts();
        let body = match connection {
            HttpConnection::Http1(connection) => ResponseBody::Http1 {
                body,
                connection,
                pool: Arc::clone(pool),
            },
            HttpConnection::Http2(..) => ResponseBody::Http2(body),
        };
        let mut response = Self { head, body };
        response.notice_end();
        response
    }

    pub(in super::super) fn status(&self) -> StatusCode {
        self.head.status
    }

    pub(in super::super) fn headers(&self) -> &HeaderMap {
        &self.head.headers
    }

    /// The length of the body, where it was announced.
    pub(super) fn content_length(&self) -> Option<u64> {
        match &self.body {
            ResponseBody::Http1 { body, .. } | ResponseBody::Http2(body) => {
                body.size_hint().exact()
            }
            ResponseBody::Read => Some(0),
        }
    }

    /// The next piece of the body; `None` at its end. Dropping the future loses nothing.
    pub(in super::super) async fn chunk(&mut self) -> Result<Option<Bytes>, hyper::Error> {
        loop {
            let frame = poll_fn(|context| match &mut self.body {
                ResponseBody::Http1 {
                    body, connection, ..
                } => connection.poll_frame(body, context),
                ResponseBody::Http2(body) => Pin::new(body).poll_frame(context),
                ResponseBody::Read => std::task::Poll::Ready(None),
            });
            let Some(frame) = frame.await else {
                self.give_back();
                return Ok(None);
            };
            // What is not data is a trailer, and nobody asks for those.
            if let Ok(data) = frame?.into_data() {
                self.notice_end();
                return Ok(Some(data));
            }
        }
    }

    /// Leaves the rest of the body unread. Where no more than its end is to come, as after the
    /// answer in a stream of events, the connection is used again.
    pub(in super::super) fn finish(self) {
        if let ResponseBody::Http1 {
            body,
            connection,
            pool,
        } = self.body
        {
            pool.give_back(connection, Some(body));
        }
    }

    fn notice_end(&mut self) {
        let over = match &self.body {
            ResponseBody::Http1 { body, .. } | ResponseBody::Http2(body) => body.is_end_stream(),
            ResponseBody::Read => false,
        };
        if over {
            self.give_back();
        }
    }

    fn give_back(&mut self) {
        let read = std::mem::replace(&mut self.body, ResponseBody::Read);
        if let ResponseBody::Http1 {
            body,
            connection,
            pool,
        } = read
        {
            // The connection still says goodbye to it.
            pool.give_back(connection, Some(body));
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
