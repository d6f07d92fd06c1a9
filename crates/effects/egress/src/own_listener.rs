//! The addresses this process listens on, to which it must never connect.
//!
//! Listening sockets are a fact about the process, so the list is global, and no client can be
//! created without it.

use std::net::{IpAddr, SocketAddr};
use std::sync::{PoisonError, RwLock};

/// The listeners of this process, each as often as it was declared.
static DECLARED: RwLock<Vec<SocketAddr>> = RwLock::new(Vec::new());

/// A listener that no client of this process connects to, for as long as this value lives.
#[derive(Debug)]
#[must_use = "the listener can be reached again as soon as this is dropped"]
pub struct OwnListener(SocketAddr);

// === impl OwnListener ===

impl OwnListener {
    /// Declares that this process, or another one of the same gateway, listens there.
    pub fn declare(address: SocketAddr) -> Self {
        let mut declared = DECLARED.write().unwrap_or_else(PoisonError::into_inner);
        declared.push(address);
        Self(address)
    }
}

impl Drop for OwnListener {
    fn drop(&mut self) {
        let mut declared = DECLARED.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = declared.iter().position(|address| *address == self.0) {
            declared.swap_remove(at);
        }
    }
}

/// Whether a connection with these two ends leads to a listener of this process.
pub(crate) fn is_reached(local: SocketAddr, peer: SocketAddr) -> bool {
    let declared = DECLARED.read().unwrap_or_else(PoisonError::into_inner);
    leads_to(&declared, local, peer)
}

/// Whether a connection with these two ends leads to one of the listeners. It does if the other
/// end has the port of one and is on this machine. The address of the listener itself does not
/// count: what is forwarded from another address of this machine ends there as well.
fn leads_to(listeners: &[SocketAddr], local: SocketAddr, peer: SocketAddr) -> bool {
    listeners.iter().any(|own| own.port() == peer.port()) && is_here(local.ip(), peer.ip())
}

/// Whether the other end of a connection is on this machine. Connections to oneself have the same
/// address at both ends, whichever local address was used.
fn is_here(local: IpAddr, peer: IpAddr) -> bool {
    let (local, peer) = (local.to_canonical(), peer.to_canonical());
    peer.is_loopback() || peer.is_unspecified() || local == peer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn socket(text: &str) -> SocketAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn a_connection_to_this_machine_and_the_port_of_a_listener_is_refused() {
        let listeners = [socket("127.0.0.1:7333"), socket("[::]:8443")];
        for (local, peer, expect) in [
            ("127.0.0.1:50000", "127.0.0.1:7333", true),
            ("127.0.0.1:50000", "127.0.0.2:7333", true),
            ("[::1]:50000", "[::1]:7333", true),
            ("[::ffff:127.0.0.1]:5", "[::ffff:127.0.0.1]:7333", true),
            ("0.0.0.0:5", "0.0.0.0:7333", true),
            ("192.0.2.7:5", "192.0.2.7:8443", true),
            ("[2001:db8::7]:5", "[2001:db8::7]:8443", true),
            ("[::ffff:192.0.2.7]:5", "192.0.2.7:8443", true),
            // Another port of this machine.
            ("127.0.0.1:50000", "127.0.0.1:7334", false),
            ("192.0.2.7:7333", "192.0.2.7:80", false),
            // The same port on another machine.
            ("192.0.2.7:50000", "192.0.2.8:7333", false),
            ("[2001:db8::7]:5", "[2001:db8::8]:8443", false),
        ] {
            let found = leads_to(&listeners, socket(local), socket(peer));
            assert_eq!(found, expect, "{local} to {peer}");
        }
        assert!(!leads_to(
            &[],
            socket("127.0.0.1:5"),
            socket("127.0.0.1:7333")
        ));
    }

    #[test]
    fn a_listener_counts_until_its_last_declaration_is_gone() {
        let (local, peer) = (socket("127.0.0.1:5"), socket("127.0.0.1:61999"));
        assert!(!is_reached(local, peer));
        let first = OwnListener::declare(peer);
        let second = OwnListener::declare(peer);
        assert!(is_reached(local, peer));
        drop(first);
        assert!(is_reached(local, peer));
        drop(second);
        assert!(!is_reached(local, peer));
    }
}
