//! Limits on open connections, in total and per address.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::{Resource, getrlimit, setrlimit};

/// More connections than these are never needed by one gateway.
const MOST: usize = 16_384;
/// File descriptors reserved for other uses if the system's limit is low.
const SPARE: u64 = 64;
/// The minimum interval between log messages about refused connections.
const WARN_EVERY: Duration = Duration::from_mins(1);

/// The bounds of connections.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConnectionLimits {
    /// Connections that may be open.
    pub(crate) total: usize,
    /// Connections that may be open from one address.
    pub(crate) per_address: usize,
    /// The timeout for request headers, and for a connection's first byte.
    pub(crate) headers: Duration,
    /// How long an HTTP/2 connection may be without requests.
    pub(crate) idle: Duration,
}

/// The connections that are open.
pub(super) struct OpenConnections {
    limits: ConnectionLimits,
    counts: Mutex<ConnectionCounts>,
}

#[derive(Default)]
struct ConnectionCounts {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
    warned: Option<Instant>,
}

/// A connection among those that are open. Dropping it makes room.
pub(super) struct ConnectionPlace {
    open: Arc<OpenConnections>,
    address: IpAddr,
}

// === impl ConnectionLimits ===

impl ConnectionLimits {
    /// Raises the file descriptor limit as far as possible and derives the connection limits from
    /// it. One address may use half of the connections, so that no client excludes all others.
    pub(crate) fn of_system() -> Self {
        let mut limit = getrlimit(Resource::Nofile);
        if limit.current != limit.maximum {
            limit.current = limit.maximum;
            // If the limit cannot be raised, the current one applies.
            let _ = setrlimit(Resource::Nofile, limit);
        }
        let given = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
        let room = given.saturating_sub(SPARE) / 2;
        let total = usize::try_from(room).unwrap_or(MOST).clamp(16, MOST);
        Self {
            total,
            per_address: total / 2,
            headers: Duration::from_secs(30),
            idle: Duration::from_mins(2),
        }
    }
}

// === impl OpenConnections ===

impl OpenConnections {
    pub(super) fn new(limits: ConnectionLimits) -> Self {
        Self {
            limits,
            counts: Mutex::default(),
        }
    }

    /// A place for a connection from this address, if there is one.
    pub(super) fn admit(open: &Arc<Self>, peer: IpAddr) -> Option<ConnectionPlace> {
        let address = owner(peer);
        let mut counts = open.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let from_here = counts.by_address.get(&address).copied().unwrap_or_default();
        let limits = &open.limits;
        let (full, crowded) = (
            counts.total >= limits.total,
            from_here >= limits.per_address,
        );
        if full || crowded {
            if counts.warned.is_none_or(|at| at.elapsed() >= WARN_EVERY) {
                counts.warned = Some(Instant::now());
                let open = counts.total;
                tracing::warn!(%peer, open, from_here, "Connections are refused: too many are open");
            }
            return None;
        }
        counts.total += 1;
        *counts.by_address.entry(address).or_default() += 1;
        drop(counts);
        Some(ConnectionPlace {
            open: Arc::clone(open),
            address,
        })
    }
}

// === impl ConnectionPlace ===

impl Drop for ConnectionPlace {
    fn drop(&mut self) {
        let mut counts = self
            .open
            .counts
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        counts.total -= 1;
        if let Some(count) = counts.by_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.by_address.remove(&self.address);
            }
        }
    }
}

/// The address prefix that identifies a client: with IPv6, users have /64 networks.
fn owner(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let network = address.to_bits() >> 64 << 64;
            Ipv6Addr::from_bits(network).into()
        }
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(total: usize, per_address: usize) -> ConnectionLimits {
        ConnectionLimits {
            total,
            per_address,
            ..ConnectionLimits::of_system()
        }
    }

    #[test]
    fn one_address_does_not_take_the_place_of_others() {
        let open = Arc::new(OpenConnections::new(limits(4, 2)));
        let admit = |address: &str| OpenConnections::admit(&open, address.parse().expect("one"));
        let first = admit("192.0.2.1").expect("a place");
        let second = admit("::ffff:192.0.2.1").expect("a place");
        assert!(admit("192.0.2.1").is_none());
        let _third = admit("2001:db8::1").expect("a place");
        let _fourth = admit("2001:db8::2").expect("a place");
        assert!(admit("2001:db8::3").is_none(), "one network");
        assert!(admit("192.0.2.9").is_none(), "full");
        drop(first);
        let again = admit("192.0.2.9");
        assert!(again.is_some());
        drop((again, second));
        assert!(admit("192.0.2.1").is_some());
        assert_eq!(open.counts.lock().expect("counts").by_address.len(), 1);
    }
}
