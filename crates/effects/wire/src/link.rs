//! One open connection to one server, whatever it travels over.
//!
//! A [`Link`] carries messages and ties answers to requests; it does not know what they mean.
//! Three transports stand behind it: a child process ([`Endpoint::Stdio`]), Streamable HTTP of
//! both eras ([`Endpoint::Http`]) and the older HTTP+SSE ([`Endpoint::Sse`]). All three give the
//! same two streams: an [`Exchange`] for what belongs to one request, and the [`Inbox`] for
//! what belongs to none.
//!
//! A link never answers a request with the answer to another, never buffers without bound, and
//! survives whatever a server writes. It is over when the server or [`Link::close`] ends it;
//! bringing it back is the business of those who use it.

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

/// Where a server is and how to speak to it.
#[derive(Clone, Debug)]
pub enum LinkEndpoint {
    /// A child process that speaks lines.
    Stdio(StdioSpec),
    /// Streamable HTTP, of both eras.
    Http(HttpSpec),
    /// HTTP+SSE, the transport of 2024-11-05.
    Sse(HttpSpec),
}

/// A server to be started as a child process, without a shell.
#[derive(Clone, Debug)]
pub struct StdioSpec {
    /// What the log calls it.
    pub label: String,
    /// The program to start.
    pub command: String,
    /// The program's arguments.
    pub args: Vec<String>,
    /// Variables on top of the inherited ones.
    pub env: Vec<(String, Secret<String>)>,
    /// Variables of our own environment that it inherits beside the usual ones.
    pub inherit: Vec<String>,
    /// Where it runs; our own directory when `None`.
    pub cwd: Option<PathBuf>,
    /// What it is held to; nothing when `None`.
    pub confine: Option<Box<StdioConfinement>>,
}

/// What a server that is started as a child process is held to.
#[derive(Clone, Debug)]
pub struct StdioConfinement {
    /// What it may do.
    pub permissions: ChildPermissions,
    /// The program and the arguments by which this product becomes a launcher.
    pub launcher: (PathBuf, Vec<String>),
    /// Who is told what it is refused, beside the log.
    pub observer: Option<RefusalObserver>,
}

/// Is told what a confined child is refused, in the order in which that happens.
#[derive(Clone)]
pub struct RefusalObserver(Arc<ObserveRefusal>);

/// Takes when something was refused, what it was, and how many refusals before it were left out.
type ObserveRefusal = dyn Fn(Instant, &Observation, u64) + Send + Sync;

/// A server to be reached over HTTP.
#[derive(Clone)]
pub struct HttpSpec {
    /// What the log calls it.
    pub label: String,
    /// The MCP endpoint.
    pub url: Url,
    /// Headers on every request.
    pub headers: Vec<(String, Secret<String>)>,
}

/// The bounds of a link.
#[derive(Clone, Debug)]
pub struct LinkLimits {
    /// The largest message taken, in bytes.
    pub max_message: usize,
    /// How long a connection may take to come up.
    pub connect_timeout: Duration,
    /// How long a server has to end by itself before it is made to.
    pub stop_grace: Duration,
}

/// The standard headers of one modern HTTP request; stdio and HTTP+SSE ignore them. Values are
/// plain here and encoded when they are sent.
#[derive(Clone, Copy, Debug, Default)]
pub struct RequestHeaders<'a> {
    /// The header `MCP-Protocol-Version`.
    pub protocol_version: Option<McpRevision>,
    /// The header `Mcp-Method`.
    pub method: Option<&'a str>,
    /// The header `Mcp-Name`.
    pub name: Option<&'a str>,
    /// `Mcp-Param-*`, under their full names, as [`crate::header::param_values`] gives them.
    pub params: &'a [(String, String)],
    /// `traceparent` and `tracestate`.
    pub trace: &'a [(String, String)],
}

/// An open connection. Clones share it; the last one to go ends it.
#[derive(Clone)]
pub struct ServerLink(Arc<LinkInner>);

struct LinkInner {
    last_id: AtomicU64,
    transport: LinkTransport,
    inbox: Arc<MessageMailbox>,
}

enum LinkTransport {
    Stdio(StdioLink),
    Http(HttpLink),
    Sse(SseLink),
}

/// The messages of one request: notifications and server requests on its behalf, then the
/// answer, then nothing. Dropping it forgets the request; over HTTP that closes its stream.
pub struct Exchange {
    id: u64,
    flow: ExchangeFlow,
}

enum ExchangeFlow {
    /// All of it is here: what was said before the answer, and the answer.
    Here(std::vec::IntoIter<JsonRpcMessage>, Option<JsonRpcMessage>),
    /// It comes over a stream that all requests share.
    Shared(DemuxTicket),
    /// It has a stream of its own.
    Own(Box<PostStream>),
}

/// What happens in an exchange.
#[derive(Debug)]
pub enum ExchangeEvent {
    /// The server says something.
    Message(JsonRpcMessage),
    /// The server ended its stream before the answer, to be asked for the rest after so long. That
    /// is done without being told.
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
                (LinkTransport::Stdio(link), inbox)
            }
            LinkEndpoint::Http(spec) => {
                let (link, inbox) = HttpLink::open(spec, limits)?;
                (LinkTransport::Http(link), inbox)
            }
            LinkEndpoint::Sse(spec) => {
                let (link, inbox) = SseLink::open(spec, limits).await?;
                (LinkTransport::Sse(link), inbox)
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

    /// An id for the next request: 1, 2, 3 and so on.
    pub fn next_id(&self) -> u64 {
        self.0.last_id.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Sends a request whose bytes carry the numeric id `id`, and gives what comes back for it.
    ///
    /// Progress is tied to a request by its id: a request that wants progress uses its own id
    /// as progress token. Dropping the future before it is done may leave the request sent.
    pub async fn request(
        &self,
        id: u64,
        message: Bytes,
        headers: &RequestHeaders<'_>,
    ) -> Result<Exchange, LinkError> {
        match &self.0.transport {
            LinkTransport::Stdio(link) => link.request(id, message).await,
            LinkTransport::Http(link) => link.request(id, message, headers).await,
            LinkTransport::Sse(link) => link.request(id, message).await,
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

    /// Whether everything that came so far and belongs to no request has been read from the inbox
    /// and dealt with.
    pub fn is_inbox_read(&self) -> bool {
        self.0.inbox.is_read()
    }

    /// Tells a legacy HTTP link that `initialize` was answered and `notifications/initialized`
    /// sent. From now on requests carry the revision, and a stream for the inbox is kept open
    /// where the server has one. Other links have nothing to do. Call it inside a runtime.
    pub fn session_started(&self, revision: McpRevision) {
        if let LinkTransport::Http(link) = &self.0.transport {
            link.session_started(revision);
        }
    }

    /// Ends the link and waits for its end. A child gets its input closed, then, each after the
    /// grace of [`LinkLimits::stop_grace`], SIGTERM and SIGKILL for its whole process group; a
    /// legacy HTTP session is deleted. Exchanges that are still open end with an error.
    pub async fn close(&self) {
        match &self.0.transport {
            LinkTransport::Stdio(link) => link.close().await,
            LinkTransport::Http(link) => link.close().await,
            LinkTransport::Sse(link) => link.close().await,
        }
    }

    /// The number of the process behind it, if one was started.
    pub fn process(&self) -> Option<u32> {
        match &self.0.transport {
            LinkTransport::Stdio(link) => link.process(),
            LinkTransport::Http(_) | LinkTransport::Sse(_) => None,
        }
    }

    /// Tells every refusal to the observer of a confined child that came before what was last
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
        // What is inside knows credentials.
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

    /// The next message. The response is the last; an error is the last too. Dropping the
    /// future loses nothing.
    pub async fn next(&mut self) -> Option<Result<JsonRpcMessage, LinkError>> {
        loop {
            match self.next_event().await? {
                Ok(ExchangeEvent::Message(message)) => return Some(Ok(message)),
                Ok(ExchangeEvent::Paused(_)) => {}
                Err(error) => return Some(Err(error)),
            }
        }
    }

    /// The same for those who want to hear of pauses too.
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
    /// An observer that is told when something was tried, what it was, and how many further
    /// attempts since the last one were too many to be looked at. It must not wait.
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
