//! An HTTP/1 connection that its user carries.
//!
//! The library makes a connection a future of its own, beside the requests on it. In a task of its
//! own, every request would be handed to that task and its response handed back, often between
//! threads. Here whoever waits for the response polls the connection too.

use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use http::Response;
use http_body_util::Full;
use hyper::body::{Body, Frame, Incoming};
use hyper::client::conn::http1;

use super::connect::ByteStream;
use super::connection::{HttpRequest, SendFailure};

/// A connection for one request at a time. Nothing happens on it unless it is polled.
pub(super) struct Http1Connection {
    sender: http1::SendRequest<Full<Bytes>>,
    /// None when it has ended.
    driver: Option<ConnectionDriver>,
}

/// What reads and writes for a connection.
type ConnectionDriver = Pin<Box<dyn Future<Output = Result<(), hyper::Error>> + Send>>;

// === impl Http1Connection ===

impl Http1Connection {
    /// Begins to speak over a stream.
    pub(super) async fn start(stream: impl ByteStream + 'static) -> Result<Self, hyper::Error> {
        let (sender, connection) = http1::handshake(stream).await?;
        let mut connection = Self {
            sender,
            driver: Some(Box::pin(connection)),
        };
        connection.rest();
        Ok(connection)
    }

    /// Sends a request once, and waits for the head of the response. Dropping the future leaves a
    /// connection that cannot be used again.
    pub(super) async fn send(
        &mut self,
        request: HttpRequest,
    ) -> Result<Response<Incoming>, SendFailure> {
        let mut response = pin!(self.sender.try_send_request(request));
        let driver = &mut self.driver;
        // Only the driver brings the response, so that it alone needs to wake this task.
        let sent = std::future::poll_fn(|context| {
            if let done @ Poll::Ready(_) = response.as_mut().poll(&mut unwoken()) {
                return done;
            }
            drive(driver, context);
            response.as_mut().poll(&mut unwoken())
        });
        sent.await.map_err(SendFailure::from)
    }

    /// The next piece of a response.
    pub(super) fn poll_frame(
        &mut self,
        body: &mut Incoming,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        // What has been read already is fetched without being woken for it.
        if let frame @ Poll::Ready(_) = self.poll_read_frame(body) {
            return frame;
        }
        drive(&mut self.driver, context);
        Pin::new(body).poll_frame(&mut unwoken())
    }

    /// The next piece of a response, where it is there without waiting.
    pub(super) fn poll_read_frame(
        &mut self,
        body: &mut Incoming,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        self.rest();
        if let frame @ Poll::Ready(_) = Pin::new(&mut *body).poll_frame(&mut unwoken()) {
            return frame;
        }
        self.rest();
        Pin::new(body).poll_frame(&mut unwoken())
    }

    /// Does what can be done without waiting. Whoever polled it before is no longer woken for it.
    pub(super) fn rest(&mut self) {
        drive(&mut self.driver, &mut unwoken());
    }

    /// Whether the next request can be sent.
    pub(super) fn is_ready(&self) -> bool {
        self.driver.is_some() && self.sender.is_ready()
    }

    /// Whether it will take no more requests.
    pub(super) fn is_closed(&self) -> bool {
        self.driver.is_none() || self.sender.is_closed()
    }
}

/// Reads and writes what can be read and written now.
fn drive(driver: &mut Option<ConnectionDriver>, context: &mut Context<'_>) {
    let Some(connection) = driver else {
        return;
    };
    if let Poll::Ready(ended) = connection.as_mut().poll(context) {
        if let Err(error) = ended {
            tracing::trace!(target: "candor::upstream", %error, "a connection ended");
        }
        *driver = None;
    }
}

/// For what is polled again anyway.
fn unwoken() -> Context<'static> {
    Context::from_waker(Waker::noop())
}

#[cfg(test)]
mod tests {
    use http::Request;
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
        let started = Http1Connection::start(TokioIo::new(ours)).await;
        let mut connection = started.expect("started");
        drop(theirs);
        connection.rest();
        let failure = connection.send(request()).await.expect_err("closed");
        assert!(failure.unsent, "{}", failure.error);

        // The end comes after the request was read.
        let (ours, mut theirs) = duplex(1024);
        let started = Http1Connection::start(TokioIo::new(ours)).await;
        let mut connection = started.expect("started");
        let server = tokio::spawn(async move { theirs.read_u8().await });
        let failure = connection.send(request()).await.expect_err("closed");
        assert!(!failure.unsent, "{}", failure.error);
        assert_eq!(server.await.expect("no panic").expect("a byte"), b'G');
    }

    #[tokio::test]
    async fn a_response_that_nobody_asked_for_ends_the_connection() {
        let (ours, mut theirs) = duplex(1024);
        let started = Http1Connection::start(TokioIo::new(ours)).await;
        let mut connection = started.expect("started");
        let answer = b"HTTP/1.1 204 No Content\r\n\r\n";
        theirs.write_all(answer).await.expect("written");
        connection.rest();
        assert!(connection.is_closed());
        let failure = connection.send(request()).await.expect_err("closed");
        assert!(failure.unsent, "{}", failure.error);
    }

    #[tokio::test]
    async fn one_request_follows_the_other() {
        let (ours, mut theirs) = duplex(64 * 1024);
        let started = Http1Connection::start(TokioIo::new(ours)).await;
        let mut connection = started.expect("started");
        let server = tokio::spawn(async move {
            for size in [0, 3, 40_000] {
                let mut head = [0; 1024];
                let _ = theirs.read(&mut head).await.expect("a request");
                let answer = format!("HTTP/1.1 200 OK\r\ncontent-length: {size}\r\n\r\n");
                theirs.write_all(answer.as_bytes()).await.expect("written");
                theirs.write_all(&vec![b'x'; size]).await.expect("written");
            }
        });
        for size in [0, 3, 40_000] {
            assert!(connection.is_ready());
            let response = connection.send(request()).await.expect("a response");
            let mut body = response.into_body();
            let mut got = 0;
            while let Some(frame) =
                std::future::poll_fn(|context| connection.poll_frame(&mut body, context)).await
            {
                let frame = frame.expect("a piece");
                got += frame.data_ref().map_or(0, Bytes::len);
            }
            assert_eq!(got, size);
            connection.rest();
        }
        server.await.expect("no panic");
    }
}
