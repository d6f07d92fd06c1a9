//! One plain HTTP request to a gateway on this machine, without a client library.

use std::io::{self, Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

/// How long connecting, asking and answering may each take.
const PATIENCE: Duration = Duration::from_secs(2);
/// The most bytes of an answer that are read.
const LONGEST: u64 = 64 * 1024;

/// What was answered.
pub(crate) struct ProbeAnswer {
    /// The HTTP status.
    pub(crate) status: u16,
    /// The body, as far as it was read.
    pub(crate) body: String,
}

/// Asks the program that listens on `address` for `path`.
pub(crate) fn get(address: SocketAddr, path: &str) -> io::Result<ProbeAnswer> {
    let address = reachable(address);
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    stream.take(LONGEST).read_to_end(&mut answer)?;
    parse(&String::from_utf8_lossy(&answer))
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "the answer is not HTTP"))
}

/// Where a listener on all addresses is reached from this machine.
pub(crate) fn reachable(mut address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    address
}

fn parse(answer: &str) -> Option<ProbeAnswer> {
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.strip_prefix("HTTP/1.1 ")?.get(..3)?;
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

    #[test]
    fn a_listener_on_all_addresses_is_asked_on_loopback() {
        for (listens, asked) in [
            ("0.0.0.0:7333", "127.0.0.1:7333"),
            ("[::]:7333", "[::1]:7333"),
            ("192.0.2.1:80", "192.0.2.1:80"),
        ] {
            let address = reachable(listens.parse().expect("an address"));
            assert_eq!(address.to_string(), asked);
        }
    }
}
