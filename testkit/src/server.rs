//! The protocol implementation shared by both test servers: sessions, lifecycle, validation and
//! transports. What a server offers is a [`Service`].

pub(crate) mod call;
pub(crate) mod handle;
mod headers;
mod http;
pub(crate) mod inputs;
mod legacy;
mod listen;
pub(crate) mod logging;
mod modern;
mod origin;
mod outlet;
mod refusal;
mod run;
pub(crate) mod seen;
mod session;
mod sse;
mod sse_body;
pub(crate) mod stdio;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::era::{ProtocolRevision, ServerEra};
use crate::rpc::RpcError;
use call::ServiceCall;
use listen::ListenSubscription;
use seen::MessageRecord;
use session::ClientSession;

/// What a server offers, at any transport and revision.
pub(crate) trait ServerService: Send + Sync + 'static {
    /// Name, version and instructions, in this order.
    fn about(&self) -> ServerAbout;

    /// The capabilities to declare.
    fn capabilities(&self, revision: ProtocolRevision) -> Value;

    /// The input schema of a tool, to check `Mcp-Param-*` headers against.
    fn input_schema(&self, tool: &str) -> Option<Value>;

    /// Answers before the protocol part does; `None` lets the request take its usual way.
    fn intercept<'a>(&'a self, _call: &'a ServiceCall) -> BoxFuture<'a, Option<ServiceReply>> {
        Box::pin(async { None })
    }

    /// Answers a request that is not part of the lifecycle.
    fn call<'a>(&'a self, call: &'a ServiceCall) -> BoxFuture<'a, ServiceReply>;
}

/// The server's `serverInfo` and capabilities.
pub(crate) struct ServerAbout {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) instructions: Option<String>,
}

/// The outcome of one request.
#[derive(Debug)]
pub(crate) enum ServiceReply {
    /// A result; the modern era's obligatory fields are added when they are missing.
    Result(Value),
    /// A result that goes out byte for byte.
    Verbatim(String),
    Error(RpcError),
    /// An error object that goes out byte for byte.
    VerbatimError(String),
    /// A whole message that goes out in place of the answer.
    Whole(String),
    /// No answer at all.
    Silent,
}

/// A change that clients may have subscribed to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ServerChange {
    Tools,
    Prompts,
    Resources,
    Resource(String),
    /// The state of a task.
    Task(Value),
}

/// How clients reach the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ServerTransport {
    Stdio,
    Http,
    Sse,
}

/// What it means for the server to exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ServerDeath {
    /// The process ends.
    Process,
    /// The server stops and its connections break; the process lives on.
    Server,
}

/// A running server.
pub(crate) struct ScriptedServer {
    pub(crate) service: Arc<dyn ServerService>,
    pub(crate) era: ServerEra,
    pub(crate) transport: ServerTransport,
    pub(crate) death: ServerDeath,
    pub(crate) stop: CancellationToken,
    pub(crate) record: MessageRecord,
    sessions: Mutex<HashMap<String, Arc<ClientSession>>>,
    listeners: Mutex<Vec<ListenSubscription>>,
}

/// Locks even after a panic elsewhere: a test server should rather go on than hide the first panic.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A tool result of one text.
pub(crate) fn text_result(text: impl Into<String>) -> Value {
    json!({"content": [{"type": "text", "text": text.into()}]})
}

// === impl ScriptedServer ===

impl ScriptedServer {
    pub(crate) fn new(
        service: Arc<dyn ServerService>,
        era: ServerEra,
        transport: ServerTransport,
        death: ServerDeath,
    ) -> Arc<Self> {
        Arc::new(Self {
            service,
            era,
            transport,
            death,
            stop: CancellationToken::new(),
            record: MessageRecord::default(),
            sessions: Mutex::default(),
            listeners: Mutex::default(),
        })
    }

    /// `name` and `version`, as `initialize` and every modern result carry them.
    pub(crate) fn info(&self) -> Value {
        let about = self.service.about();
        json!({"name": about.name, "version": about.version})
    }

    /// Notifies every subscribed client.
    pub(crate) fn announce(&self, change: &ServerChange) {
        for session in lock(&self.sessions).values() {
            session.announce(change);
        }
        lock(&self.listeners).retain(|listener| listener.tell(change));
    }

    /// Ends the process or the server, whichever this one's death means.
    pub(crate) fn die(&self, code: i32) {
        match self.death {
            ServerDeath::Process => std::process::exit(code),
            ServerDeath::Server => self.stop.cancel(),
        }
    }

    fn keep(&self, session: &Arc<ClientSession>) {
        lock(&self.sessions).insert(session.id.clone(), Arc::clone(session));
    }

    fn session(&self, id: &str) -> Option<Arc<ClientSession>> {
        lock(&self.sessions).get(id).cloned()
    }

    /// Forgets a session and ends what runs in it; false when there is none.
    fn end(&self, id: &str) -> bool {
        let session = lock(&self.sessions).remove(id);
        session
            .as_ref()
            .inspect(|session| session.ended.cancel())
            .is_some()
    }
}

// === impl ServiceReply ===

impl ServiceReply {
    /// A tool result that reports a failure.
    pub(crate) fn failed(text: impl Into<String>) -> Self {
        Self::Result(json!({"content": [{"type": "text", "text": text.into()}], "isError": true}))
    }
}

impl From<RpcError> for ServiceReply {
    fn from(error: RpcError) -> Self {
        Self::Error(error)
    }
}

// === impl ServerChange ===

impl ServerChange {
    /// The notification's method and parameters.
    pub(crate) fn notification(&self) -> (&'static str, Value) {
        match self {
            Self::Tools => ("notifications/tools/list_changed", json!({})),
            Self::Prompts => ("notifications/prompts/list_changed", json!({})),
            Self::Resources => ("notifications/resources/list_changed", json!({})),
            Self::Resource(uri) => ("notifications/resources/updated", json!({"uri": uri})),
            Self::Task(task) => ("notifications/tasks/status", task.clone()),
        }
    }
}
