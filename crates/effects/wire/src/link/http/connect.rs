//! From an address to an open stream: name resolution, TCP, a proxy if there is one, and TLS.

use std::error::Error;
use std::future::poll_fn;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use http::header::USER_AGENT;
use http::uri::Scheme;
use http::{HeaderMap, HeaderValue, Uri};
use hyper::rt::{Read, Write};
use hyper_rustls::builderstates::WantsProtocols1;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::connect::proxy::Tunnel;
use hyper_util::client::legacy::connect::{Connection, HttpConnector};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tower::Service;

use super::proxy::HttpProxy;

/// The idle time before TCP keep-alive probes are sent, and the number of failed probes before the
/// connection is closed. A stream of events may be silent for hours.
const KEEPALIVE: Duration = Duration::from_secs(15);
const KEEPALIVE_PROBES: u32 = 3;
/// How long sent data may stay unacknowledged.
#[cfg(target_os = "linux")]
const UNACKNOWLEDGED: Duration = Duration::from_secs(30);

/// Why a connection failed, with its causes.
pub(super) type ConnectCause = Arc<dyn Error + Send + Sync>;
type BoxError = Box<dyn Error + Send + Sync>;

/// Errors that the libraries do not report by themselves.
#[derive(Debug, thiserror::Error)]
pub(super) enum ConnectFailure {
    #[error("there was no connection within {0:?}")]
    TimedOut(Duration),
    #[error("the connection is not secure")]
    Tls(#[source] BoxError),
    #[error("through the proxy `{proxy}`")]
    Proxy {
        proxy: Uri,
        #[source]
        cause: BoxError,
    },
}

/// A bidirectional stream of bytes.
pub(super) trait ByteStream: Read + Write + Send + Unpin {}

impl<T: Read + Write + Send + Unpin> ByteStream for T {}

/// An open stream, and its negotiated protocol.
pub(super) enum OpenStream {
    Plain(TokioIo<TcpStream>),
    Secure {
        stream: Box<dyn ByteStream>,
        http2: bool,
    },
}

type TunnelConnector = HttpsConnector<Tunnel<HttpsConnector<HttpConnector>>>;

/// Opens streams to one server.
pub(super) struct ServerConnector {
    route: ConnectRoute,
    proxy: Option<Uri>,
    limit: Duration,
}

enum ConnectRoute {
    /// TCP to the server, or to the proxy that forwards requests.
    Tcp(HttpConnector, Uri),
    /// TLS to the server, or to the proxy that forwards requests.
    Tls(HttpsConnector<HttpConnector>, Uri),
    /// TLS to the server, inside a tunnel through the proxy.
    Tunnel(Box<TunnelConnector>, Uri),
}

// === impl ConnectFailure ===

impl ConnectFailure {
    /// Explains an error of the connector.
    fn explain(error: BoxError, limit: Duration) -> BoxError {
        if ran_out(&*error) {
            return Self::TimedOut(limit).into();
        }
        // The lower layers have error types of their own; a plain I/O error comes from TLS.
        if error.is::<io::Error>() {
            return Self::Tls(error).into();
        }
        error
    }
}

/// Whether the connector's own timeout expired; the system's timeouts have an error number.
fn ran_out(error: &(dyn Error + 'static)) -> bool {
    std::iter::successors(Some(error), |&it| it.source())
        .filter_map(|it| it.downcast_ref::<io::Error>())
        .any(|it| it.kind() == io::ErrorKind::TimedOut && it.raw_os_error().is_none())
}

// === impl ServerConnector ===

impl ServerConnector {
    /// Prepares the connector. Certificates are loaded only if TLS is used.
    pub(super) fn new(
        server: &Uri,
        proxy: Option<&HttpProxy>,
        agent: HeaderValue,
        limit: Duration,
    ) -> Result<Self, BoxError> {
        let to = proxy.map_or(server, HttpProxy::uri).clone();
        let tcp = tcp(limit);
        let route = match proxy {
            Some(proxy) if is_secure(server) => {
                let mut headers = HeaderMap::new();
                headers.insert(USER_AGENT, agent);
                let inner = tls()?.enable_http1().wrap_connector(tcp);
                let mut tunnel = Tunnel::new(to, inner).with_headers(headers);
                if let Some(login) = proxy.login() {
                    tunnel = tunnel.with_auth(login.clone());
                }
                let outer = tls()?.enable_all_versions().wrap_connector(tunnel);
                ConnectRoute::Tunnel(Box::new(outer), server.clone())
            }
            Some(_) if is_secure(&to) => {
                ConnectRoute::Tls(tls()?.enable_http1().wrap_connector(tcp), to)
            }
            None if is_secure(&to) => {
                ConnectRoute::Tls(tls()?.enable_all_versions().wrap_connector(tcp), to)
            }
            _ => ConnectRoute::Tcp(tcp, to),
        };
        Ok(Self {
            route,
            proxy: proxy.map(|it| it.uri().clone()),
            limit,
        })
    }

    /// The time limit for opening a stream.
    pub(super) fn limit(&self) -> Duration {
        self.limit
    }

    /// Whether the server may choose HTTP/2.
    pub(super) fn may_be_http2(&self) -> bool {
        !matches!(self.route, ConnectRoute::Tcp(..))
    }

    /// Opens a stream.
    pub(super) async fn open(&self) -> Result<OpenStream, ConnectCause> {
        let opened = match &self.route {
            ConnectRoute::Tcp(tcp, to) => {
                let opened = call(tcp.clone(), to.clone()).await;
                opened.map(OpenStream::Plain)
            }
            ConnectRoute::Tls(tls, to) => secure(call(tls.clone(), to.clone()).await),
            ConnectRoute::Tunnel(tunnel, to) => {
                secure(call(TunnelConnector::clone(tunnel), to.clone()).await)
            }
        };
        opened.map_err(|error| -> ConnectCause {
            let cause = ConnectFailure::explain(error, self.limit);
            match &self.proxy {
                None => cause.into(),
                Some(proxy) => Arc::new(ConnectFailure::Proxy {
                    proxy: proxy.clone(),
                    cause,
                }),
            }
        })
    }
}

fn is_secure(uri: &Uri) -> bool {
    uri.scheme() == Some(&Scheme::HTTPS)
}

/// TCP to any address of a name that responds.
fn tcp(limit: Duration) -> HttpConnector {
    let mut tcp = HttpConnector::new();
    tcp.enforce_http(false);
    tcp.set_nodelay(true);
    tcp.set_keepalive(Some(KEEPALIVE));
    tcp.set_keepalive_interval(Some(KEEPALIVE));
    tcp.set_keepalive_retries(Some(KEEPALIVE_PROBES));
    #[cfg(target_os = "linux")]
    tcp.set_tcp_user_timeout(Some(UNACKNOWLEDGED));
    // Divided between the addresses of a name, so that one dead address does not use up the time of
    // the others.
    tcp.set_connect_timeout(Some(limit));
    tcp
}

/// TLS with the platform's certificates and the library's default provider.
fn tls() -> Result<HttpsConnectorBuilder<WantsProtocols1>, BoxError> {
    let builder = HttpsConnectorBuilder::new().try_with_platform_verifier()?;
    Ok(builder.https_or_http())
}

async fn call<C: Service<Uri>>(mut connector: C, to: Uri) -> Result<C::Response, BoxError>
where
    C::Error: Into<BoxError>,
{
    let ready = poll_fn(|cx| connector.poll_ready(cx)).await;
    ready.map_err(Into::into)?;
    connector.call(to).await.map_err(Into::into)
}

fn secure<T>(opened: Result<T, BoxError>) -> Result<OpenStream, BoxError>
where
    T: ByteStream + Connection + 'static,
{
    opened.map(|stream| OpenStream::Secure {
        http2: stream.connected().is_negotiated_h2(),
        stream: Box::new(stream),
    })
}
