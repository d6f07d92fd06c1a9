//! An HTTP/1.1 connection on which a client posts one message after the other.
//!
//! Nearly every connection is of this kind: one task reads a request, answers it and writes the
//! answer, with one read and one write for an ordinary call. Any other request is handed over, with
//! its connection, to a library that implements all of HTTP.

mod date;
mod idle_alarm;
mod output;

use std::future::poll_fn;
use std::io;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::BytesMut;
use candor_boxed::boxed;
use candor_wire::{PlainPost, PlainRequest};
use tokio::net::TcpStream;
use tokio_util::io::poll_read_buf;
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

use self::idle_alarm::IdleAlarm;
use self::output::ResponseOutput;
use super::{McpEndpoints, post};

/// The size of a read buffer; ordinary requests share one.
const BUFFER: usize = 8 * 1024;
/// The minimum free space in the buffer before a new one is allocated.
const ROOM: usize = 1024;
/// The maximum number of bytes buffered while a request is being answered.
const AHEAD_MAX: usize = 64 * 1024;

/// The end of a connection that carried plain messages.
#[derive(Debug)]
pub enum MessageConnectionEnd {
    /// The connection is closed.
    Closed,
    /// The next request has another form.
    OtherRequest {
        /// The open connection.
        stream: TcpStream,
        /// The bytes that were read but not processed.
        unread: BytesMut,
    },
}

/// One connection with its read buffer.
struct MessageConnection {
    stream: TcpStream,
    unread: BytesMut,
    alarm: IdleAlarm,
    stop: CancellationToken,
    stopping: Pin<Box<WaitForCancellationFutureOwned>>,
}

/// The result of waiting for a request.
enum NextRequest {
    Post(PlainRequest),
    Other,
    /// The connection has ended, or was idle for too long.
    Over,
}

/// What comes of reading.
enum ReadEvent {
    /// More of the request.
    More,
    /// The end of the connection, or of the gateway.
    End,
    /// Nothing, for too long.
    TooSlow,
}

// === impl McpEndpoints ===

impl McpEndpoints {
    /// Serves a connection as long as its requests carry plain messages. `patience` limits both how
    /// long a request may take to arrive and the idle time before the next one.
    #[boxed]
    pub async fn serve_connection(
        &self,
        stream: TcpStream,
        patience: Duration,
        stop: CancellationToken,
    ) -> MessageConnectionEnd {
        let mut connection = MessageConnection {
            stream,
            unread: BytesMut::new(),
            alarm: IdleAlarm::new(patience),
            stopping: Box::pin(stop.clone().cancelled_owned()),
            stop,
        };
        loop {
            let request = match connection.request(self).await {
                NextRequest::Post(request) => request,
                NextRequest::Other => return connection.hand_over(),
                NextRequest::Over => return MessageConnectionEnd::Closed,
            };
            match connection.answer(self, request).await {
                Ok(true) => connection.alarm.rest(),
                Ok(false) | Err(_) => return MessageConnectionEnd::Closed,
            }
        }
    }
}

// === impl MessageConnection ===

impl MessageConnection {
    /// Waits for a complete request.
    async fn request(&mut self, endpoints: &McpEndpoints) -> NextRequest {
        let mut needed = 1;
        loop {
            if self.unread.len() >= needed {
                match PlainPost::take(&mut self.unread, |path| endpoints.serves(path)) {
                    PlainPost::Whole(request) => return NextRequest::Post(request),
                    PlainPost::Partial(more) => needed = more,
                    PlainPost::Other => return NextRequest::Other,
                }
            }
            match poll_fn(|context| self.poll_more(needed, context)).await {
                Ok(ReadEvent::More) => {}
                // A slow body: the library gives it its own time, and the client an answer.
                Ok(ReadEvent::TooSlow) if needed > self.unread.len() + 1 => {
                    return NextRequest::Other;
                }
                Ok(ReadEvent::TooSlow | ReadEvent::End) | Err(_) => return NextRequest::Over,
            }
        }
    }

    /// Reads more of a request of which so much is needed, as long as there is time for it.
    fn poll_more(
        &mut self,
        needed: usize,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<ReadEvent>> {
        let missing = needed.saturating_sub(self.unread.len());
        match poll_fill(&mut self.stream, &mut self.unread, missing, context)? {
            Poll::Ready(0) => return Poll::Ready(Ok(ReadEvent::End)),
            Poll::Ready(_) => return Poll::Ready(Ok(ReadEvent::More)),
            Poll::Pending => {}
        }
        if self.alarm.poll(context).is_ready() {
            return Poll::Ready(Ok(ReadEvent::TooSlow));
        }
        if self.unread.is_empty() && self.stopping.as_mut().poll(context).is_ready() {
            return Poll::Ready(Ok(ReadEvent::End));
        }
        Poll::Pending
    }

    /// Answers a request; returns false if the connection ends with it. If the client disconnects,
    /// the request is cancelled.
    async fn answer(
        &mut self,
        endpoints: &McpEndpoints,
        request: PlainRequest,
    ) -> io::Result<bool> {
        let Self {
            stream,
            unread,
            stop,
            ..
        } = self;
        let mut answering = pin!(post::post_plain(&endpoints.0, request));
        let reply = poll_fn(|context| {
            if let Poll::Ready(reply) = answering.as_mut().poll(context) {
                return Poll::Ready(Ok(reply));
            }
            poll_hang_up(stream, unread, context).map(Err)
        });
        let reply = reply.await?;
        let keeps_alive = !stop.is_cancelled();
        let mut output = ResponseOutput::new(reply, keeps_alive);
        poll_fn(|context| {
            if let Poll::Ready(sent) = output.poll_send(stream, context) {
                return Poll::Ready(sent);
            }
            poll_hang_up(stream, unread, context).map(Err)
        })
        .await?;
        Ok(keeps_alive)
    }

    fn hand_over(self) -> MessageConnectionEnd {
        MessageConnectionEnd::OtherRequest {
            stream: self.stream,
            unread: self.unread,
        }
    }
}

/// Reads available bytes, after reserving space for the missing ones; 0 at the end of the stream.
fn poll_fill(
    stream: &mut TcpStream,
    unread: &mut BytesMut,
    missing: usize,
    context: &mut Context<'_>,
) -> Poll<io::Result<usize>> {
    // Memory is only allocated once there is something to read, so that idle connections need none.
    ready!(stream.poll_read_ready(context))?;
    if unread.capacity() - unread.len() < missing.max(ROOM) {
        unread.reserve(missing.max(BUFFER));
    }
    poll_read_buf(Pin::new(stream), context, unread)
}

/// Waits until the client closes the connection. Bytes that it sends meanwhile are buffered.
fn poll_hang_up(
    stream: &mut TcpStream,
    unread: &mut BytesMut,
    context: &mut Context<'_>,
) -> Poll<io::Error> {
    while unread.len() < AHEAD_MAX {
        match ready!(poll_fill(stream, unread, 0, context)) {
            Ok(0) => return Poll::Ready(io::ErrorKind::ConnectionAborted.into()),
            Ok(_) => {}
            Err(error) => return Poll::Ready(error),
        }
    }
    Poll::Pending
}
