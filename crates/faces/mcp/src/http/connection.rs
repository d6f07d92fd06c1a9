//! A connection of HTTP/1.1 on which a client posts one message after the other.
//!
//! Nearly every connection is one, and nearly all of its time is spent here: one task reads a
//! request, answers it and writes the answer, with one read and one write for an ordinary call. A
//! request of any other form is left for a library that knows all of HTTP, together with the
//! connection.

mod date;
mod idle_alarm;
mod output;

use std::future::poll_fn;
use std::io;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use candor_wire::PlainPost;
use http::Request;
use tokio::net::TcpStream;
use tokio_util::io::poll_read_buf;
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

use self::idle_alarm::IdleAlarm;
use self::output::ResponseOutput;
use super::{McpEndpoints, post};

/// How much memory is taken at once; ordinary requests share it.
const BUFFER: usize = 8 * 1024;
/// With less room than that more memory is taken.
const ROOM: usize = 1024;
/// How much a client may send before its last request is answered.
const AHEAD_MAX: usize = 64 * 1024;

/// How a connection goes on whose client posts no more plain messages.
#[derive(Debug)]
pub enum MessageConnectionEnd {
    /// It is closed.
    Closed,
    /// Its next request is something else, of which this much has been read.
    OtherRequest {
        /// The connection.
        stream: TcpStream,
        /// What was read of it and not answered.
        unread: BytesMut,
    },
}

/// One connection, and what was read of it.
struct MessageConnection {
    stream: TcpStream,
    unread: BytesMut,
    alarm: IdleAlarm,
    stop: CancellationToken,
    stopping: Pin<Box<WaitForCancellationFutureOwned>>,
}

/// What comes of waiting for a request.
enum NextRequest {
    Post(Box<Request<Bytes>>),
    Other,
    /// It has ended, or nothing has come for too long.
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
    /// Serves a connection as long as its requests carry messages. A request may take as long as
    /// `patience` to arrive, and so may the next one after it.
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
                NextRequest::Post(request) => *request,
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
    /// Waits until a whole request is there.
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

    /// Answers a request; false, if the connection ends with it. A client that hangs up takes its
    /// request back.
    async fn answer(
        &mut self,
        endpoints: &McpEndpoints,
        request: Request<Bytes>,
    ) -> io::Result<bool> {
        let Self {
            stream,
            unread,
            stop,
            ..
        } = self;
        let mut answering = pin!(post::post_whole(&endpoints.0, request));
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

/// Reads what has come, with room for what is missing; 0 at the end of the stream.
fn poll_fill(
    stream: &mut TcpStream,
    unread: &mut BytesMut,
    missing: usize,
    context: &mut Context<'_>,
) -> Poll<io::Result<usize>> {
    // Not before there is something to read: a connection at rest needs no memory for it.
    ready!(stream.poll_read_ready(context))?;
    if unread.capacity() - unread.len() < missing.max(ROOM) {
        unread.reserve(missing.max(BUFFER));
    }
    poll_read_buf(Pin::new(stream), context, unread)
}

/// Waits until the client closes the connection. What it sends meanwhile is kept for later.
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
