//! One connection that requests are sent over.

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::client::conn::{TrySendError, http1, http2};
use hyper_util::rt::TokioExecutor;

use super::connect::{ByteStream, OpenStream};

/// A request as it is sent: its body is there as a whole.
pub(super) type HttpRequest = Request<Full<Bytes>>;
/// What one request at a time can be sent over.
pub(super) type Http1Sender = http1::SendRequest<Full<Bytes>>;
/// What any number of requests can be sent over.
pub(super) type Http2Sender = http2::SendRequest<Full<Bytes>>;

/// A connection that is up, or was until a moment ago.
pub(super) enum HttpConnection {
    /// HTTP/1, for this request alone.
    Http1(Http1Sender),
    /// HTTP/2, together with others. The number tells it from its successors.
    Http2(Http2Sender, u64),
}

/// Why a request got no response.
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

    /// Sends a request once, and waits for the head of the response. Dropping the future ends an
    /// HTTP/1 connection.
    pub(super) async fn send(
        &mut self,
        request: HttpRequest,
    ) -> Result<Response<Incoming>, SendFailure> {
        let sent = match self {
            Self::Http1(sender) => sender.try_send_request(request).await,
            Self::Http2(sender, _) => sender.try_send_request(request).await,
        };
        sent.map_err(SendFailure::from)
    }
}

/// Begins to speak over a stream; a task of its own carries the connection from now on.
pub(super) async fn start(stream: OpenStream, number: u64) -> Result<HttpConnection, hyper::Error> {
    match stream {
        OpenStream::Plain(stream) => start_http1(stream).await,
        OpenStream::Secure {
            stream,
            http2: false,
        } => start_http1(stream).await,
        OpenStream::Secure {
            stream,
            http2: true,
        } => {
            let (sender, connection) = http2::handshake(TokioExecutor::new(), stream).await?;
            tokio::spawn(async move { told(connection.await) });
            Ok(HttpConnection::Http2(sender, number))
        }
    }
}

async fn start_http1(stream: impl ByteStream + 'static) -> Result<HttpConnection, hyper::Error> {
    let (sender, connection) = http1::handshake(stream).await?;
    tokio::spawn(async move { told(connection.await) });
    Ok(HttpConnection::Http1(sender))
}

/// The end of a connection. Whoever waits for a response on it is told as well.
fn told(ended: Result<(), hyper::Error>) {
    if let Err(error) = ended {
        tracing::trace!(target: "candor::upstream", %error, "a connection ended");
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

#[cfg(test)]
mod tests {
    use hyper_util::rt::TokioIo;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    fn request() -> HttpRequest {
        Request::new(Full::new(Bytes::from_static(b"x")))
    }

    #[tokio::test]
    async fn knows_whether_anything_was_written() {
        // The end is there before the request is.
        let (ours, theirs) = duplex(1024);
        let connection = start_http1(TokioIo::new(ours)).await;
        let mut connection = connection.expect("started");
        drop(theirs);
        let failure = connection.send(request()).await.expect_err("closed");
        assert!(failure.unsent, "{}", failure.error);

        // The end comes after the request was read.
        let (ours, mut theirs) = duplex(1024);
        let connection = start_http1(TokioIo::new(ours)).await;
        let mut connection = connection.expect("started");
        let server = tokio::spawn(async move { theirs.read_u8().await });
        let failure = connection.send(request()).await.expect_err("closed");
        assert!(!failure.unsent, "{}", failure.error);
        assert_eq!(server.await.expect("no panic").expect("a byte"), b'G');
    }

    #[tokio::test]
    async fn a_response_that_nobody_asked_for_ends_the_connection() {
        let (ours, mut theirs) = duplex(1024);
        let connection = start_http1(TokioIo::new(ours)).await;
        let mut connection = connection.expect("started");
        let answer = b"HTTP/1.1 204 No Content\r\n\r\n";
        theirs.write_all(answer).await.expect("written");
        let failure = connection.send(request()).await.expect_err("closed");
        assert!(failure.unsent, "{}", failure.error);
    }
}
