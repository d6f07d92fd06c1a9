//! Reads requests from a socket.

use std::io;
use std::time::Duration;

use bytes::{Buf as _, BytesMut};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::request::ReceivedRequest;

/// The longest head, and the longest body.
const HEAD_MAX: usize = 1024 * 1024;
const BODY_MAX: usize = 64 * 1024 * 1024;
/// The read size.
const PIECE: usize = 16 * 1024;
/// How long a client may take to close a finished connection.
const LINGER: Duration = Duration::from_secs(10);

/// The client at the other end, and what it has sent that was not read yet.
#[derive(Debug)]
pub(super) struct HttpPeer {
    pub(super) socket: TcpStream,
    buffer: BytesMut,
}

/// Why there is no further request.
#[derive(Debug, thiserror::Error)]
pub(super) enum RequestReadError {
    /// The connection broke, or ended inside a request.
    #[error("the connection broke")]
    Broken(#[from] io::Error),
    /// The data is not HTTP/1.1.
    #[error("{0}")]
    Malformed(String),
    /// More than is taken.
    #[error("{0}")]
    TooLarge(String),
}

// === impl HttpPeer ===

impl HttpPeer {
    pub(super) fn new(socket: TcpStream) -> Self {
        Self {
            socket,
            buffer: BytesMut::new(),
        }
    }

    /// The next request, or nothing when the client has closed the connection.
    pub(super) async fn request(&mut self) -> Result<Option<ReceivedRequest>, RequestReadError> {
        if self.buffer.is_empty() && self.read().await? == 0 {
            return Ok(None);
        }
        let head = self.through(b"\r\n\r\n", HEAD_MAX, "head").await?;
        let mut request = parse(&head)?;
        let framing = framing(&request)?;
        if request
            .header("expect")
            .is_some_and(|value| value.eq_ignore_ascii_case("100-continue"))
        {
            self.socket
                .write_all(b"HTTP/1.1 100 Continue\r\n\r\n")
                .await?;
        }
        request.body = match framing {
            RequestFraming::Length(length) => self.exactly(length).await?,
            RequestFraming::Chunked => self.chunks().await?,
        };
        Ok(Some(request))
    }

    /// Waits until the client has closed the connection; what it sends meanwhile is thrown away.
    pub(super) async fn gone(&mut self) {
        self.buffer.clear();
        while self.read().await.is_ok_and(|read| read > 0) {
            self.buffer.clear();
        }
    }

    /// Ends the connection. What the client still sends is read, or the system would take back
    /// with a reset what was written last.
    pub(super) async fn close(mut self) {
        if self.socket.shutdown().await.is_ok() {
            tokio::time::timeout(LINGER, self.gone()).await.ok();
        }
    }

    /// Bytes up to and including a mark.
    async fn through(
        &mut self,
        mark: &[u8],
        most: usize,
        what: &str,
    ) -> Result<BytesMut, RequestReadError> {
        let mut from = 0;
        loop {
            let found = self.buffer[from..]
                .windows(mark.len())
                .position(|window| window == mark);
            if let Some(at) = found {
                return Ok(self.buffer.split_to(from + at + mark.len()));
            }
            if self.buffer.len() > most {
                return Err(RequestReadError::TooLarge(format!(
                    "the {what} has more than {most} bytes"
                )));
            }
            // The mark may lie across what was read and what comes.
            from = self.buffer.len().saturating_sub(mark.len() - 1);
            self.fill().await?;
        }
    }

    async fn exactly(&mut self, length: usize) -> Result<Vec<u8>, RequestReadError> {
        if length > BODY_MAX {
            return Err(RequestReadError::TooLarge(format!(
                "the body has {length} bytes, and at most {BODY_MAX} are taken"
            )));
        }
        while self.buffer.len() < length {
            self.fill().await?;
        }
        Ok(self.buffer.split_to(length).to_vec())
    }

    async fn chunks(&mut self) -> Result<Vec<u8>, RequestReadError> {
        let mut body = Vec::new();
        loop {
            let line = self.through(b"\r\n", HEAD_MAX, "line").await?;
            let line = String::from_utf8_lossy(&line);
            let size = line.split(';').next().unwrap_or_default().trim();
            let size = usize::from_str_radix(size, 16).map_err(|_| {
                RequestReadError::Malformed(format!("`{size}` is no size of a chunk"))
            })?;
            if size == 0 {
                break;
            }
            body.extend(self.exactly(size).await?);
            if body.len() > BODY_MAX {
                return Err(RequestReadError::TooLarge(format!(
                    "the body has more than {BODY_MAX} bytes"
                )));
            }
            if *self.exactly(2).await? != *b"\r\n" {
                let sentence = "a chunk does not end with a line break";
                return Err(RequestReadError::Malformed(sentence.to_owned()));
            }
        }
        // Trailers are discarded.
        while self.through(b"\r\n", HEAD_MAX, "line").await?.remaining() > 2 {}
        Ok(body)
    }

    async fn read(&mut self) -> io::Result<usize> {
        self.buffer.reserve(PIECE);
        self.socket.read_buf(&mut self.buffer).await
    }

    async fn fill(&mut self) -> Result<(), RequestReadError> {
        match self.read().await? {
            0 => Err(io::Error::from(io::ErrorKind::UnexpectedEof).into()),
            _ => Ok(()),
        }
    }
}

/// How the end of a body is determined.
enum RequestFraming {
    Length(usize),
    Chunked,
}

fn framing(request: &ReceivedRequest) -> Result<RequestFraming, RequestReadError> {
    let malformed = |sentence: String| Err(RequestReadError::Malformed(sentence));
    let mut lengths: Vec<_> = request.headers_named("content-length").collect();
    lengths.dedup();
    match (request.header("transfer-encoding"), &*lengths) {
        (None, []) => Ok(RequestFraming::Length(0)),
        (None, [length]) => match length.parse() {
            // `parse` takes a plus sign, HTTP does not.
            Ok(length) if !lengths[0].starts_with('+') => Ok(RequestFraming::Length(length)),
            _ => malformed(format!("`{length}` is no content-length")),
        },
        (None, [one, other, ..]) => malformed(format!(
            "there are two content-lengths, `{one}` and `{other}`"
        )),
        (Some(coding), []) if coding.eq_ignore_ascii_case("chunked") => Ok(RequestFraming::Chunked),
        (Some(coding), []) => malformed(format!("the transfer-encoding `{coding}` is unknown")),
        (Some(_), [..]) => {
            malformed("there are a transfer-encoding and a content-length".to_owned())
        }
    }
}

/// Splits a head into lines, accepting any bytes.
fn parse(head: &[u8]) -> Result<ReceivedRequest, RequestReadError> {
    let text = String::from_utf8_lossy(head);
    let mut lines = text.trim_end_matches("\r\n").split("\r\n");
    let first = lines.next().unwrap_or_default();
    let malformed = |what: String| RequestReadError::Malformed(what);
    let line = first
        .strip_suffix(" HTTP/1.1")
        .and_then(|rest| rest.split_once(' '));
    let (method, target) =
        line.ok_or_else(|| malformed(format!("`{first}` is no request line of HTTP/1.1")))?;
    let mut headers = Vec::new();
    for line in lines {
        let (name, value) = line
            .split_once(':')
            .ok_or_else(|| malformed(format!("the header `{line}` has no colon")))?;
        if name.is_empty() || name.contains(|c: char| c.is_whitespace() || c.is_control()) {
            return Err(malformed(format!("`{name}` is no name of a header")));
        }
        headers.push((name.to_owned(), value.trim_matches([' ', '\t']).to_owned()));
    }
    Ok(ReceivedRequest {
        method: method.to_owned(),
        target: target.to_owned(),
        headers,
        body: Vec::new(),
        head: head.to_vec(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_taken_apart_and_nothing_is_changed() {
        let head = b"get /a b?c=\xff#d HTTP/1.1\r\nHost: x\r\nX-Two:  a: b \r\nx-two:\r\n\r\n";
        let request = parse(head).expect("a request");
        assert_eq!(request.method, "get");
        assert_eq!(request.target, "/a b?c=\u{fffd}#d");
        let headers = [("Host", "x"), ("X-Two", "a: b"), ("x-two", "")];
        let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(request.headers, headers);
        assert_eq!(request.head, head);
    }

    #[test]
    fn what_is_no_request_is_refused_with_the_reason() {
        let check = |head: &str, expect: &str| {
            let head = format!("{head}\r\n\r\n");
            let read = parse(head.as_bytes()).and_then(|request| framing(&request).map(|_| ()));
            let error = read.expect_err("refused").to_string();
            assert!(error.contains(expect), "{error}");
        };
        check("PRI * HTTP/2.0", "`PRI * HTTP/2.0` is no request line");
        check("GET HTTP/1.1", "no request line");
        check("GET / HTTP/1.1\r\nno colon", "`no colon` has no colon");
        check("GET / HTTP/1.1\r\nbad name: x", "`bad name` is no name");
        check("GET / HTTP/1.1\r\n folded: x", "` folded` is no name");
        check("GET / HTTP/1.1\r\ncontent-length: +3", "`+3`");
        check(
            "GET / HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2",
            "two content-lengths, `1` and `2`",
        );
        check(
            "GET / HTTP/1.1\r\ncontent-length: 1\r\ntransfer-encoding: chunked",
            "a transfer-encoding and a content-length",
        );
        check("GET / HTTP/1.1\r\ntransfer-encoding: br", "`br` is unknown");
    }
}
