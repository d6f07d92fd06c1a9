//! One connection that requests are sent over.

use bytes::Bytes;
use http_body_util::Full;
use hyper::client::conn::{TrySendError, http2};
use hyper_util::rt::{TokioExecutor, TokioIo};

use super::connect::OpenStream;
use super::failure::HttpFailure;
use super::http1::Http1Connection;

/// Sends any number of requests over HTTP/2.
pub(super) type Http2Sender = http2::SendRequest<Full<Bytes>>;

/// A connection that is open, or was until recently.
pub(super) enum HttpConnection {
    /// HTTP/1, for this request exclusively. Boxed, because it is handed on with every response.
    Http1(Box<Http1Connection>),
    /// HTTP/2, shared with other requests. The number distinguishes it from its successors.
    Http2(Http2Sender, u64),
}

/// Why a request got no response.
#[derive(Debug)]
pub(super) struct SendFailure {
    pub(super) error: HttpFailure,
    /// Whether nothing of the request was written.
    pub(super) unsent: bool,
}

/// Starts HTTP on a stream. HTTP/2, which many requests share, gets a separate task.
pub(super) async fn start(stream: OpenStream, number: u64) -> Result<HttpConnection, hyper::Error> {
    let http1 = match stream {
        OpenStream::Plain(stream) => Http1Connection::new(stream.into_inner()),
        OpenStream::Secure {
            stream,
            http2: false,
        } => Http1Connection::new(TokioIo::new(stream)),
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
            return Ok(HttpConnection::Http2(sender, number));
        }
    };
    Ok(HttpConnection::Http1(Box::new(http1)))
}

// === impl SendFailure ===

impl<T> From<TrySendError<T>> for SendFailure {
    fn from(failed: TrySendError<T>) -> Self {
        Self {
            unsent: failed.message().is_some(),
            error: failed.into_error().into(),
        }
    }
}
