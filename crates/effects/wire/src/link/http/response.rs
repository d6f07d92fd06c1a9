//! The response to one request, read as it comes.

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use http::response::Parts;
use http::{HeaderMap, Response, StatusCode};
use http_body_util::BodyExt;
use hyper::body::{Body, Incoming};

use super::connection::{Http1Sender, HttpConnection};
use super::pool::ConnectionPool;

/// A response whose body is still to be read. Its connection goes back to the pool once the body
/// has been read to its end; dropping the response earlier closes the connection.
pub(in super::super) struct HttpResponse {
    head: Parts,
    body: Incoming,
    lease: Option<ConnectionLease>,
}

/// An HTTP/1 connection in use, and where it goes afterwards.
struct ConnectionLease {
    sender: Http1Sender,
    pool: Arc<ConnectionPool>,
}

// === impl HttpResponse ===

impl HttpResponse {
    pub(super) fn new(
        response: Response<Incoming>,
        connection: HttpConnection,
        pool: &Arc<ConnectionPool>,
    ) -> Self {
        let (head, body) = response.into_parts();
        let lease = match connection {
            HttpConnection::Http1(sender) => Some(ConnectionLease {
                sender,
                pool: Arc::clone(pool),
            }),
            // It is in the pool all the time.
            HttpConnection::Http2(..) => None,
        };
        let mut response = Self { head, body, lease };
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
        self.body.size_hint().exact()
    }

    /// The next piece of the body; `None` at its end. Dropping the future loses nothing.
    pub(in super::super) async fn chunk(&mut self) -> Result<Option<Bytes>, hyper::Error> {
        while let Some(frame) = self.body.frame().await {
            // What is not data is a trailer, and nobody asks for those.
            if let Ok(data) = frame?.into_data() {
                self.notice_end();
                return Ok(Some(data));
            }
        }
        self.give_back();
        Ok(None)
    }

    /// Leaves the rest of the body unread. Where no more than its end is to come, as after the
    /// answer in a stream of events, the connection is used again.
    pub(in super::super) fn finish(self) {
        let Self { body, lease, .. } = self;
        if let Some(lease) = lease {
            lease.pool.give_back(lease.sender, Some(body));
        }
    }

    fn notice_end(&mut self) {
        if self.body.is_end_stream() {
            self.give_back();
        }
    }

    fn give_back(&mut self) {
        if let Some(lease) = self.lease.take() {
            lease.pool.give_back(lease.sender, None);
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
