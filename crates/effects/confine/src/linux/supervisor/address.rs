//! Socket addresses in a program's memory.

use std::ffi::OsString;
use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::os::unix::ffi::OsStringExt as _;
use std::path::PathBuf;

/// The longest address of any kind.
pub(super) const MOST_BYTES: usize = 128;

const UNSPECIFIED: u16 = 0;
const UNIX: u16 = 1;
const INET: u16 = 2;
const INET6: u16 = 10;

/// An address of some kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PeerAddress {
    Network(SocketAddr),
    UnixPath(PathBuf),
    /// A Unix socket that has a name but no path.
    UnixAbstract(Vec<u8>),
    /// No address: disconnects the socket.
    Unspecified,
    /// Another kind, by its number.
    Other(u16),
}

// === impl PeerAddress ===

impl PeerAddress {
    /// Parses an address; `None` if it is too short for its kind.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let family = u16::from_ne_bytes(field(bytes, 0)?);
        Some(match family {
            UNSPECIFIED => Self::Unspecified,
            INET => {
                let port = u16::from_be_bytes(field(bytes, 2)?);
                let address = Ipv4Addr::from(field::<4>(bytes, 4)?);
                Self::Network(SocketAddrV4::new(address, port).into())
            }
            INET6 => {
                let port = u16::from_be_bytes(field(bytes, 2)?);
                let flow = u32::from_be_bytes(field(bytes, 4)?);
                let address = Ipv6Addr::from(field::<16>(bytes, 8)?);
                // Older programs leave the scope out.
                let scope = field(bytes, 24).map_or(0, u32::from_ne_bytes);
                Self::Network(SocketAddrV6::new(address, port, flow, scope).into())
            }
            UNIX => match bytes.get(2..)? {
                [] => Self::Unspecified,
                [0, name @ ..] => Self::UnixAbstract(name.to_vec()),
                path => {
                    let end = path.iter().position(|byte| *byte == 0);
                    let path = path.get(..end.unwrap_or(path.len()))?;
                    Self::UnixPath(OsString::from_vec(path.to_vec()).into())
                }
            },
            other => Self::Other(other),
        })
    }
}

impl fmt::Display for PeerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Network(address) => write!(f, "{address}"),
            Self::UnixPath(path) => write!(f, "unix:{}", path.display()),
            Self::UnixAbstract(name) => write!(f, "unix:@{}", String::from_utf8_lossy(name)),
            Self::Unspecified => f.write_str("no address"),
            Self::Other(family) => write!(f, "address family {family}"),
        }
    }
}

fn field<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at + N)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_read() {
        let mut inet = vec![2, 0, 0, 80, 127, 0, 0, 1];
        inet.extend([0; 8]);
        let mut inet6 = vec![10, 0, 1, 187, 0, 0, 0, 0];
        inet6.extend(Ipv6Addr::LOCALHOST.octets());
        for (bytes, expect) in [
            (inet.as_slice(), "127.0.0.1:80"),
            (&inet6, "[::1]:443"),
            (b"\x01\x00/run/x\0garbage", "unix:/run/x"),
            (b"\x01\x00\0name", "unix:@name"),
            (&[1, 0], "no address"),
            (&[0, 0], "no address"),
            (&[40, 0, 1], "address family 40"),
        ] {
            assert_eq!(PeerAddress::read(bytes).unwrap().to_string(), expect);
        }
        for short in [&[][..], &[2], &[2, 0, 0, 80, 127], &[10, 0, 0, 80]] {
            assert_eq!(PeerAddress::read(short), None);
        }
    }
}
