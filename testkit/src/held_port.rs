//! A port that is reserved without listening on it.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use tokio::net::TcpSocket;

/// A loopback port that is bound but not listening: connections are refused, the system gives it to
/// no other process, and a server configured to use it can.
#[derive(Debug)]
pub struct HeldPort {
    socket: TcpSocket,
}

// === impl HeldPort ===

impl HeldPort {
    /// Reserves a free port.
    pub fn free() -> io::Result<Self> {
        Self::take(0)
    }

    /// Reserves this port; 0 for a free one.
    pub(crate) fn take(port: u16) -> io::Result<Self> {
        let socket = TcpSocket::new_v4()?;
        // Linux allows another socket on the port if both set this option and neither listens yet.
        socket.set_reuseaddr(true)?;
        socket.bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))?;
        Ok(Self { socket })
    }

    /// The port number.
    pub fn port(&self) -> u16 {
        let address = self.socket.local_addr();
        address.expect("a bound socket has an address").port()
    }
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use super::*;

    #[test]
    fn a_held_port_refuses_until_a_server_takes_it() {
        let held = HeldPort::free().expect("a port");
        let at = (Ipv4Addr::LOCALHOST, held.port());
        let refused = TcpStream::connect(at).expect_err("nobody listens");
        assert_eq!(refused.kind(), io::ErrorKind::ConnectionRefused);
        let server = TcpListener::bind(at).expect("the port is for a server");
        TcpStream::connect(at).expect("the server listens");
        drop(server);
        TcpStream::connect(at).expect_err("nobody listens again");
    }
}
