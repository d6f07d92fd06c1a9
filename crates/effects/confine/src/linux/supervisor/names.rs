//! Allowed addresses, if some targets are host names.
//!
//! A program with restricted connections cannot send datagrams, so it can query name servers only
//! over TCP. Any such connection is redirected to our own resolver, which only knows the allowed
//! names. The addresses it has returned may be connected to.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use super::resolver::NameResolver;
use crate::plan::ConfinementPlan;
use crate::{ConnectRule, ConnectTarget, HostPattern};

/// The port of name servers.
const NAME_SERVER: u16 = 53;
/// The maximum number of known addresses.
const MOST_ADDRESSES: usize = 10_000;

/// The addresses that a list allows.
pub(super) struct AllowedNames {
    shared: Arc<KnownNames>,
    resolver: Option<NameResolver>,
}

/// State shared by resolver and supervisor.
#[derive(Default)]
pub(super) struct KnownNames {
    targets: Vec<ConnectTarget>,
    /// The names that an address was answered for.
    addresses: Mutex<HashMap<IpAddr, Vec<String>>>,
}

// === impl AllowedNames ===

impl AllowedNames {
    pub(super) fn new(plan: &ConfinementPlan) -> io::Result<Self> {
        let targets = match &plan.connect {
            ConnectRule::Only(targets) if plan.level.is_enforced() => targets.clone(),
            _ => Vec::new(),
        };
        let is_named = |target: &ConnectTarget| {
            matches!(
                target,
                ConnectTarget::Network {
                    host: HostPattern::Name(_) | HostPattern::NameSuffix(_) | HostPattern::Any,
                    ..
                }
            )
        };
        let has_names = targets.iter().any(is_named);
        let shared = Arc::new(KnownNames {
            targets,
            ..KnownNames::default()
        });
        let resolver = if has_names {
            Some(NameResolver::bind()?)
        } else {
            None
        };
        Ok(Self { shared, resolver })
    }

    /// Begins to answer questions about names.
    pub(super) fn serve(&self) -> io::Result<()> {
        match &self.resolver {
            Some(resolver) => resolver.serve(self.shared.clone()),
            None => Ok(()),
        }
    }

    pub(super) fn stop(&self) {
        if let Some(resolver) = &self.resolver {
            resolver.stop();
        }
    }

    /// The actual destination of a connection; `None` if it is refused.
    pub(super) fn destination(&self, address: SocketAddr) -> Option<SocketAddr> {
        if self.shared.allows(address) {
            return Some(address);
        }
        let resolver = self
            .resolver
            .as_ref()
            .filter(|_| address.port() == NAME_SERVER)?;
        Some(resolver.address_for(address))
    }
}

// === impl KnownNames ===

impl KnownNames {
    fn allows(&self, address: SocketAddr) -> bool {
        let addresses = self
            .addresses
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let names = addresses.get(&address.ip().to_canonical());
        let names = names.map(Vec::as_slice).unwrap_or_default();
        self.targets.iter().any(|target| {
            target.allows_address(address)
                || names.iter().any(|name| target.allows_named(name, address))
        })
    }

    /// Whether a name may be resolved.
    pub(super) fn allows_name(&self, name: &str) -> bool {
        self.targets.iter().any(|target| target.allows_name(name))
    }

    /// Remembers what was answered.
    pub(super) fn learn(&self, name: &str, found: &[IpAddr]) {
        let mut addresses = self
            .addresses
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for address in found {
            if addresses.len() >= MOST_ADDRESSES {
                return;
            }
            let names = addresses.entry(address.to_canonical()).or_default();
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
    }
}
