//! A socket in the data directory, through which clients that start `candor stdio` are served by
//! the running gateway, so that sources are not started twice.
//!
//! First, each side sends one line: the client's identity and endpoint, and whether it is served.
//! After that the socket carries the stdio protocol.

mod greeting;
mod joined;

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use candor_gateway::{Gateway, UnknownEndpoint};
use candor_model::Digest;
use tokio::io::{AsyncWriteExt as _, BufReader};
use tokio::net::{UnixListener, UnixStream};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;

use self::greeting::{ClientGreeting, GatewayAnswer, read_line};
pub use self::joined::{ConversationEnd, JoinError, JoinedGateway};

/// The name of the socket in the data directory.
pub const FILE: &str = "clients.socket";
/// The most clients at a time.
const MOST_CLIENTS: usize = 256;
/// How long a client may take to send its greeting.
const GREETING_TIME: Duration = Duration::from_secs(10);
/// How long to wait for an unknown endpoint, and the polling interval: another process may just
/// have created it, and the gateway is notified a moment later.
const ENDPOINT_WAIT: Duration = Duration::from_secs(2);
const ENDPOINT_PAUSE: Duration = Duration::from_millis(50);
/// The delay if the system has no resources for another connection.
const NO_ROOM_PAUSE: Duration = Duration::from_millis(200);

/// The socket of a gateway, until it is dropped.
pub(crate) struct ClientSocket {
    listener: UnixListener,
    path: PathBuf,
}

/// What clients of the socket are served.
pub(crate) struct SocketClients {
    pub(crate) gateway: Gateway,
    /// The source that the gateway serves alone, under its own names.
    pub(crate) transparent: Option<String>,
}

// === impl ClientSocket ===

impl ClientSocket {
    /// Opens the socket of a data directory that no other gateway serves. One that a killed
    /// gateway has left is replaced.
    pub(crate) fn open(data: &Path) -> io::Result<Self> {
        let path = data.join(FILE);
        match fs::remove_file(&path) {
            Err(cause) if cause.kind() != io::ErrorKind::NotFound => return Err(cause),
            _ => {}
        }
        let listener = UnixListener::bind(&path)?;
        let socket = Self { listener, path };
        // The secret already protects the socket; this prevents attempts.
        fs::set_permissions(&socket.path, fs::Permissions::from_mode(0o600))?;
        Ok(socket)
    }

    /// Serves clients until `stop`, and then lets their calls finish for the time of `drain`.
    pub(crate) async fn serve(
        self,
        clients: SocketClients,
        stop: CancellationToken,
        drain: Duration,
    ) {
        let clients = Arc::new(clients);
        let mut open = JoinSet::new();
        loop {
            tokio::select! {
                biased;
                () = stop.cancelled() => break,
                Some(_) = open.join_next() => {}
                accepted = self.listener.accept(), if open.len() < MOST_CLIENTS => match accepted {
                    Ok((stream, _)) => {
                        let (clients, stop) = (Arc::clone(&clients), stop.clone());
                        open.spawn(async move { clients.serve(stream, stop).await });
                    }
                    Err(error) => {
                        tracing::warn!(%error, "A client could not be accepted");
                        sleep(NO_ROOM_PAUSE).await;
                    }
                },
            }
        }
        drop(self);
        let finished = async { while open.join_next().await.is_some() {} };
        let _ = timeout(drain, finished).await;
        open.shutdown().await;
    }
}

impl Drop for ClientSocket {
    fn drop(&mut self) {
        // A socket without a listener is replaced by the next gateway; none is only tidier.
        let _ = fs::remove_file(&self.path);
    }
}

// === impl SocketClients ===

impl SocketClients {
    /// Serves one of them, if it is to be served.
    async fn serve(&self, stream: UnixStream, stop: CancellationToken) {
        let (input, mut output) = stream.into_split();
        let mut input = BufReader::new(input);
        let greeting = async { ClientGreeting::of(&read_line(&mut input).await?) };
        let greeting = timeout(GREETING_TIME, greeting).await;
        let greeting = match greeting.map_err(io::Error::from) {
            Ok(Ok(greeting)) if self.is_owner(&greeting) => greeting,
            Ok(Ok(_)) => {
                tracing::warn!("A client without the owner's secret was not served");
                return;
            }
            Ok(Err(error)) | Err(error) => {
                tracing::debug!(%error, "A client did not say who it is");
                return;
            }
        };
        let answer = self.answer(&greeting).await;
        if output.write_all(&answer.line()).await.is_err() || answer != GatewayAnswer::Accepted {
            return;
        }
        let (gateway, endpoint) = (self.gateway.clone(), greeting.endpoint);
        let served = candor_mcp::serve_stdio(gateway, endpoint, input, output, stop).await;
        if let Err(error) = served {
            tracing::debug!(%error, "The conversation with a client failed");
        }
    }

    async fn answer(&self, greeting: &ClientGreeting) -> GatewayAnswer {
        if greeting.transparent != self.transparent {
            return GatewayAnswer::ServesOther;
        }
        let end = Instant::now() + ENDPOINT_WAIT;
        loop {
            let unknown = match self.gateway.catalogue().view(&greeting.endpoint) {
                Ok(_) => return GatewayAnswer::Accepted,
                Err(UnknownEndpoint::Environment(_)) => GatewayAnswer::UnknownEnvironment,
                Err(UnknownEndpoint::Toolset(_) | UnknownEndpoint::Name(_)) => {
                    GatewayAnswer::UnknownToolset
                }
            };
            if Instant::now() >= end {
                return unknown;
            }
            sleep(ENDPOINT_PAUSE).await;
        }
    }

    /// Whether a client has the secret of the data directory.
    fn is_owner(&self, greeting: &ClientGreeting) -> bool {
        let settings = self.gateway.policy_settings();
        let presented = Digest::of(greeting.secret.expose());
        let owner = settings.owner.as_ref();
        owner.is_some_and(|owner| owner.digest.is(&presented))
    }
}
