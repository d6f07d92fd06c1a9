//! Which addresses may be connected to.
//!
//! For IPv4, the rule is a list of non-public ranges from the special-purpose registries. For IPv6
//! it is the reverse: only global unicast is public. An IPv6 address that embeds an IPv4 address is
//! judged by the embedded one, since that is where a translator sends it.

#[cfg(test)]
mod tests;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Why an address is not connected to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressRefusal {
    /// It belongs to this machine, its network, or to no host. Clients that may reach private
    /// addresses may reach it.
    NotPublic,
    /// A cloud hands out credentials there. No client reaches it.
    Metadata,
    /// It is not the address of one machine. No client reaches it.
    NotUnicast,
    /// This process listens there. No client reaches it.
    OwnListener,
}

/// Metadata services of clouds, most of which return credentials.
const METADATA_V4: [Ipv4Addr; 6] = [
    Ipv4Addr::new(169, 254, 169, 254),
    // Credentials of containers and pods.
    Ipv4Addr::new(169, 254, 170, 2),
    Ipv4Addr::new(169, 254, 170, 23),
    Ipv4Addr::new(100, 100, 100, 200),
    Ipv4Addr::new(192, 0, 0, 192),
    // Looks public, but is answered by the virtual machine's host.
    Ipv4Addr::new(168, 63, 129, 16),
];
const METADATA_V6: [Ipv6Addr; 4] = [
    Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254),
    Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x23),
    Ipv6Addr::new(0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254),
    Ipv6Addr::new(0xfe80, 0, 0, 0, 0, 0, 0xa9fe, 0xa9fe),
];

/// IPv4 blocks that are not public, as address and length of the prefix.
const SPECIAL_V4: [(Ipv4Addr, u32); 15] = [
    (Ipv4Addr::UNSPECIFIED, 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    // Multicast, and everything above it: reserved, and the broadcast address.
    (Ipv4Addr::new(224, 0, 0, 0), 4),
    (Ipv4Addr::new(240, 0, 0, 0), 4),
];

/// IPv6 blocks inside global unicast that are not public.
const SPECIAL_V6: [(Ipv6Addr, u32); 3] = [
    // Protocol assignments: Teredo, benchmarks, identifiers that are no places.
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];
const GLOBAL_V6: (Ipv6Addr, u32) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);

/// IPv6 blocks that carry an IPv4 address, and the byte at which it begins.
const CARRIERS: [(Ipv6Addr, u32, usize); 5] = [
    // Compatible, mapped and translated addresses.
    (Ipv6Addr::UNSPECIFIED, 96, 12),
    (Ipv6Addr::new(0, 0, 0, 0, 0, 0xffff, 0, 0), 96, 12),
    (Ipv6Addr::new(0, 0, 0, 0, 0xffff, 0, 0, 0), 96, 12),
    // NAT64 and 6to4.
    (Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, 0, 0), 96, 12),
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16, 2),
];
/// Teredo carries the address of the client with every bit turned.
const TEREDO: (Ipv6Addr, u32) = (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 32);

/// Whether an address belongs to a single machine on the public internet.
///
/// Loopback, private, link-local, shared, documentation, benchmark, reserved, multicast and
/// unspecified addresses do not, and neither do the metadata services of clouds, in whatever form
/// of IPv6 they are embedded.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => {
            !METADATA_V4.contains(&v4) && !SPECIAL_V4.iter().any(|block| inside_v4(v4, *block))
        }
        IpAddr::V6(v6) => match carried(v6) {
            Some(v4) => !inside_v6(v6, TEREDO) && is_public(v4.into()),
            None => {
                inside_v6(v6, GLOBAL_V6) && !SPECIAL_V6.iter().any(|block| inside_v6(v6, *block))
            }
        },
    }
}

/// Why an address may not be connected to by a client that may reach private addresses, or may
/// not. `None` where it may.
pub(crate) fn refusal(address: IpAddr, private: bool) -> Option<AddressRefusal> {
    if is_metadata(address) {
        Some(AddressRefusal::Metadata)
    } else if !is_unicast(address) {
        Some(AddressRefusal::NotUnicast)
    } else if !private && !is_public(address) {
        Some(AddressRefusal::NotPublic)
    } else {
        None
    }
}

fn is_metadata(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => METADATA_V4.contains(&v4),
        IpAddr::V6(v6) => {
            METADATA_V6.contains(&v6) || carried(v6).is_some_and(|v4| METADATA_V4.contains(&v4))
        }
    }
}

fn is_unicast(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => !v4.is_multicast() && !v4.is_broadcast(),
        IpAddr::V6(v6) => {
            !v6.is_multicast() && carried(v6).is_none_or(|v4| is_unicast(IpAddr::V4(v4)))
        }
    }
}

/// The IPv4 address inside an IPv6 address. `::` and `::1` fit the form of compatible addresses
/// and come out as `0.0.0.0` and `0.0.0.1`, which are as little public as they are.
fn carried(v6: Ipv6Addr) -> Option<Ipv4Addr> {
    let bytes = v6.octets();
    let at = |at: usize| Ipv4Addr::new(bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]);
    if inside_v6(v6, TEREDO) {
        return Some(Ipv4Addr::from_bits(!at(12).to_bits()));
    }
    CARRIERS
        .iter()
        .find(|(block, prefix, _)| inside_v6(v6, (*block, *prefix)))
        .map(|(_, _, start)| at(*start))
}

fn inside_v4(address: Ipv4Addr, (block, prefix): (Ipv4Addr, u32)) -> bool {
    (address.to_bits() ^ block.to_bits()) >> (u32::BITS - prefix) == 0
}

fn inside_v6(address: Ipv6Addr, (block, prefix): (Ipv6Addr, u32)) -> bool {
    (address.to_bits() ^ block.to_bits()) >> (u128::BITS - prefix) == 0
}
