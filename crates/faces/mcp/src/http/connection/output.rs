//! Writes a response to the client.
//!
//! Available bytes are written together. A body of unknown length is sent in chunks.

use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::{Body, HttpBody};
use axum::response::Response;
use bytes::{Buf, Bytes, BytesMut};
use http::StatusCode;
use tokio::io::AsyncWrite;
use tokio::net::TcpStream;
use tokio_util::io::poll_write_buf;

use super::super::answer::PostReply;
use super::date;
use crate::response::{FinishedResponse, ResponseMessage};

/// The maximum number of bytes gathered before writing.
const GATHERED_MAX: usize = 1024 * 1024;
/// The maximum number of buffers per write.
const PIECES_MAX: usize = 64;
/// The initial capacity for a head, which is nearly always enough.
const HEAD_ROOM: usize = 256;
/// The maximum length of a text that is copied behind the head. The whole response then takes one
/// buffer and one plain write.
const JOINED_MAX: usize = 16 * 1024;

/// The unwritten bytes of a response, and the source of the remaining ones.
pub(super) struct ResponseOutput {
    pieces: OutputPieces,
    /// `None` once all of it has been gathered.
    body: Option<Body>,
    is_chunked: bool,
}

/// The head of a response and a queue of byte buffers.
struct OutputPieces {
    head: BytesMut,
    pieces: VecDeque<Bytes>,
    length: usize,
}

// === impl ResponseOutput ===

impl ResponseOutput {
    pub(super) fn new(reply: PostReply, keeps_alive: bool) -> Self {
        match reply {
            PostReply::Message(answer) => Self::message(answer, keeps_alive),
            PostReply::Http(response) => Self::http(response, keeps_alive),
        }
    }

    /// A single message that is complete.
    fn message(answer: FinishedResponse, keeps_alive: bool) -> Self {
        let (length, joined) = match &answer.message {
            ResponseMessage::Whole(text) if text.len() <= JOINED_MAX => (text.len(), &text[..]),
            ResponseMessage::Whole(text) => (text.len(), &[][..]),
            ResponseMessage::Pieces(json) => (json.len(), &[][..]),
        };
        let mut head = begin_head(answer.status, joined.len());
        put_header(&mut head, "content-type", b"application/json");
        end_head(&mut head, Some(length as u64), keeps_alive);
        head.extend_from_slice(joined);
        let is_joined = !joined.is_empty();
        let mut pieces = OutputPieces::new(head);
        match answer.message {
            ResponseMessage::Whole(_) if is_joined => {}
            ResponseMessage::Whole(text) => pieces.push(text),
            ResponseMessage::Pieces(json) => json.pieces().iter().cloned().for_each(|piece| {
                pieces.push(piece);
            }),
        }
        Self {
            pieces,
            body: None,
            is_chunked: false,
        }
    }

    /// Any response; its body may still be pending.
    fn http(response: Response, keeps_alive: bool) -> Self {
        let (parts, body) = response.into_parts();
        let length = body.size_hint().exact();
        let mut head = begin_head(parts.status, 0);
        for (name, value) in &parts.headers {
            put_header(&mut head, name.as_str(), value.as_bytes());
        }
        end_head(&mut head, length, keeps_alive);
        Self {
            pieces: OutputPieces::new(head),
            body: (length != Some(0)).then_some(body),
            is_chunked: length.is_none(),
        }
    }

    /// Sends the response. Ready when all of it is written.
    pub(super) fn poll_send(
        &mut self,
        stream: &mut TcpStream,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            let gathered = self.poll_gather(context)?;
            while self.pieces.has_remaining() {
                ready!(self.pieces.poll_write(stream, context))?;
            }
            if self.body.is_none() {
                return Pin::new(stream).poll_flush(context);
            }
            ready!(gathered);
        }
    }

    /// Gathers available parts of the body, up to a limit. Ready when there is something to write.
    fn poll_gather(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while self.pieces.length < GATHERED_MAX {
            let Some(body) = &mut self.body else {
                break;
            };
            match ready!(Pin::new(body).poll_frame(context)) {
                Some(Ok(frame)) => {
                    // Trailers are ignored.
                    if let Ok(data) = frame.into_data() {
                        self.put(data);
                    }
                }
                Some(Err(error)) => return Poll::Ready(Err(io::Error::other(error))),
                None => self.end(),
            }
        }
        Poll::Ready(Ok(()))
    }

    fn put(&mut self, data: Bytes) {
        if data.is_empty() {
            return;
        }
        if self.is_chunked {
            self.pieces.push(format!("{:x}\r\n", data.len()).into());
            self.pieces.push(data);
            self.pieces.push(Bytes::from_static(b"\r\n"));
        } else {
            self.pieces.push(data);
        }
    }

    fn end(&mut self) {
        self.body = None;
        if self.is_chunked {
            self.pieces.push(Bytes::from_static(b"0\r\n\r\n"));
        }
    }
}

/// Starts the head of a response, with room for so many bytes after it.
fn begin_head(status: StatusCode, behind: usize) -> BytesMut {
    let mut head = BytesMut::with_capacity(HEAD_ROOM + behind);
    head.extend_from_slice(b"HTTP/1.1 ");
    head.extend_from_slice(status.as_str().as_bytes());
    head.extend_from_slice(b" ");
    head.extend_from_slice(status.canonical_reason().unwrap_or_default().as_bytes());
    head
}

/// Finishes the head with the headers of every response.
fn end_head(head: &mut BytesMut, length: Option<u64>, keeps_alive: bool) {
    match length {
        Some(length) => put_header(head, "content-length", length.to_string().as_bytes()),
        None => put_header(head, "transfer-encoding", b"chunked"),
    }
    if !keeps_alive {
        put_header(head, "connection", b"close");
    }
    head.extend_from_slice(b"\r\ndate: ");
    date::put(head);
    head.extend_from_slice(b"\r\n\r\n");
}

fn put_header(text: &mut BytesMut, name: &str, value: &[u8]) {
    text.extend_from_slice(b"\r\n");
    text.extend_from_slice(name.as_bytes());
    text.extend_from_slice(b": ");
    text.extend_from_slice(value);
}

// === impl OutputPieces ===

impl OutputPieces {
    fn new(head: BytesMut) -> Self {
        Self {
            length: head.len(),
            head,
            pieces: VecDeque::new(),
        }
    }

    /// Writes as much as the client takes at once.
    fn poll_write(
        &mut self,
        stream: &mut TcpStream,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        let stream = Pin::new(stream);
        if !self.pieces.is_empty() {
            return poll_write_buf(stream, context, self);
        }
        let written = ready!(stream.poll_write(context, &self.head))?;
        self.advance(written);
        Poll::Ready(Ok(written))
    }

    fn push(&mut self, piece: Bytes) {
        self.length += piece.len();
        self.pieces.push_back(piece);
    }
}

impl Buf for OutputPieces {
    fn remaining(&self) -> usize {
        self.length
    }

    fn chunk(&self) -> &[u8] {
        match self.pieces.front() {
            Some(piece) if self.head.is_empty() => piece,
            _ => &self.head,
        }
    }

    fn advance(&mut self, mut count: usize) {
        self.length -= count;
        let of_head = count.min(self.head.len());
        self.head.advance(of_head);
        count -= of_head;
        while let Some(first) = self.pieces.front_mut() {
            if count < first.len() {
                first.advance(count);
                return;
            }
            count -= first.len();
            self.pieces.pop_front();
        }
    }

    fn chunks_vectored<'a>(&'a self, slices: &mut [IoSlice<'a>]) -> usize {
        let head = Some(&*self.head).filter(|head| !head.is_empty());
        let pieces = head
            .into_iter()
            .chain(self.pieces.iter().map(|piece| &**piece));
        let places = slices.iter_mut().take(PIECES_MAX);
        let filled = places.zip(pieces).map(|(place, piece)| {
            *place = IoSlice::new(piece);
        });
        filled.count()
    }
}
