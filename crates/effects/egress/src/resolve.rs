//! Names into addresses, and those that are not allowed taken out.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::vec;

use hyper_util::client::legacy::connect::dns::Name;
use tower::Service;

use crate::address;
use crate::connect::ConnectFailure;

/// The answer of an [`AddressResolver`], when it is there.
pub type AddressLookup<'a> = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send + 'a>>;

/// Who knows the addresses of names. It is asked for each new connection.
pub trait AddressResolver: Send + Sync + 'static {
    /// The addresses of a name, in the order of preference.
    fn resolve<'a>(&'a self, name: &'a str) -> AddressLookup<'a>;
}

/// The resolver of the operating system.
pub(crate) struct SystemResolver;

/// The gate between a name and the sockets: what comes out of it may be connected to.
#[derive(Clone)]
pub(crate) struct AddressGate {
    pub(crate) resolver: Arc<dyn AddressResolver>,
    pub(crate) private: bool,
}

// === impl SystemResolver ===

impl AddressResolver for SystemResolver {
    fn resolve<'a>(&'a self, name: &'a str) -> AddressLookup<'a> {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name, 0)).await?;
            Ok(found.map(|socket| socket.ip()).collect())
        })
    }
}

// === impl AddressGate ===

impl AddressGate {
    /// The addresses of a name that may be connected to.
    async fn pass(&self, name: &str) -> Result<Vec<SocketAddr>, ConnectFailure> {
        let found = if is_localhost(name) {
            // These names mean this machine, whatever a name server says.
            vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()]
        } else {
            let found = self.resolver.resolve(name).await;
            found.map_err(ConnectFailure::Lookup)?
        };
        let mut first = None;
        let mut allowed = Vec::new();
        for address in found {
            match self.check(address) {
                // Which port is the connector's business.
                Ok(()) => allowed.push(SocketAddr::new(address, 0)),
                Err(refused) => first = first.or(Some(refused)),
            }
        }
        match first {
            _ if !allowed.is_empty() => Ok(allowed),
            Some(refused) => Err(refused),
            None => {
                let cause = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
                Err(ConnectFailure::Lookup(cause))
            }
        }
    }

    /// Whether one address may be connected to.
    pub(crate) fn check(&self, address: IpAddr) -> Result<(), ConnectFailure> {
        match address::refusal(address, self.private) {
            None => Ok(()),
            Some(refusal) => Err(ConnectFailure::Refused { address, refusal }),
        }
    }
}

impl Service<Name> for AddressGate {
    type Response = vec::IntoIter<SocketAddr>;
    type Error = ConnectFailure;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: Name) -> Self::Future {
        let gate = self.clone();
        Box::pin(async move { Ok(gate.pass(name.as_str()).await?.into_iter()) })
    }
}

fn is_localhost(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    let last = name.rsplit('.').next().unwrap_or(name);
    last.eq_ignore_ascii_case("localhost")
}
