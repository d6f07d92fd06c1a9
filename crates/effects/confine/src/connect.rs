//! Allowed connection targets of a program.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// An address or a group of addresses that a program may connect to: `api.example.com:443`,
/// `*.example.com`, `10.0.0.0/8:5432`, `[::1]:80`, `*:443`, `unix:/run/app.sock`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum ConnectTarget {
    /// A place on the network.
    Network {
        /// The hosts that it covers.
        host: HostPattern,
        /// The port; any, if unset.
        port: Option<u16>,
    },
    /// A Unix socket in the file system.
    UnixPath(PathBuf),
}

/// The hosts that a rule covers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum HostPattern {
    /// Every host and address.
    Any,
    /// All addresses with this prefix.
    Network(IpAddr, u8),
    /// The host of this name, in lower case.
    Name(String),
    /// Every host whose name ends so, with the dot.
    NameSuffix(String),
}

/// A text that is no such address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is no address to connect to ({problem}); write `host:port`, `*.domain`, an IP address, \
     `10.0.0.0/8`, `*:443` or `unix:/path`"
)]
pub struct InvalidTarget {
    /// The text that was given.
    pub text: String,
    /// Why it is not a target.
    pub problem: &'static str,
}

// === impl ConnectTarget ===

impl ConnectTarget {
    /// Whether it allows an address, going by the address alone.
    pub fn allows_address(&self, address: SocketAddr) -> bool {
        let Self::Network { host, port } = self else {
            return false;
        };
        self.allows_port(address.port(), *port)
            && match host {
                HostPattern::Any => true,
                HostPattern::Network(network, bits) => shares(*network, *bits, address.ip()),
                HostPattern::Name(_) | HostPattern::NameSuffix(_) => false,
            }
    }

    /// Whether it allows a host by name, on any port.
    pub fn allows_name(&self, name: &str) -> bool {
        let name = name.trim_end_matches('.').to_ascii_lowercase();
        match self {
            Self::Network { host, .. } => match host {
                HostPattern::Any => true,
                HostPattern::Name(own) => *own == name,
                HostPattern::NameSuffix(suffix) => name.ends_with(suffix.as_str()),
                HostPattern::Network(..) => false,
            },
            Self::UnixPath(_) => false,
        }
    }

    /// Whether it allows an address that the name was found to have.
    pub fn allows_named(&self, name: &str, address: SocketAddr) -> bool {
        let Self::Network { port, .. } = self else {
            return false;
        };
        self.allows_name(name) && self.allows_port(address.port(), *port)
    }

    #[expect(clippy::unused_self, reason = "it reads as a question to the target")]
    fn allows_port(&self, port: u16, own: Option<u16>) -> bool {
        own.is_none_or(|own| own == port)
    }
}

/// Whether two addresses begin with the same bits.
fn shares(network: IpAddr, bits: u8, address: IpAddr) -> bool {
    // An IPv4 address inside an IPv6 one reaches the same host.
    match (network, address.to_canonical()) {
        (IpAddr::V4(network), IpAddr::V4(address)) => {
            let mask = u32::MAX
                .checked_shl(32 - u32::from(bits.min(32)))
                .unwrap_or(0);
            u32::from(network) & mask == u32::from(address) & mask
        }
        (IpAddr::V6(network), IpAddr::V6(address)) => {
            let mask = u128::MAX
                .checked_shl(128 - u32::from(bits.min(128)))
                .unwrap_or(0);
            u128::from(network) & mask == u128::from(address) & mask
        }
        _ => false,
    }
}

impl FromStr for ConnectTarget {
    type Err = InvalidTarget;

    fn from_str(text: &str) -> Result<Self, InvalidTarget> {
        let invalid = |problem| InvalidTarget {
            text: text.chars().take(200).collect(),
            problem,
        };
        if let Some(path) = text.strip_prefix("unix:") {
            if !path.starts_with('/') {
                return Err(invalid("the path of a socket is absolute"));
            }
            return Ok(Self::UnixPath(path.into()));
        }
        if text.contains("//") {
            return Err(invalid("it is a URL; leave out the scheme and the path"));
        }
        let (host, port) = split_port(text).map_err(invalid)?;
        let host = read_host(host).map_err(invalid)?;
        Ok(Self::Network { host, port })
    }
}

/// The host and the port behind it. An IPv6 address needs brackets to have a port.
fn split_port(text: &str) -> Result<(&str, Option<u16>), &'static str> {
    let (host, port) = if let Some(rest) = text.strip_prefix('[') {
        let (host, rest) = rest.split_once(']').ok_or("a bracket is not closed")?;
        match rest.strip_prefix(':') {
            Some(port) => (host, Some(port)),
            None if rest.is_empty() => (host, None),
            None => return Err("something follows the bracket"),
        }
    } else if text.matches(':').count() == 1 {
        let (host, port) = text.split_once(':').unwrap_or((text, ""));
        (host, Some(port))
    } else {
        (text, None)
    };
    let port = match port {
        None | Some("*") => None,
        Some(port) => Some(
            port.parse()
                .ok()
                .filter(|port| *port != 0)
                .ok_or("its port is no number from 1 to 65535")?,
        ),
    };
    Ok((host, port))
}

fn read_host(host: &str) -> Result<HostPattern, &'static str> {
    if host == "*" {
        return Ok(HostPattern::Any);
    }
    if let Some((network, bits)) = host.split_once('/') {
        let network: IpAddr = network
            .parse()
            .map_err(|_| "the network is no IP address")?;
        let most = if network.is_ipv4() { 32 } else { 128 };
        let bits = bits.parse().ok().filter(|bits| *bits <= most);
        return Ok(HostPattern::Network(
            network,
            bits.ok_or("the number of bits is too large or no number")?,
        ));
    }
    if let Ok(address) = host.parse::<IpAddr>() {
        let bits = if address.is_ipv4() { 32 } else { 128 };
        return Ok(HostPattern::Network(address, bits));
    }
    let (name, suffix) = match host.strip_prefix("*.") {
        Some(name) => (name, true),
        None => (host, false),
    };
    let is_label = |label: &str| {
        !label.is_empty()
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    };
    if name.len() > 253 || !name.split('.').all(is_label) {
        return Err("the host is no name");
    }
    let name = name.to_ascii_lowercase();
    Ok(if suffix {
        HostPattern::NameSuffix(format!(".{name}"))
    } else {
        HostPattern::Name(name)
    })
}

impl TryFrom<String> for ConnectTarget {
    type Error = InvalidTarget;

    fn try_from(text: String) -> Result<Self, InvalidTarget> {
        text.parse()
    }
}

impl From<ConnectTarget> for String {
    fn from(target: ConnectTarget) -> Self {
        target.to_string()
    }
}

impl fmt::Display for ConnectTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (host, port) = match self {
            Self::UnixPath(path) => return write!(f, "unix:{}", path.display()),
            Self::Network { host, port } => (host, port),
        };
        let text = match host {
            HostPattern::Any => "*".to_owned(),
            HostPattern::Name(name) => name.clone(),
            HostPattern::NameSuffix(suffix) => format!("*{suffix}"),
            HostPattern::Network(address, 32) if address.is_ipv4() => address.to_string(),
            HostPattern::Network(address, 128) => address.to_string(),
            HostPattern::Network(address, bits) => format!("{address}/{bits}"),
        };
        match port {
            Some(port) if text.contains(':') => write!(f, "[{text}]:{port}"),
            Some(port) => write!(f, "{text}:{port}"),
            None => f.write_str(&text),
        }
    }
}

#[cfg(test)]
mod tests;
