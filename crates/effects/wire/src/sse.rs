//! Server-sent events: the framing of HTTP streams.

use std::collections::VecDeque;
use std::mem;
use std::time::Duration;

use bytes::{Buf, BufMut, Bytes, BytesMut};

use crate::oversize::OversizeMessage;

/// Longer event ids are ignored, because they must fit into a header.
const MAX_ID: usize = 4096;

/// One server-sent event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SseEvent {
    /// The event type; a plain message has none.
    pub name: Option<Box<str>>,
    /// The data lines, joined.
    pub data: Bytes,
    /// The current id, for resuming after this event.
    pub id: Option<Box<str>>,
}

/// An item of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SseItem {
    /// An event within the limit.
    Event(SseEvent),
    /// The ends of the data of a larger event.
    Oversize(OversizeMessage),
}

/// Decodes bytes into events, regardless of how they are split.
#[derive(Debug)]
pub struct SseDecoder {
    limit: usize,
    line: BytesMut,
    /// The last byte was a CR, so that an LF now belongs to the same line end.
    after_return: bool,
    first_line: bool,
    name: Option<Box<str>>,
    data: Option<BytesMut>,
    over: Option<OversizeEvent>,
    last_id: Option<Box<str>>,
    retry: Option<Duration>,
    ready: VecDeque<SseItem>,
}

/// An event over the limit.
#[derive(Debug)]
struct OversizeEvent {
    line: OversizeMessage,
    data: Option<OversizeMessage>,
}

// === impl SseDecoder ===

impl SseDecoder {
    /// Accepts events of up to `limit` bytes of data.
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            line: BytesMut::new(),
            after_return: false,
            first_line: true,
            name: None,
            data: None,
            over: None,
            last_id: None,
            retry: None,
            ready: VecDeque::new(),
        }
    }

    /// Processes the next bytes of the stream.
    pub fn push(&mut self, mut chunk: &[u8]) {
        while let Some(&first) = chunk.first() {
            if mem::take(&mut self.after_return) && first == b'\n' {
                chunk = &chunk[1..];
                continue;
            }
            let Some(at) = memchr::memchr2(b'\n', b'\r', chunk) else {
                return self.grow(chunk);
            };
            self.grow(&chunk[..at]);
            self.after_return = chunk[at] == b'\r';
            chunk = &chunk[at + 1..];
            self.end_line();
        }
    }

    /// The next complete event.
    pub fn pop(&mut self) -> Option<SseItem> {
        self.ready.pop_front()
    }

    /// The id for resuming the stream, if the server sent one.
    pub fn last_event_id(&self) -> Option<&str> {
        self.last_id.as_deref()
    }

    /// The reconnection delay that the server requested.
    pub fn retry(&self) -> Option<Duration> {
        self.retry
    }

    /// Discards partial input: the stream is resumed in a new response.
    pub fn restart(&mut self) {
        let fresh = Self::new(self.limit);
        let old = mem::replace(self, fresh);
        self.last_id = old.last_id;
        self.retry = old.retry;
        self.ready = old.ready;
    }

    fn grow(&mut self, part: &[u8]) {
        if let Some(over) = &mut self.over {
            over.line.extend(part);
            return;
        }
        self.line.extend_from_slice(part);
        // The field name is not data, so a line may be slightly longer than the limit.
        let data = self.data.as_ref().map_or(0, BytesMut::len);
        if data + self.line.len() > self.limit.saturating_add("data: ".len()) {
            self.let_go();
        }
    }

    fn let_go(&mut self) {
        let mut line = OversizeMessage::new(OversizeMessage::KEEP);
        let begun = self.line.split();
        line.extend(self.without_mark(&begun));
        let data = self.data.take().map(|begun| {
            let mut data = OversizeMessage::new(OversizeMessage::KEEP);
            data.extend(&begun);
            data
        });
        self.over = Some(OversizeEvent { line, data });
    }

    fn end_line(&mut self) {
        if let Some(over) = &mut self.over {
            let line = mem::replace(&mut over.line, OversizeMessage::new(OversizeMessage::KEEP));
            if line.length() == 0 {
                self.end_event();
            } else if let Some(value) = line.head().strip_prefix(b"data:") {
                let value = value.strip_prefix(b" ").unwrap_or(value);
                let skipped = line.head().len() - value.len();
                over.add_data(&line, skipped);
            } else if line.head() != b"data" && line.length() == line.head().len() {
                self.field(line.head().into());
            }
            return;
        }
        let mut line = self.line.split();
        line.advance(line.len() - self.without_mark(&line).len());
        if line.is_empty() {
            self.end_event();
        } else {
            self.field(line);
        }
    }

    /// The line without the byte order mark that may precede the very first one.
    fn without_mark<'a>(&mut self, line: &'a [u8]) -> &'a [u8] {
        let first = mem::take(&mut self.first_line);
        line.strip_prefix(b"\xEF\xBB\xBF")
            .filter(|_| first)
            .unwrap_or(line)
    }

    fn field(&mut self, mut line: BytesMut) {
        let colon = memchr::memchr(b':', &line);
        let name = line.split_to(colon.unwrap_or(line.len()));
        if colon.is_some() {
            line.advance(1);
            if line.first() == Some(&b' ') {
                line.advance(1);
            }
        }
        match &name[..] {
            b"data" => self.data_line(line),
            b"event" => self.name = text(&line).filter(|name| !name.is_empty()),
            b"id" => {
                if let Some(id) = text(&line).filter(|id| id.len() <= MAX_ID && !id.contains('\0'))
                {
                    self.last_id = Some(id).filter(|id| !id.is_empty());
                }
            }
            b"retry" if line.iter().all(u8::is_ascii_digit) => {
                if let Some(millis) = text(&line).and_then(|millis| millis.parse().ok()) {
                    self.retry = Some(Duration::from_millis(millis));
                }
            }
            // A comment (an empty name), or an unknown field.
            _ => {}
        }
    }

    fn data_line(&mut self, line: BytesMut) {
        match &mut self.data {
            None => self.data = Some(line),
            Some(data) => {
                data.put_u8(b'\n');
                data.extend_from_slice(&line);
            }
        }
        if self
            .data
            .as_ref()
            .is_some_and(|data| data.len() > self.limit)
        {
            self.let_go();
        }
    }

    fn end_event(&mut self) {
        let name = self.name.take();
        if let Some(over) = self.over.take() {
            self.ready.extend(over.data.map(SseItem::Oversize));
        } else if let Some(data) = self.data.take() {
            let event = SseEvent {
                name,
                data: data.freeze(),
                id: self.last_id.clone(),
            };
            self.ready.push_back(SseItem::Event(event));
        }
    }
}

// === impl OversizeEvent ===

impl OversizeEvent {
    /// Adds a data line of which only the ends are left. The middle is missing from the data too,
    /// which does not matter: only the ends of the whole are ever used.
    fn add_data(&mut self, line: &OversizeMessage, skipped: usize) {
        let data = self
            .data
            .get_or_insert_with(|| OversizeMessage::new(OversizeMessage::KEEP));
        data.extend(&line.head()[skipped..]);
        if line.length() > line.head().len() {
            data.extend(line.tail());
        }
    }
}

fn text(line: &[u8]) -> Option<Box<str>> {
    std::str::from_utf8(line).ok().map(Into::into)
}

/// Serializes a message as an event. Line ends of any kind in the data arrive as LF.
pub fn event(data: &[u8]) -> Bytes {
    let mut text = BytesMut::with_capacity(data.len() + 16);
    let mut rest = data;
    loop {
        let end = memchr::memchr2(b'\n', b'\r', rest);
        text.put_slice(b"data: ");
        text.put_slice(&rest[..end.unwrap_or(rest.len())]);
        text.put_u8(b'\n');
        let Some(end) = end else { break };
        let width = if rest[end..].starts_with(b"\r\n") {
            2
        } else {
            1
        };
        rest = &rest[end + width..];
    }
    text.put_u8(b'\n');
    text.freeze()
}

/// A comment, which keeps an idle stream alive and is otherwise ignored.
pub fn comment() -> Bytes {
    Bytes::from_static(b":\n\n")
}

/// Serializes a message as an event after which a stream can be resumed.
pub fn numbered_event(id: &str, data: &[u8]) -> Bytes {
    let event = event(data);
    let mut text = BytesMut::with_capacity(event.len() + id.len() + 5);
    text.put_slice(b"id: ");
    text.put_slice(id.as_bytes());
    text.put_u8(b'\n');
    text.put_slice(&event);
    text.freeze()
}

/// An event without data: the id and the delay for resuming a stream.
pub fn priming(id: &str, retry: Duration) -> Bytes {
    Bytes::from(format!(
        "id: {id}\nretry: {}\ndata: \n\n",
        retry.as_millis()
    ))
}

#[cfg(test)]
mod tests;
