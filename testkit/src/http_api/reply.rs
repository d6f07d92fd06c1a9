//! Replies that a test scripts.

use std::time::Duration;

use bytes::Bytes;
use serde_json::Value;

use super::body::{self, ReplyBody};

/// One reply: regular, slow, huge or broken.
#[derive(Clone, Debug)]
pub struct ScriptedReply {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: ReplyBody,
    pub(super) delay: Duration,
    pub(super) pause: Duration,
    pub(super) manner: ReplyManner,
}

/// How a reply is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ReplyManner {
    /// To its end.
    Whole,
    /// Closes the connection after this many bytes of the body.
    Cut(u64),
    /// Stops sending after this many bytes of the body.
    Stall(u64),
    /// Never sends anything.
    Hang,
    /// The connection is closed before the answer.
    Close,
    /// These bytes in place of an answer; then the connection is closed.
    Raw(Bytes),
}

/// A sequence of replies, of which each request takes the next and the last one stays.
#[derive(Clone, Debug)]
pub struct ReplySequence(pub(super) Vec<ScriptedReply>);

// === impl ScriptedReply ===

impl ScriptedReply {
    /// A status and an empty body.
    pub fn status(status: u16) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body: ReplyBody::Whole(Bytes::new()),
            delay: Duration::ZERO,
            pause: Duration::ZERO,
            manner: ReplyManner::Whole,
        }
    }

    /// The request as a JSON object, with 200.
    ///
    /// Its members are `method`, `target`, `path`, `query` (undecoded, or null), `headers`
    /// (lower-case names; repeated ones joined with a comma), `cookies`, `body` (text, or base64
    /// with `bodyIsBase64`) and `contentType`.
    pub fn echo() -> Self {
        Self {
            body: ReplyBody::Echo,
            ..Self::status(200)
        }
        .header("content-type", "application/json")
    }

    /// A JSON value, with 200.
    pub fn json(value: &Value) -> Self {
        Self::bytes("application/json", value.to_string())
    }

    /// A plain text, with 200.
    pub fn text(text: &str) -> Self {
        Self::bytes("text/plain; charset=utf-8", text.to_owned())
    }

    /// Bytes of a type, with 200.
    pub fn bytes(content_type: &str, bytes: impl Into<Bytes>) -> Self {
        Self::of(content_type, ReplyBody::Whole(bytes.into()))
    }

    /// Bytes that are sent piece by piece and without a length, with 200.
    pub fn pieces<P: Into<Bytes>>(content_type: &str, pieces: impl IntoIterator<Item = P>) -> Self {
        let pieces = pieces.into_iter().map(Into::into).collect();
        Self::of(content_type, ReplyBody::Pieces(pieces))
    }

    /// So many zeros, announced with their length and made on the way.
    pub fn zeros(size: u64) -> Self {
        Self::of("application/octet-stream", ReplyBody::Zeros(size))
    }

    /// A text that never ends.
    pub fn endless() -> Self {
        let piece = "and so on ".repeat(1000);
        Self::of("text/plain", ReplyBody::Endless(piece.into()))
    }

    /// A small compressed body that decompresses to at least this many zeros.
    pub fn gzip_bomb(size: u64) -> Self {
        Self::of("application/json", ReplyBody::Bomb(size)).header("content-encoding", "gzip")
    }

    /// A redirect; the status is 301, 302, 303, 307 or 308.
    pub fn redirect(status: u16, to: &str) -> Self {
        Self::status(status).header("location", to)
    }

    /// No answer, ever. The connection stays open until the client closes it.
    pub fn hang() -> Self {
        Self::in_manner(ReplyManner::Hang)
    }

    /// No answer: the connection is closed when the request has been read.
    pub fn close() -> Self {
        Self::in_manner(ReplyManner::Close)
    }

    /// These bytes in place of an answer, be they HTTP or not; then the connection is closed.
    pub fn raw(bytes: impl Into<Bytes>) -> Self {
        Self::in_manner(ReplyManner::Raw(bytes.into()))
    }

    /// Sets the status.
    #[must_use]
    pub fn with_status(mut self, status: u16) -> Self {
        self.status = status;
        self
    }

    /// Adds a header. A `content-length` or `transfer-encoding` replaces the correct one.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Delays the reply.
    #[must_use]
    pub fn delay(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }

    /// Pauses before each piece of the body.
    #[must_use]
    pub fn pause(mut self, pause: Duration) -> Self {
        self.pause = pause;
        self
    }

    /// Closes the connection after this many bytes of the body.
    #[must_use]
    pub fn cut_after(mut self, bytes: u64) -> Self {
        self.manner = ReplyManner::Cut(bytes);
        self
    }

    /// Stops sending after this many bytes of the body.
    #[must_use]
    pub fn stall_after(mut self, bytes: u64) -> Self {
        self.manner = ReplyManner::Stall(bytes);
        self
    }

    /// The same, packed with gzip.
    ///
    /// # Panics
    ///
    /// When the body is not one that was given as a whole.
    #[must_use]
    pub fn gzipped(mut self) -> Self {
        let ReplyBody::Whole(bytes) = &self.body else {
            panic!("only a body that was given as a whole can be packed");
        };
        self.body = ReplyBody::Whole(body::gzip(bytes));
        self.header("content-encoding", "gzip")
    }

    fn of(content_type: &str, body: ReplyBody) -> Self {
        Self {
            body,
            ..Self::status(200)
        }
        .header("content-type", content_type)
    }

    fn in_manner(manner: ReplyManner) -> Self {
        Self {
            manner,
            ..Self::status(200)
        }
    }

    pub(super) fn names(&self, header: &str) -> bool {
        let alike = |(name, _): &(String, String)| name.eq_ignore_ascii_case(header);
        self.headers.iter().any(alike)
    }
}

// === impl ReplySequence ===

impl From<ScriptedReply> for ReplySequence {
    fn from(reply: ScriptedReply) -> Self {
        Self(vec![reply])
    }
}

impl From<Vec<ScriptedReply>> for ReplySequence {
    fn from(replies: Vec<ScriptedReply>) -> Self {
        Self(replies)
    }
}

impl<const N: usize> From<[ScriptedReply; N]> for ReplySequence {
    fn from(replies: [ScriptedReply; N]) -> Self {
        Self(replies.into())
    }
}
