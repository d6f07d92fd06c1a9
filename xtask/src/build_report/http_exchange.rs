//! HTTP/1.1 over one connection that is kept: as much of it as asking a gateway takes.

#[cfg(test)]
mod tests;

use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Read, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Duration;

/// How long one answer may take.
const ANSWER_LIMIT: Duration = Duration::from_mins(1);
/// Far above any answer of a gateway that is measured.
const BODY_LIMIT: u64 = 64 << 20;
/// Far above the head of any answer.
const HEAD_LIMIT: u64 = 64 << 10;

/// The status of an answer and its body.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct HttpReply {
    pub(super) status: u16,
    pub(super) body: Vec<u8>,
}

/// A connection to a port of this machine.
#[derive(Debug)]
pub(super) struct KeptConnection {
    reader: BufReader<TcpStream>,
    port: u16,
}

/// How long a body is.
#[derive(Debug, PartialEq, Eq)]
enum BodyLength {
    Bytes(u64),
    Chunked,
}

// === impl KeptConnection ===

impl KeptConnection {
    /// Connects to a port of this machine.
    pub(super) fn open(port: u16) -> io::Result<Self> {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(ANSWER_LIMIT))?;
        stream.set_write_timeout(Some(ANSWER_LIMIT))?;
        let reader = BufReader::new(stream);
        Ok(Self { reader, port })
    }

    /// Posts JSON to a path, with these headers beside the usual ones, and waits for the answer.
    pub(super) fn post(
        &mut self,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> io::Result<HttpReply> {
        let mut request = format!(
            "POST {path} HTTP/1.1\r\nhost: 127.0.0.1:{}\r\ncontent-type: application/json\r\n\
             accept: application/json, text/event-stream\r\ncontent-length: {}\r\n",
            self.port,
            body.len()
        );
        for (name, value) in headers {
            // Writing to a string cannot fail.
            let _ = write!(request, "{name}: {value}\r\n");
        }
        request.push_str("\r\n");
        request.push_str(body);
        self.reader.get_mut().write_all(request.as_bytes())?;
        read_reply(&mut self.reader)
    }
}

/// Reads one answer; the next one begins right behind it.
fn read_reply(reader: &mut impl BufRead) -> io::Result<HttpReply> {
    let mut head = reader.take(HEAD_LIMIT);
    let status = read_line(&mut head)?;
    let status = status.split(' ').nth(1).and_then(|it| it.parse().ok());
    let status = status.ok_or_else(|| wrong("its first line is not of HTTP"))?;
    let mut length = BodyLength::Bytes(0);
    loop {
        let line = read_line(&mut head)?;
        if line.is_empty() {
            break;
        }
        if let Some(found) = body_length(&line)? {
            length = found;
        }
    }
    let mut body = Vec::new();
    match length {
        BodyLength::Bytes(bytes) => read_bytes(reader, bytes, &mut body)?,
        BodyLength::Chunked => read_chunks(reader, &mut body)?,
    }
    Ok(HttpReply { status, body })
}

/// What a header says about the length, if it is about that.
fn body_length(line: &str) -> io::Result<Option<BodyLength>> {
    let (name, value) = line.split_once(':').unwrap_or((line, ""));
    let value = value.trim();
    if name.eq_ignore_ascii_case("content-length") {
        let bytes = value
            .parse()
            .map_err(|_| wrong("its length is no number"))?;
        return Ok(Some(BodyLength::Bytes(bytes)));
    }
    let is_chunked =
        name.eq_ignore_ascii_case("transfer-encoding") && value.eq_ignore_ascii_case("chunked");
    Ok(is_chunked.then_some(BodyLength::Chunked))
}

fn read_chunks(reader: &mut impl BufRead, body: &mut Vec<u8>) -> io::Result<()> {
    loop {
        let line = read_line(&mut reader.take(HEAD_LIMIT))?;
        let size = line.split(';').next().unwrap_or_default().trim();
        let size = u64::from_str_radix(size, 16);
        let size = size.map_err(|_| wrong("a piece of it has no length"))?;
        if size == 0 {
            // Headers may follow the last piece, up to an empty line.
            while !read_line(&mut reader.take(HEAD_LIMIT))?.is_empty() {}
            return Ok(());
        }
        read_bytes(reader, size, body)?;
        if !read_line(&mut reader.take(HEAD_LIMIT))?.is_empty() {
            return Err(wrong("a piece of it is longer than it says"));
        }
    }
}

fn read_bytes(reader: &mut impl BufRead, bytes: u64, body: &mut Vec<u8>) -> io::Result<()> {
    if bytes.saturating_add(body.len() as u64) > BODY_LIMIT {
        return Err(wrong("it is too long"));
    }
    let read = reader.take(bytes).read_to_end(body)?;
    if read as u64 == bytes {
        return Ok(());
    }
    Err(wrong("it ends too early"))
}

/// One line without its end; a line that does not end is an error.
fn read_line(reader: &mut impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let line = line
        .strip_suffix('\n')
        .ok_or_else(|| wrong("it ends too early"))?;
    Ok(line.strip_suffix('\r').unwrap_or(line).to_owned())
}

fn wrong(why: &str) -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        format!("the answer is wrong: {why}"),
    )
}
