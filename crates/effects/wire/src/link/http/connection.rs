//! One connection that requests are sent over.

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::client::conn::{TrySendError, http2};
use hyper_util::rt::TokioExecutor;

use super::connect::OpenStream;
use super::http1::Http1Connection;

/// A request as it is sent: its body is there as a whole.
pub(super) type HttpRequest = Request<Full<Bytes>>;
/// What any number of requests can be sent over.
pub(super) type Http2Sender = http2::SendRequest<Full<Bytes>>;

/// A connection that is up, or was until a moment ago.
pub(super) enum HttpConnection {
    /// HTTP/1, for this request alone.
    Http1(Http1Connection),
    /// HTTP/2, together with others. The number tells it from its successors.
    Http2(Http2Sender, u64),
}

/// Why a request got no response.
#[derive(Debug)]
pub(super) struct SendFailure {
    pub(super) error: hyper::Error,
    /// Whether nothing of the request was written.
    pub(super) unsent: bool,
}

// === impl HttpConnection ===

impl HttpConnection {
    pub(super) fn is_http2(&self) -> bool {
        matches!(self, Self::Http2(..))
    }

    /// Sends a request once, and waits for the head of the response.
    pub(super) async fn send(
        &mut self,
        request: HttpRequest,
    ) -> Result<Response<Incoming>, SendFailure> {
        match self {
            Self::Http1(connection) => connection.send(request).await,
            Self::Http2(sender, _) => {
                let sent = sender.try_send_request(request).await;
                sent.map_err(SendFailure::from)
            }
        }
    }
}

/// Begins to speak over a stream. HTTP/2, which many requests share, gets a task of its own.
pub(super) async fn start(stream: OpenStream, number: u64) -> Result<HttpConnection, hyper::Error> {
    match stream {
        OpenStream::Plain(stream) => {
            let started = Http1Connection::start(stream).await;
            started.map(HttpConnection::Http1)
        }
        OpenStream::Secure {
            stream,
            http2: false,
        } => {
            let started = Http1Connection::start(stream).await;
            started.map(HttpConnection::Http1)
        }
        OpenStream::Secure {
            stream,
            http2: true,
        } => {
            let (sender, connection) = http2::handshake(TokioExecutor::new(), stream).await?;
            tokio::spawn(async move {
                if let Err(error) = connection.await {
                    tracing::trace!(target: "candor::upstream", %error, "a connection ended");
                }
            });
            Ok(HttpConnection::Http2(sender, number))
        }
    }
}

// === impl SendFailure ===

impl<T> From<TrySendError<T>> for SendFailure {
    fn from(failed: TrySendError<T>) -> Self {
        Self {
            unsent: failed.message().is_some(),
            error: failed.into_error(),
        }
    }
}
