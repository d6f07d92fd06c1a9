//! Opens a connection for a URL, through the address check and within the timeout.

use std::error::Error;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use http::Uri;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder, MaybeHttpsStream};
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tower::Service;

use crate::error::{EgressCause, EgressError, causes, innermost};
use crate::own_listener;
use crate::resolve::{AddressGate, AddressResolver};
use crate::{AddressRefusal, EgressSettings};

/// The idle time before TCP keep-alive probes.
const KEEPALIVE: Duration = Duration::from_mins(1);

/// Why there is no connection. Libraries carry it as a cause; [`ConnectFailure::explain`] finds
/// it there.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConnectFailure {
    #[error("`{address}` may not be connected to")]
    Refused {
        address: IpAddr,
        refusal: AddressRefusal,
    },
    #[error("the name leads nowhere")]
    Lookup(#[source] io::Error),
    #[error("the connection was not made")]
    Tcp(#[source] EgressCause),
    #[error("the connection is not secure")]
    Tls(#[source] EgressCause),
    #[error("the connection was not made in time")]
    TimedOut,
}

/// TCP to addresses that the gate lets through.
#[derive(Clone)]
pub(crate) struct GuardedTcp {
    http: HttpConnector<AddressGate>,
    gate: AddressGate,
}

/// Connects by TCP and, depending on the URL, TLS, within a timeout that includes name resolution.
#[derive(Clone)]
pub(crate) struct GuardedConnector {
    https: HttpsConnector<GuardedTcp>,
    limit: Duration,
}

type Connecting<T, E> = Pin<Box<dyn Future<Output = Result<T, E>> + Send>>;

// === impl ConnectFailure ===

impl ConnectFailure {
    /// Interprets a client error during connecting.
    pub(crate) fn explain(
        error: &(dyn Error + 'static),
        host: String,
        limit: Duration,
    ) -> EgressError {
        // The one nearest to the root knows best.
        match causes(error).filter_map(|it| it.downcast_ref()).last() {
            Some(Self::Refused { address, refusal }) => EgressError::Refused {
                host,
                address: *address,
                refusal: *refusal,
            },
            Some(Self::Lookup(_)) => EgressError::Lookup {
                host,
                cause: innermost(error),
            },
            Some(Self::TimedOut) => EgressError::ConnectTimedOut { host, limit },
            Some(Self::Tcp(_)) if ran_out(error) => EgressError::ConnectTimedOut { host, limit },
            Some(Self::Tcp(_)) => EgressError::Connect {
                host,
                cause: innermost(error),
            },
            Some(Self::Tls(_)) => EgressError::Tls {
                host,
                cause: innermost(error),
            },
            // Not ours: the pool had a connection to give and lost it.
            None => EgressError::Unsent {
                host,
                cause: innermost(error),
            },
        }
    }
}

/// Whether the connector timed out itself; the system's own timeouts have an error number.
fn ran_out(error: &(dyn Error + 'static)) -> bool {
    causes(error)
        .filter_map(|it| it.downcast_ref::<io::Error>())
        .any(|it| it.kind() == io::ErrorKind::TimedOut && it.raw_os_error().is_none())
}

// === impl GuardedTcp ===

impl Service<Uri> for GuardedTcp {
    type Response = TokioIo<TcpStream>;
    type Error = ConnectFailure;
    type Future = Connecting<Self::Response, Self::Error>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        let ready = self.http.poll_ready(cx);
        ready.map_err(|error| ConnectFailure::Tcp(error.into()))
    }

    fn call(&mut self, uri: Uri) -> Self::Future {
        // An IP address needs no resolver, so the check behind it does not apply.
        if let Some(Err(refused)) = literal(&uri).map(|address| self.gate.check(address)) {
            return Box::pin(async { Err(refused) });
        }
        let connecting = self.http.call(uri);
        Box::pin(async {
            let connected = connecting.await;
            let connected = connected.map_err(|error| ConnectFailure::Tcp(error.into()))?;
            check_ends(connected.inner())?;
            Ok(connected)
        })
    }
}

/// Refuses a connection to a listener of this process, before anything is sent. Only an established
/// connection shows for certain where it leads.
fn check_ends(stream: &TcpStream) -> Result<(), ConnectFailure> {
    let ends = stream
        .local_addr()
        .and_then(|local| Ok((local, stream.peer_addr()?)));
    let (local, peer) = ends.map_err(|error| ConnectFailure::Tcp(error.into()))?;
    if own_listener::is_reached(local, peer) {
        return Err(ConnectFailure::Refused {
            address: peer.ip(),
            refusal: AddressRefusal::OwnListener,
        });
    }
    Ok(())
}

/// The host of a URI as an address, if it is one.
fn literal(uri: &Uri) -> Option<IpAddr> {
    let host = uri.host()?;
    let bare = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'))
        .unwrap_or(host);
    bare.parse().ok()
}

// === impl GuardedConnector ===

impl GuardedConnector {
    pub(crate) fn new(
        spec: &EgressSettings,
        resolver: Arc<dyn AddressResolver>,
    ) -> Result<Self, EgressError> {
        let gate = AddressGate {
            resolver,
            private: spec.private,
        };
        let mut http = HttpConnector::new_with_resolver(gate.clone());
        http.enforce_http(false);
        http.set_nodelay(true);
        http.set_keepalive(Some(KEEPALIVE));
        // Shared out among the addresses of a name, so that one dead address does not use up the
        // time of the others.
        http.set_connect_timeout(Some(spec.connect_timeout));
        let https = HttpsConnectorBuilder::new()
            .try_with_platform_verifier()
            .map_err(|error| EgressError::Setup {
                cause: error.into(),
            })?
            .https_or_http()
            .enable_all_versions()
            .wrap_connector(GuardedTcp { http, gate });
        Ok(Self {
            https,
            limit: spec.connect_timeout,
        })
    }
}

impl Service<Uri> for GuardedConnector {
    type Response = MaybeHttpsStream<TokioIo<TcpStream>>;
    type Error = EgressCause;
    type Future = Connecting<Self::Response, Self::Error>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.https.poll_ready(cx)
    }

    fn call(&mut self, uri: Uri) -> Self::Future {
        let connecting = self.https.call(uri);
        let limit = self.limit;
        Box::pin(async move {
            match tokio::time::timeout(limit, connecting).await {
                Err(_) => Err(ConnectFailure::TimedOut.into()),
                // Any other error is from TLS.
                Ok(Err(error)) if !error.is::<ConnectFailure>() => {
                    Err(ConnectFailure::Tls(error).into())
                }
                Ok(connected) => connected,
            }
        })
    }
}
