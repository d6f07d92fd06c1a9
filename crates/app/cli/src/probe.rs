//! One plain HTTP request to a gateway on this machine, without a client library.

use std::io::{self, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use candor_server::announced_address::reachable;

/// The timeout of each step: connecting, sending and receiving.
const PATIENCE: Duration = Duration::from_secs(2);
/// The most bytes of an answer that are read.
const LONGEST: u64 = 64 * 1024;

/// The maximum size of a call's response.
const LARGEST: u64 = 256 << 20;

/// The response to a probe.
pub(crate) struct ProbeAnswer {
    /// The HTTP status.
    pub(crate) status: u16,
    /// The body, as far as it was read.
    pub(crate) body: String,
}

/// Requests `path` from the server at `address`.
pub(crate) fn get(address: SocketAddr, path: &str) -> io::Result<ProbeAnswer> {
    let (address, mut stream) = connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    answer(stream, LONGEST)
}

/// Sends a body to `path`, and waits for the answer as long as it takes.
pub(crate) fn post(
    address: SocketAddr,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> io::Result<ProbeAnswer> {
    let (address, mut stream) = connect(address)?;
    // The answer to a request of the older version comes in one piece, without chunks.
    let mut request = format!("POST {path} HTTP/1.0\r\nHost: {address}\r\n");
    for (name, value) in headers {
        request = format!("{request}{name}: {value}\r\n");
    }
    let request = format!("{request}Content-Length: {}\r\n\r\n{body}", body.len());
    stream.write_all(request.as_bytes())?;
    answer(stream, LARGEST)
}

fn connect(address: SocketAddr) -> io::Result<(SocketAddr, TcpStream)> {
    let address = reachable(address);
    let stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_write_timeout(Some(PATIENCE))?;
    Ok((address, stream))
}

fn answer(stream: TcpStream, most: u64) -> io::Result<ProbeAnswer> {
    let mut answer = Vec::new();
    stream.take(most).read_to_end(&mut answer)?;
    parse(&String::from_utf8_lossy(&answer))
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "the answer is not HTTP"))
}

fn parse(answer: &str) -> Option<ProbeAnswer> {
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.strip_prefix("HTTP/1.")?.get(2..5)?;
    Some(ProbeAnswer {
        status: status.parse().ok()?,
        body: body.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_a_status_and_a_body() {
        let answer = parse("HTTP/1.1 503 Service Unavailable\r\nx: y\r\n\r\nno\n");
        let answer = answer.expect("an answer");
        assert_eq!((answer.status, answer.body.as_str()), (503, "no\n"));
        for other in [
            "",
            "SSH-2.0-x\r\n\r\n",
            "HTTP/1.1 2\r\n\r\n",
            "HTTP/1.1 200 OK\r\n",
        ] {
            assert!(parse(other).is_none(), "{other:?}");
        }
    }
}
