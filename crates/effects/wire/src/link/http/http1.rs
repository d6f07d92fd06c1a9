//! An HTTP/1 connection without a task of its own.
//!
//! A library would drive the connection as a separate future and pass every request and response
//! between tasks. Here the task that waits for the response reads it from the socket: one write and
//! one read for an ordinary exchange.

mod body;
mod chunks;
mod head;

use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, Waker, ready};

use bytes::{Buf, Bytes, BytesMut};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::io::{poll_read_buf, poll_write_buf};

use self::body::BodyReader;
use super::connection::SendFailure;
use super::failure::HttpFailure;

pub(super) use self::head::ResponseHead;

/// The size of a read buffer; ordinary answers share one.
const BUFFER: usize = 8 * 1024;
/// The size of a read buffer if more data is expected.
const BUFFER_LARGE: usize = 256 * 1024;
/// The maximum buffer that is allocated at once for a body that is read in one piece.
const GATHERED_MAX: usize = 16 * 1024 * 1024;
/// The minimum free space before more memory is allocated.
const ROOM: usize = 1024;

/// An open connection over any transport.
pub(super) trait Socket: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Socket for T {}

/// A connection for one request at a time. It makes progress only when it is polled.
pub(super) struct Http1Connection {
    socket: Box<dyn Socket>,
    /// Bytes that were read but not consumed.
    unread: BytesMut,
    /// The body of the current response.
    body: Option<BodyReader>,
    /// Whether the body is read in one piece.
    gathers: bool,
    /// Whether another request can follow once the body is read.
    reusable: bool,
    closed: bool,
}

// === impl Http1Connection ===

impl Http1Connection {
    /// Creates a connection over an unused socket.
    pub(super) fn new(socket: impl Socket + 'static) -> Self {
        Self {
            socket: Box::new(socket),
            unread: BytesMut::new(),
            body: None,
            gathers: false,
            reusable: true,
            closed: false,
        }
    }

    /// Sends a request, and waits for the head of the response. If the future is dropped, the
    /// connection cannot be reused.
    pub(super) async fn send(
        &mut self,
        head: Bytes,
        content: Bytes,
    ) -> Result<ResponseHead, SendFailure> {
        if !self.is_ready() {
            return Err(SendFailure {
                error: HttpFailure::Ended,
                unsent: true,
            });
        }
        // Until the response has been read completely, the connection is in use.
        self.reusable = false;
        let mut request = head.chain(content);
        let whole = request.remaining();
        let sent = poll_fn(|context| self.poll_exchange(&mut request, context)).await;
        let unsent = request.remaining() == whole;
        sent.inspect_err(|_| self.closed = true)
            .map_err(|error| SendFailure { error, unsent })
    }

    /// Writes the request, and reads the head of the response once it arrives. A server may answer
    /// before it has read everything.
    fn poll_exchange(
        &mut self,
        request: &mut impl Buf,
        context: &mut Context<'_>,
    ) -> Poll<Result<ResponseHead, HttpFailure>> {
        let mut refused = None;
        while request.has_remaining() {
            match poll_write_buf(Pin::new(&mut self.socket), context, request) {
                Poll::Ready(Ok(0)) => return Poll::Ready(Err(HttpFailure::Ended)),
                Poll::Ready(Ok(_)) => {}
                // A server that rejects the request early may have sent the reason before it
                // closed.
                Poll::Ready(Err(error)) => {
                    refused = Some(HttpFailure::from(error));
                    break;
                }
                Poll::Pending => break,
            }
        }
        match self.poll_head(!request.has_remaining(), context) {
            Poll::Ready(Err(HttpFailure::Ended)) | Poll::Pending if refused.is_some() => {
                Poll::Ready(Err(refused.unwrap_or(HttpFailure::Ended)))
            }
            read => read,
        }
    }

    fn poll_head(
        &mut self,
        was_sent: bool,
        context: &mut Context<'_>,
    ) -> Poll<Result<ResponseHead, HttpFailure>> {
        loop {
            if let Some((head, terms)) = head::take(&mut self.unread)? {
                self.body = Some(BodyReader::new(terms.framing));
                self.gathers = false;
                self.reusable = terms.keeps_alive && was_sent;
                return Poll::Ready(Ok(head));
            }
            if !ready!(self.poll_fill(BUFFER, context))? {
                return Poll::Ready(Err(HttpFailure::Ended));
            }
        }
    }

    /// Requests the rest of the body in one piece if its length is known, which avoids copies when
    /// it is collected.
    pub(super) fn gather(&mut self) {
        self.gathers = true;
    }

    /// The next piece of the response's body; `None` at its end.
    pub(super) fn poll_body(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, HttpFailure>>> {
        loop {
            let Some(body) = &mut self.body else {
                return Poll::Ready(None);
            };
            let missing = if self.gathers {
                body.missing(self.unread.len(), GATHERED_MAX)
            } else {
                0
            };
            let taken = match missing {
                0 => body.take(&mut self.unread),
                _ => Ok(None),
            };
            let piece = match taken {
                Ok(Some(piece)) => Some(Ok(piece)),
                Ok(None) if body.is_over() => {
                    self.body = None;
                    self.closed |= !self.reusable;
                    None
                }
                Ok(None) => {
                    let expected = body.expected().clamp(BUFFER, BUFFER_LARGE);
                    let wanted = expected.max(missing);
                    let filled = ready!(self.poll_fill(wanted, context));
                    match filled {
                        Ok(true) => continue,
                        Ok(false) => match self.body.as_mut().map(BodyReader::end) {
                            Some(Ok(())) => continue,
                            _ => Some(Err(HttpFailure::Ended)),
                        },
                        Err(error) => Some(Err(error)),
                    }
                }
                Err(error) => Some(Err(error)),
            };
            let is_large = matches!(&piece, Some(Ok(piece)) if piece.len() > BUFFER_LARGE);
            if is_large && self.gathers && self.unread.is_empty() {
                // The piece owns the memory; an idle connection must not keep it.
                self.unread = BytesMut::new();
            }
            if matches!(piece, Some(Err(_))) {
                self.body = None;
                self.closed = true;
            }
            return Poll::Ready(piece);
        }
    }

    /// Whether the body was read completely, including when its end was in the bytes read before.
    pub(super) fn is_read(&mut self) -> bool {
        let over = self.body.as_ref().is_none_or(BodyReader::is_over);
        if over && self.body.take().is_some() {
            self.closed |= !self.reusable;
        }
        over
    }

    /// The remaining length of the body, if it is known.
    pub(super) fn content_length(&self) -> Option<u64> {
        self.body.as_ref().map_or(Some(0), BodyReader::length)
    }

    /// Checks, without waiting, whether the other side has closed the connection or sent something
    /// unsolicited. Also removes the waker of the previous task.
    pub(super) fn rest(&mut self) {
        if self.closed || self.body.is_some() {
            return;
        }
        let mut unwoken = Context::from_waker(Waker::noop());
        let is_quiet = self.unread.is_empty() && self.poll_fill(ROOM, &mut unwoken).is_pending();
        self.closed = !is_quiet;
    }

    /// Whether the next request can be sent.
    pub(super) fn is_ready(&self) -> bool {
        self.body.is_none() && self.reusable && !self.closed
    }

    /// Whether the connection cannot be used any more.
    pub(super) fn is_closed(&self) -> bool {
        self.closed
    }

    /// Reads more; `false` at the end of the stream.
    fn poll_fill(
        &mut self,
        wanted: usize,
        context: &mut Context<'_>,
    ) -> Poll<Result<bool, HttpFailure>> {
        let room = self.unread.capacity() - self.unread.len();
        if room < ROOM.max(wanted / 4) {
            self.unread.reserve(wanted);
        }
        let read = poll_read_buf(Pin::new(&mut self.socket), context, &mut self.unread);
        Poll::Ready(Ok(ready!(read)? > 0))
    }
}

#[cfg(test)]
mod tests;
