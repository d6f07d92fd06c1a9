//! A server inside this process: Candor itself, in front of an API or functions.

use std::fmt;

use candor_egress::{RequestReach, RequestWatch, WatchedRequest};
use candor_verify::ObservedEvent;
use tokio::io::{AsyncRead, AsyncWrite};

/// A server that needs no child process. What it does to the world are the requests of this
/// process, which are watched.
pub trait HostedServer: fmt::Debug + Send + Sync {
    /// Opens a conversation with it, one message a line.
    fn connect(&self) -> ServerPipes;

    /// The allowed targets of its requests; others are refused and recorded.
    fn reach(&self) -> RequestReach;
}

/// The two ends of a conversation with a server.
pub struct ServerPipes {
    /// The server's output.
    pub reader: Box<dyn AsyncRead + Send + Unpin>,
    /// The server's input.
    pub writer: Box<dyn AsyncWrite + Send + Sync + Unpin>,
}

/// The requests since the last call, as events of a run.
pub(crate) fn requests(watch: &RequestWatch) -> impl Iterator<Item = ObservedEvent> + use<> {
    watch.take().into_iter().map(event)
}

fn event(request: WatchedRequest) -> ObservedEvent {
    ObservedEvent::Request {
        method: request.method,
        url: request.address,
        is_local: !request.is_refused,
        status: request.status,
    }
}

// === impl ServerPipes ===

impl fmt::Debug for ServerPipes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerPipes").finish_non_exhaustive()
    }
}
