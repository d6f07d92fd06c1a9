//! Writes a response to the client.
//!
//! Available bytes are written together. A body of unknown length is sent in chunks.

use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::{Body, HttpBody};
use axum::response::Response;
use bytes::{Buf, Bytes};
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

/// The unwritten bytes of a response, and the source of the remaining ones.
pub(super) struct ResponseOutput {
    pieces: OutputPieces,
    /// `None` once all of it has been gathered.
    body: Option<Body>,
    is_chunked: bool,
}

/// A queue of byte buffers.
#[derive(Default)]
struct OutputPieces {
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
        let mut pieces = OutputPieces::default();
        let length = match &answer.message {
            ResponseMessage::Whole(text) => text.len(),
            ResponseMessage::Pieces(json) => json.len(),
        };
        let mut head = begin_head(answer.status);
        put_header(&mut head, "content-type", b"application/json");
        pieces.push(end_head(head, Some(length as u64), keeps_alive));
        match answer.message {
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
        let mut head = begin_head(parts.status);
        for (name, value) in &parts.headers {
            put_header(&mut head, name.as_str(), value.as_bytes());
        }
        let mut pieces = OutputPieces::default();
        pieces.push(end_head(head, length, keeps_alive));
        Self {
            pieces,
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
                ready!(poll_write_buf(
                    Pin::new(&mut *stream),
                    context,
                    &mut self.pieces
                ))?;
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

/// Starts the head of a response.
fn begin_head(status: StatusCode) -> Vec<u8> {
    let mut head = Vec::with_capacity(HEAD_ROOM);
    head.extend_from_slice(b"HTTP/1.1 ");
    head.extend_from_slice(status.as_str().as_bytes());
    head.push(b' ');
    head.extend_from_slice(status.canonical_reason().unwrap_or_default().as_bytes());
    head
}

/// Finishes the head with the headers of every response.
fn end_head(mut head: Vec<u8>, length: Option<u64>, keeps_alive: bool) -> Bytes {
    match length {
        Some(length) => put_header(&mut head, "content-length", length.to_string().as_bytes()),
        None => put_header(&mut head, "transfer-encoding", b"chunked"),
    }
    if !keeps_alive {
        put_header(&mut head, "connection", b"close");
    }
    head.extend_from_slice(b"\r\ndate: ");
    date::put(&mut head);
    head.extend_from_slice(b"\r\n\r\n");
    head.into()
}

fn put_header(text: &mut Vec<u8>, name: &str, value: &[u8]) {
    text.extend_from_slice(b"\r\n");
    text.extend_from_slice(name.as_bytes());
    text.extend_from_slice(b": ");
    text.extend_from_slice(value);
}

// === impl OutputPieces ===

impl OutputPieces {
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
        self.pieces.front().map_or(&[], |piece| piece)
    }

    fn advance(&mut self, mut count: usize) {
        self.length -= count;
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
        let places = slices.iter_mut().take(PIECES_MAX);
        let filled = places.zip(&self.pieces).map(|(place, piece)| {
            *place = IoSlice::new(piece);
        });
        filled.count()
    }
}
