//! One open connection to one server, over any transport.
//!
//! A [`ServerLink`] carries messages and matches answers with requests; it does not interpret them.
//! There are three transports: a child process ([`LinkEndpoint::Stdio`]), Streamable HTTP of both
//! eras ([`LinkEndpoint::Http`]) and the older HTTP+SSE ([`LinkEndpoint::Sse`]). All three provide
//! the same two streams: an [`Exchange`] for messages of one request, and the [`LinkInbox`] for
//! messages outside requests.
//!
//! A link never answers a request with the answer to another, never buffers without bound, and
//! survives whatever a server writes. It is over when the server or [`ServerLink::close`] ends it;
//! reconnecting is left to the caller.

mod demux;
mod error;
mod http;
mod inbox;
mod last_words;
mod log;
mod mailbox;
mod sse;
mod stdio;
mod text;
mod throttle;

use std::fmt;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bytes::Bytes;
use candor_confine::{ChildPermissions, Observation};
use candor_model::{McpRevision, Secret};
use url::Url;

use self::demux::DemuxTicket;
use self::http::{HttpLink, PostStream};
use self::mailbox::MessageMailbox;
use self::sse::SseLink;
use self::stdio::StdioLink;
use crate::envelope::JsonRpcMessage;

pub use error::LinkError;
pub use inbox::LinkInbox;
pub use stdio::INHERITED;

/// The address of a server and its transport.
#[derive(Clone, Debug)]
pub enum LinkEndpoint {
    /// A child process that exchanges lines.
    Stdio(StdioSpec),
    /// Streamable HTTP, of both eras.
    Http(HttpSpec),
    /// HTTP+SSE, the transport of 2024-11-05.
    Sse(HttpSpec),
}

/// A server to be started as a child process, without a shell.
#[derive(Clone, Debug)]
pub struct StdioSpec {
    /// The name for the log.
    pub label: String,
    /// The program to start.
    pub command: String,
    /// The program's arguments.
    pub args: Vec<String>,
    /// Variables in addition to the inherited ones.
    pub env: Vec<(String, Secret<String>)>,
    /// Variables of our own environment that it inherits in addition to the usual ones.
    pub inherit: Vec<String>,
    /// The working directory; our own if `None`.
    pub cwd: Option<PathBuf>,
    /// The confinement of the process; none if `None`.
    pub confine: Option<Box<StdioConfinement>>,
}

/// The confinement of a server that is started as a child process.
#[derive(Clone, Debug)]
pub struct StdioConfinement {
    /// The permissions of the process.
    pub permissions: ChildPermissions,
    /// The program and arguments that make this executable a launcher.
    pub launcher: (PathBuf, Vec<String>),
    /// Notified of refusals, in addition to the log.
    pub observer: Option<RefusalObserver>,
}

/// Notified of what a confined child is refused, in order.
#[derive(Clone)]
pub struct RefusalObserver(Arc<ObserveRefusal>);

/// Receives the time of a refusal, what was refused, and how many earlier refusals were left out.
type ObserveRefusal = dyn Fn(Instant, &Observation, u64) + Send + Sync;

/// A server to be reached over HTTP.
#[derive(Clone)]
pub struct HttpSpec {
    /// The name for the log.
    pub label: String,
    /// The MCP endpoint.
    pub url: Url,
    /// Headers of every request.
    pub headers: Vec<(String, Secret<String>)>,
}

/// The limits of a link.
#[derive(Clone, Debug)]
pub struct LinkLimits {
    /// The maximum size of a message in bytes.
    pub max_message: usize,
    /// How long establishing a connection may take.
    pub connect_timeout: Duration,
    /// How long a server has to end by itself before it is stopped by force.
    pub stop_grace: Duration,
}

/// The standard headers of one modern HTTP request; stdio and HTTP+SSE ignore them. Values are not
/// encoded here; that happens when they are sent.
#[derive(Clone, Copy, Debug, Default)]
pub struct RequestHeaders<'a> {
    /// The header `MCP-Protocol-Version`.
    pub protocol_version: Option<McpRevision>,
    /// The header `Mcp-Method`.
    pub method: Option<&'a str>,
    /// The header `Mcp-Name`.
    pub name: Option<&'a str>,
    /// `Mcp-Param-*`, under their full names, as [`crate::header::param_values`] returns them.
    pub params: &'a [(String, String)],
    /// The `traceparent` and `tracestate` headers.
    pub trace: &'a [(String, String)],
}

/// An open connection. Clones share it; it ends when the last one is dropped.
#[derive(Clone)]
pub struct ServerLink(Arc<LinkInner>);

struct LinkInner {
    last_id: AtomicU64,
    transport: LinkTransport,
    inbox: Arc<MessageMailbox>,
}

enum LinkTransport {
    Stdio(Arc<StdioLink>),
    Http(HttpLink),
    Sse(Arc<SseLink>),
}

/// The messages of one request: notifications and server requests that belong to it, followed by
/// the answer. Dropping it abandons the request; over HTTP that closes its stream.
pub struct Exchange {
    id: u64,
    flow: ExchangeFlow,
}

/// A request that is being sent. It borrows nothing, so that a call can keep it while it waits.
pub type PendingExchange = Pin<Box<dyn Future<Output = Result<Exchange, LinkError>> + Send>>;

enum ExchangeFlow {
    /// All of it was received: the messages before the answer, and the answer.
    Here(std::vec::IntoIter<JsonRpcMessage>, Option<JsonRpcMessage>),
    /// It arrives over a stream that all requests share.
    Shared(DemuxTicket),
    /// It has a stream of its own.
    Own(Box<PostStream>),
}

/// An event of an exchange.
#[derive(Debug)]
pub enum ExchangeEvent {
    /// A message of the server.
    Message(JsonRpcMessage),
    /// The server ended its stream before the answer, and expects a reconnection after this delay.
    /// The link does that by itself.
    Paused(Duration),
}

// === impl ServerLink ===

impl ServerLink {
    /// Opens a connection. A child process is started and an HTTP+SSE stream is opened now;
    /// Streamable HTTP connects with the first request.
    pub async fn open(
        endpoint: &LinkEndpoint,
        limits: &LinkLimits,
    ) -> Result<(Self, LinkInbox), LinkError> {
        let (transport, inbox) = match endpoint {
            LinkEndpoint::Stdio(spec) => {
                let (link, inbox) = StdioLink::open(spec, limits)?;
                (LinkTransport::Stdio(Arc::new(link)), inbox)
            }
            LinkEndpoint::Http(spec) => {
                let (link, inbox) = HttpLink::open(spec, limits)?;
                (LinkTransport::Http(link), inbox)
            }
            LinkEndpoint::Sse(spec) => {
                let (link, inbox) = SseLink::open(spec, limits).await?;
                (LinkTransport::Sse(Arc::new(link)), inbox)
            }
        };
        Ok((
            Self(Arc::new(LinkInner {
                last_id: AtomicU64::new(0),
                transport,
                inbox: inbox.mailbox(),
            })),
            inbox,
        ))
    }

    /// The id of the next request: 1, 2, 3 and so on.
    pub fn next_id(&self) -> u64 {
        self.0.last_id.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Sends a request whose bytes contain the numeric id `id`, and returns its exchange.
    ///
    /// Progress is matched with a request by its id: a request that wants progress must use its own
    /// id as progress token. If the future is dropped before it is done, the request may have been
    /// sent.
    pub fn request(
        &self,
        id: u64,
        message: Bytes,
        headers: &RequestHeaders<'_>,
    ) -> PendingExchange {
        match &self.0.transport {
            LinkTransport::Http(link) => link.request(id, message, headers),
            LinkTransport::Stdio(link) => {
                let link = Arc::clone(link);
                Box::pin(async move { link.request(id, message).await })
            }
            LinkTransport::Sse(link) => {
                let link = Arc::clone(link);
                Box::pin(async move { link.request(id, message).await })
            }
        }
    }

    /// Sends a notification, or the response to a server's request.
    pub async fn send(
        &self,
        message: Bytes,
        headers: &RequestHeaders<'_>,
    ) -> Result<(), LinkError> {
        match &self.0.transport {
            LinkTransport::Stdio(link) => link.send(message).await,
            LinkTransport::Http(link) => link.send(message, headers).await,
            LinkTransport::Sse(link) => link.send(message).await,
        }
    }

    /// Whether all messages outside requests that were received so far have been read from the
    /// inbox and handled.
    pub fn is_inbox_read(&self) -> bool {
        self.0.inbox.is_read()
    }

    /// Tells a legacy HTTP link that `initialize` was answered and `notifications/initialized`
    /// sent. From now on requests carry the revision, and a stream for the inbox is kept open if
    /// the server has one. A no-op for other links. Must be called inside a runtime.
    pub fn session_started(&self, revision: McpRevision) {
        if let LinkTransport::Http(link) = &self.0.transport {
            link.session_started(revision);
        }
    }

    /// Ends the link and waits for its end. The input of a child process is closed; then, each
    /// after the grace period of [`LinkLimits::stop_grace`], its whole process group gets SIGTERM
    /// and SIGKILL. A legacy HTTP session is deleted. Open exchanges end with an error.
    pub async fn close(&self) {
        match &self.0.transport {
            LinkTransport::Stdio(link) => link.close().await,
            LinkTransport::Http(link) => link.close().await,
            LinkTransport::Sse(link) => link.close().await,
        }
    }

    /// The id of the child process, if one was started.
    pub fn process(&self) -> Option<u32> {
        match &self.0.transport {
            LinkTransport::Stdio(link) => link.process(),
            LinkTransport::Http(_) | LinkTransport::Sse(_) => None,
        }
    }

    /// Notifies the observer of a confined child of all refusals that came before the last message
    /// read from it.
    pub fn settle_refusals(&self) {
        if let LinkTransport::Stdio(link) = &self.0.transport {
            link.settle_refusals();
        }
    }

    /// `stdio`, `http` or `sse`.
    pub fn kind(&self) -> &'static str {
        match &self.0.transport {
            LinkTransport::Stdio(_) => "stdio",
            LinkTransport::Http(_) => "http",
            LinkTransport::Sse(_) => "sse",
        }
    }
}

impl fmt::Debug for ServerLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The contents include credentials.
        f.debug_struct("Link")
            .field("kind", &self.kind())
            .finish_non_exhaustive()
    }
}

// === impl Exchange ===

impl Exchange {
    fn here(id: u64, before: Vec<JsonRpcMessage>, answer: JsonRpcMessage) -> Self {
        Self {
            id,
            flow: ExchangeFlow::Here(before.into_iter(), Some(answer)),
        }
    }

    fn shared(ticket: DemuxTicket) -> Self {
        Self {
            id: ticket.id(),
            flow: ExchangeFlow::Shared(ticket),
        }
    }

    fn own(id: u64, stream: PostStream) -> Self {
        Self {
            id,
            flow: ExchangeFlow::Own(Box::new(stream)),
        }
    }

    /// The request's id.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The next message. The response is the last; so is an error. Cancel-safe: dropping the future
    /// loses nothing.
    pub async fn next(&mut self) -> Option<Result<JsonRpcMessage, LinkError>> {
        loop {
            match self.next_event().await? {
                Ok(ExchangeEvent::Message(message)) => return Some(Ok(message)),
                Ok(ExchangeEvent::Paused(_)) => {}
                Err(error) => return Some(Err(error)),
            }
        }
    }

    /// Like [`Self::next`], but including pauses.
    pub async fn next_event(&mut self) -> Option<Result<ExchangeEvent, LinkError>> {
        let message = match &mut self.flow {
            ExchangeFlow::Here(before, answer) => before.next().or_else(|| answer.take()).map(Ok),
            ExchangeFlow::Shared(ticket) => ticket.next().await,
            ExchangeFlow::Own(stream) => return stream.next().await,
        };
        message.map(|message| message.map(ExchangeEvent::Message))
    }
}

impl fmt::Debug for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exchange")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

// === impl RefusalObserver ===

impl RefusalObserver {
    /// Creates an observer. It is told the time of a refusal, what was refused, and how many
    /// attempts since the last one were too many to be examined. It must not block.
    pub fn new(tell: impl Fn(Instant, &Observation, u64) + Send + Sync + 'static) -> Self {
        Self(Arc::new(tell))
    }

    fn tell(&self, at: Instant, seen: &Observation, unseen: u64) {
        (self.0)(at, seen, unseen);
    }
}

impl fmt::Debug for RefusalObserver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RefusalObserver")
    }
}

// === impl HttpSpec ===

impl fmt::Debug for HttpSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpSpec")
            .field("label", &self.label)
            .field("url", &text::safe_url(&self.url))
            .field("headers", &self.headers)
            .finish()
    }
}
