//! An HTTP/1 connection that its user carries.
//!
//! A library would make the connection a future of its own, beside the requests on it, and hand
//! every request and every response over between the two. Here whoever waits for the response reads
//! it from the socket: one write and one read for an ordinary exchange.

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

/// How much memory is taken at once; ordinary answers share it.
const BUFFER: usize = 8 * 1024;
/// The same where more is known to come.
const BUFFER_LARGE: usize = 256 * 1024;
/// The most memory that is taken at once for a body that is wanted in one piece.
const GATHERED_MAX: usize = 16 * 1024 * 1024;
/// With less room than that more memory is taken.
const ROOM: usize = 1024;

/// An open connection, whatever is below it.
pub(super) trait Socket: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Socket for T {}

/// A connection for one request at a time. Nothing happens on it unless it is polled.
pub(super) struct Http1Connection {
    socket: Box<dyn Socket>,
    /// What was read and not yet handed out.
    unread: BytesMut,
    /// The body of the response that is being read.
    body: Option<BodyReader>,
    /// Whether the body is wanted in one piece.
    gathers: bool,
    /// Whether another request can follow once the body is read.
    reusable: bool,
    closed: bool,
}

// === impl Http1Connection ===

impl Http1Connection {
    /// Speaks over a socket on which nothing was said yet.
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

    /// Sends a request once, and waits for the head of the response. Dropping the future leaves a
    /// connection that cannot be used again.
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
        // Until the response has been read to its end, a request may be on its way.
        self.reusable = false;
        let mut request = head.chain(content);
        let whole = request.remaining();
        let sent = poll_fn(|context| self.poll_exchange(&mut request, context)).await;
        let unsent = request.remaining() == whole;
        sent.inspect_err(|_| self.closed = true)
            .map_err(|error| SendFailure { error, unsent })
    }

    /// Writes what can be written, and reads the head of the response once it comes. A server may
    /// answer before it has read everything.
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
                // A server that has seen enough may have said why before it closed.
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

    /// Hands out the rest of the body in one piece where its length is known, so that whoever wants
    /// all of it need not copy it together.
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
                // The piece has the memory; a connection that rests must not hold on to it.
                self.unread = BytesMut::new();
            }
            if matches!(piece, Some(Err(_))) {
                self.body = None;
                self.closed = true;
            }
            return Poll::Ready(piece);
        }
    }

    /// Whether the body was read to its end; what was read before may have been the last of it.
    pub(super) fn is_read(&mut self) -> bool {
        let over = self.body.as_ref().is_none_or(BodyReader::is_over);
        if over && self.body.take().is_some() {
            self.closed |= !self.reusable;
        }
        over
    }

    /// The length of the body that is still to come, where it is known.
    pub(super) fn content_length(&self) -> Option<u64> {
        self.body.as_ref().map_or(Some(0), BodyReader::length)
    }

    /// Looks, without waiting, whether the other side has ended the connection or said something
    /// that nobody asked for. Whoever polled it before is no longer woken for it.
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

    /// Whether it will take no more requests.
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
