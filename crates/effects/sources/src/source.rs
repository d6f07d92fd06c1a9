//! The handle to one source, and the calls made through it.

mod awaited_task;
pub(crate) mod server_call;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use candor_boxed::boxed;
use candor_functions::{CapabilityViolation, Toolbox};
use candor_model::{McpEra, SourceName};
use candor_wire::{JsonRpcNotification, RawJson, envelope, method};
use tokio::sync::{mpsc, watch};
use tokio_util::sync::DropGuard;

use crate::actor::{self, SourceActor};
use crate::client_processes::ClientProcesses;
use crate::error::SourceError;
use crate::events::SourceEvent;
use crate::functions::{self, FunctionsSource};
use crate::input_request::InputRequest;
use crate::inventory::Inventory;
use crate::local::LocalCall;
use crate::not_started;
use crate::openapi::{self, ConsentRequest, OpenApiSource, PendingConsent};
use crate::other_era::OtherEraLink;
use crate::pack;
use crate::read_only::{ProcessFacts, ReadOnlyInstance, SplitStatus};
use crate::request::SourceRequest;
use crate::server_watches::WatchedName;
use crate::shared::{ActorCommand, SourceShared};
use crate::spec::{InstanceSpec, OriginSpec, SourceSpec};
use crate::state::SourceState;
use server_call::ServerCall;

/// One source, kept running in the background. Clones share the same source; when the last one is
/// dropped the source stops.
#[derive(Clone)]
pub struct SourceHandle(Arc<HandleInner>);

struct HandleInner {
    shared: Arc<SourceShared>,
    kind: SourceBackend,
    _stop: DropGuard,
}

/// The backend that answers the calls of a source.
enum SourceBackend {
    /// A server, through its actor.
    Server(ServerConnections),
    /// An API described by a document.
    OpenApi(Arc<OpenApiSource>),
    /// A program, in its workers.
    Functions(Arc<FunctionsSource>),
    /// A pack in this program.
    Pack(Toolbox),
    /// The source is only known from the cache.
    NotStarted { from_document: bool },
}

/// The additional connections of a server.
#[derive(Default)]
struct ServerConnections {
    /// The connection for clients of the other era, if the server speaks both.
    other_era: Arc<OtherEraLink>,
    /// Additional processes that keep the calls of several clients apart.
    processes: Arc<ClientProcesses>,
    /// The instance for read-only calls, if there is one.
    read_only: Option<Arc<ReadOnlyInstance>>,
}

/// One call of a source. Dropping it releases its slot and cancels it at the server, in the
/// background.
pub struct SourceCall(SourceCallKind);

/// An event of a call, from the source to the client.
#[derive(Debug)]
pub enum CallEvent {
    /// Progress (with the client's own token), a log message, or anything else that the server
    /// sends inside the call.
    Notification(JsonRpcNotification),
    /// A question of the source or the gateway to the client, which can be asked now. Clients of
    /// the modern era get an input-required result instead.
    Input(InputRequest),
    /// Earlier questions of this call no longer need an answer: it was given elsewhere.
    Withdrawn,
    /// The server continues without a stream and expects a reconnection after this delay. The
    /// source does that; a client that can come back need not wait either.
    Paused(Duration),
    /// A remark for the audit. It is not sent to the client.
    Remark(CallRemark),
    /// The end of the call: the result or the error object, untouched.
    Done(Result<RawJson, RawJson>),
}

/// Remarks about a call for the audit.
#[derive(Clone, Debug)]
pub enum CallRemark {
    /// The tool attempted something that its annotations rule out, and was refused.
    Violation(CapabilityViolation),
    /// A limit stopped the tool.
    Stopped(String),
    /// The confined program of the source was refused something during the call.
    Refused(String),
}

enum SourceCallKind {
    Server(Box<ServerCall>),
    /// A tool that Candor runs itself.
    Local(LocalCall),
    /// The only event is known from the start.
    Ready(Option<Result<CallEvent, SourceError>>),
}

/// The shared state and the connections of a server.
type ServerOf<'a> = (&'a Arc<SourceShared>, &'a ServerConnections);

// === impl ServerConnections ===

impl ServerConnections {
    /// Begins a call on the connection that suits it.
    async fn ask(
        &self,
        shared: &Arc<SourceShared>,
        request: Arc<SourceRequest>,
    ) -> Result<SourceCall, SourceError> {
        if ClientProcesses::are_needed(shared) {
            // Boxed to keep the future of ordinary calls small.
            return Box::pin(self.processes.call(shared, request)).await;
        }
        match self.other_era.suited(shared, &request).await {
            Some(suited) => suited.begin_call(request).await,
            None => ServerCall::begin(shared, request).await,
        }
    }
}

// === impl SourceHandle ===

impl SourceHandle {
    /// Starts a source in the background. This never blocks and never fails: everything that
    /// happens is reported through `news`, which should be read without long pauses. Requires a
    /// tokio runtime.
    pub fn start(spec: SourceSpec, news: mpsc::Sender<SourceEvent>) -> Self {
        let origin = spec.origin.clone();
        let (shared, orders) = SourceShared::new(spec, news);
        let own = Arc::clone(&shared);
        let kind = match origin {
            OriginSpec::OpenApi(spec) => {
                let api = Arc::new(OpenApiSource::new(spec));
                shared
                    .tasks
                    .spawn(openapi::run(own, Arc::clone(&api), orders));
                SourceBackend::OpenApi(api)
            }
            OriginSpec::Functions(spec) => {
                let functions = Arc::new(FunctionsSource::new(spec));
                shared
                    .tasks
                    .spawn(functions::run(own, Arc::clone(&functions), orders));
                SourceBackend::Functions(functions)
            }
            OriginSpec::Pack(toolbox) => {
                shared.tasks.spawn(pack::run(own, toolbox.clone(), orders));
                SourceBackend::Pack(toolbox)
            }
            OriginSpec::NotStarted {
                definitions,
                from_document,
            } => {
                shared.tasks.spawn(not_started::run(own, definitions));
                SourceBackend::NotStarted { from_document }
            }
            _ => {
                shared.tasks.spawn(SourceActor::new(own, orders).run());
                let read_only = match &shared.spec.instance {
                    InstanceSpec::Split(program) => Some(ReadOnlyInstance::start(&shared, program)),
                    _ => None,
                };
                SourceBackend::Server(ServerConnections {
                    read_only,
                    ..ServerConnections::default()
                })
            }
        };
        let guard = shared.stop.clone().drop_guard();
        Self(Arc::new(HandleInner {
            shared,
            kind,
            _stop: guard,
        }))
    }

    /// The name of the source.
    pub fn name(&self) -> &SourceName {
        self.0.shared.name()
    }

    /// The current state of the source.
    pub fn state(&self) -> SourceState {
        self.0.shared.state.borrow().clone()
    }

    /// The state of the source, and its changes.
    pub fn watch_state(&self) -> watch::Receiver<SourceState> {
        self.0.shared.state.subscribe()
    }

    /// The current inventory; empty unless the source is ready.
    pub fn inventory(&self) -> Arc<Inventory> {
        self.0.shared.inventory()
    }

    /// Whether it is only known from the cache: its inventory is the one it offered before.
    pub fn is_not_started(&self) -> bool {
        matches!(self.0.kind, SourceBackend::NotStarted { .. })
    }

    /// Whether Candor generates its tools from a document, so that their HTTP facts in `_meta` can
    /// be trusted.
    pub fn is_from_document(&self) -> bool {
        match self.0.kind {
            SourceBackend::OpenApi(_) => true,
            SourceBackend::NotStarted { from_document } => from_document,
            SourceBackend::Server(_) | SourceBackend::Functions(_) | SourceBackend::Pack(_) => {
                false
            }
        }
    }

    /// Whether it takes the variables of an environment.
    pub fn takes_variables(&self) -> bool {
        matches!(
            self.0.kind,
            SourceBackend::OpenApi(_) | SourceBackend::Functions(_) | SourceBackend::Pack(_)
        )
    }

    /// Whether Candor runs its tools itself, including all retries.
    pub fn is_own(&self) -> bool {
        matches!(
            self.0.kind,
            SourceBackend::OpenApi(_) | SourceBackend::Functions(_) | SourceBackend::Pack(_)
        )
    }

    /// Begins a call. An error means that the server has not received the request; anything later
    /// is an event of the call.
    pub async fn ask(&self, request: Arc<SourceRequest>) -> Result<SourceCall, SourceError> {
        match &self.0.kind {
            SourceBackend::Server(own) => match self.read_only_for(&request).await? {
                Some((shared, connections)) => connections.ask(shared, request).await,
                None => own.ask(&self.0.shared, request).await,
            },
            SourceBackend::OpenApi(api) => api.ask(&self.0.shared, &request),
            SourceBackend::Functions(functions) => functions.ask(&self.0.shared, &request),
            SourceBackend::Pack(toolbox) => pack::ask(toolbox, &self.0.shared, &request),
            SourceBackend::NotStarted { .. } => Err(SourceError::NotReady {
                name: self.name().clone(),
                sentence: "was not started".to_owned(),
            }),
        }
    }

    /// The server of the read-only instance, if a request belongs there.
    async fn read_only_for(
        &self,
        request: &SourceRequest,
    ) -> Result<Option<ServerOf<'_>>, SourceError> {
        let instance = self.read_only();
        let is_its_task = |one: &Arc<ReadOnlyInstance>| one.has_task_of(request);
        if !request.only_reads && !instance.is_some_and(is_its_task) {
            return Ok(None);
        }
        let limit = self.0.shared.spec.limits.start_timeout;
        let source = match instance {
            // Boxed to keep the future of ordinary calls small.
            Some(instance) => Some(Box::pin(instance.usable(limit)).await?),
            None => None,
        };
        let server = source.and_then(|source| match &source.0.kind {
            SourceBackend::Server(connections) => Some((&source.0.shared, connections)),
            _ => None,
        });
        server.map(Some).ok_or_else(|| SourceError::Refused {
            name: self.name().clone(),
            reason: "it no longer has a read-only instance; call again".to_owned(),
        })
    }

    fn read_only(&self) -> Option<&Arc<ReadOnlyInstance>> {
        match &self.0.kind {
            SourceBackend::Server(connections) => connections.read_only.as_ref(),
            _ => None,
        }
    }

    /// Whether its program is confined, so that it can be refused something.
    pub fn is_confined(&self) -> bool {
        let origin = &self.0.shared.spec.origin;
        matches!(origin, OriginSpec::Stdio(stdio) if stdio.confine.is_some()) || self.is_split()
    }

    /// Whether read-only calls are made at a read-only instance.
    pub fn is_split(&self) -> bool {
        self.read_only().is_some_and(|instance| instance.is_used())
    }

    /// Whether read-only calls cannot change anything, whatever the server does, because they run
    /// on an instance that can write nothing and has no network access.
    pub fn enforces_read_only(&self) -> bool {
        self.read_only().is_some_and(|instance| instance.enforces())
    }

    /// The status of its split; `None` if none was requested.
    pub fn split_status(&self) -> Option<SplitStatus> {
        match (&self.0.shared.spec.instance, self.read_only()) {
            (_, Some(instance)) => Some(instance.status()),
            (InstanceSpec::NotSplit(reason), None) => Some(SplitStatus::NotSplit(reason.clone())),
            _ => None,
        }
    }

    /// Ends the split, which leaves only the ordinary instance. Calls at the other one are lost.
    pub fn end_split(&self, reason: &str) {
        if let Some(instance) = self.read_only() {
            instance.end(reason.to_owned());
        }
    }

    /// The process behind the open connection, if there is one.
    pub fn process(&self) -> Option<ProcessFacts> {
        let session = self.0.shared.session.borrow();
        Some(ProcessFacts {
            id: session.as_ref()?.link.process()?,
            started_in: self.0.shared.started_in(),
        })
    }

    /// Whether this instance has created a task.
    pub(crate) fn has_made_task(&self, task: &str) -> bool {
        self.0.shared.has_made_task(task)
    }

    /// Stops it without waiting for its end.
    pub(crate) fn abandon(&self) {
        self.0.shared.stop.cancel();
    }

    /// Prepares a consent question: may Candor act for the person at this API? The error says what
    /// is missing.
    pub fn consent(&self, wish: &ConsentRequest) -> Result<PendingConsent, String> {
        match &self.0.kind {
            SourceBackend::OpenApi(api) if self.state().is_ready() => {
                api.consent(self.name(), wish)
            }
            SourceBackend::OpenApi(_) => Err(self.0.shared.not_ready().sentence()),
            _ => Err(format!("`{}` is not an API with a document", self.name())),
        }
    }

    /// Watches a resource for changes. Watches are counted: the server is told once, and again
    /// after a reconnection.
    #[boxed]
    pub async fn watch_resource(&self, uri: &str) -> Result<(), SourceError> {
        let shared = &self.0.shared;
        if !shared.state.borrow().is_ready() {
            return Err(shared.not_ready());
        }
        if !shared.inventory().server.can_subscribe() {
            return Err(SourceError::Refused {
                name: shared.name().clone(),
                reason: format!("it does not tell when a resource such as `{uri}` changes"),
            });
        }
        let session = shared.ready()?;
        let name = WatchedName::Resource(uri.to_owned());
        shared.watches.add(&session, name).await
    }

    /// Ends one [`Self::watch_resource`].
    #[boxed]
    pub async fn unwatch_resource(&self, uri: &str) {
        let shared = &self.0.shared;
        shared
            .watches
            .remove(
                shared.ready().ok().as_ref(),
                &WatchedName::Resource(uri.to_owned()),
            )
            .await;
    }

    /// Watches the status of a task, for a modern client. If the server cannot be subscribed to,
    /// there are no notifications, and its clients have to poll.
    #[boxed]
    pub async fn watch_task(&self, task: &str) {
        let Some(modern) = self.maker_of(task).in_modern_era().await else {
            return;
        };
        let shared = &modern.0.shared;
        if let Ok(session) = shared.ready() {
            let name = WatchedName::Task(task.to_owned());
            // Best effort: this only extends the filter of the listen stream.
            let _ = shared.watches.add(&session, name).await;
        }
    }

    /// Ends one [`Self::watch_task`].
    #[boxed]
    pub async fn unwatch_task(&self, task: &str) {
        if let Some(modern) = self.maker_of(task).in_modern_era().await {
            let name = WatchedName::Task(task.to_owned());
            modern.0.shared.watches.remove(None, &name).await;
        }
    }

    /// The instance that has created a task.
    fn maker_of(&self, task: &str) -> &Self {
        let read_only = self.read_only().map(|instance| &instance.source);
        let read_only = read_only.filter(|source| source.has_made_task(task));
        read_only.unwrap_or(self)
    }

    /// The connection for calls of modern clients.
    async fn in_modern_era(&self) -> Option<Self> {
        if self.speaks(McpEra::Modern) {
            return Some(self.clone());
        }
        self.other_era().await
    }

    /// Sets the log level. It is sent to legacy servers that support logging, and again after a
    /// reconnection; modern servers get it with every request of a legacy client.
    #[boxed]
    pub async fn set_log_level(&self, level: &str) {
        self.set_own_log_level(level).await;
        for other in self.others().await {
            other.set_own_log_level(level).await;
        }
    }

    /// Notifies a legacy server that a client's roots have changed.
    #[boxed]
    pub async fn roots_changed(&self) {
        self.own_roots_changed().await;
        for other in self.others().await {
            other.own_roots_changed().await;
        }
    }

    async fn set_own_log_level(&self, level: &str) {
        self.0.shared.set_level(level);
        if let Ok(session) = self.0.shared.ready() {
            actor::set_level(&session, level).await;
        }
    }

    async fn own_roots_changed(&self) {
        if let Ok(session) = self.0.shared.ready()
            && session.era == McpEra::Legacy
        {
            session
                .say(envelope::notification(method::ROOTS_CHANGED, None))
                .await;
        }
    }

    /// The additional connections that must be notified of changes that concern all of them.
    async fn others(&self) -> Vec<Self> {
        let read_only = self.read_only().map(|instance| instance.source.clone());
        self.other_era()
            .await
            .into_iter()
            .chain(read_only)
            .collect()
    }

    /// Forwards a client's notification on the connection that suits the client. An error means
    /// that nothing was sent.
    #[boxed]
    pub async fn notify(
        &self,
        era: McpEra,
        method: &str,
        params: Option<&RawJson>,
    ) -> Result<(), SourceError> {
        let other = if self.speaks(era) {
            None
        } else {
            self.other_era().await
        };
        let session = other.as_ref().unwrap_or(self).0.shared.ready()?;
        session.say(envelope::notification(method, params)).await;
        Ok(())
    }

    /// The connection in the other era, if it is open.
    async fn other_era(&self) -> Option<Self> {
        match &self.0.kind {
            SourceBackend::Server(connections) => connections.other_era.opened().await,
            _ => None,
        }
    }

    /// Whether it is ready and speaks this era.
    pub(crate) fn speaks(&self, era: McpEra) -> bool {
        self.0.shared.era() == Some(era)
    }

    /// Begins a call on this very connection.
    pub(crate) async fn begin_call(
        &self,
        request: Arc<SourceRequest>,
    ) -> Result<SourceCall, SourceError> {
        ServerCall::begin(&self.0.shared, request).await
    }

    /// Whether no other client waits for an answer.
    pub(crate) fn is_free_for(&self, key: u64) -> bool {
        self.0.shared.is_free_for(key)
    }

    /// Whether both handles are of the same source.
    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Whether there are open calls.
    pub fn has_open_calls(&self) -> bool {
        let is_reading = |instance: &Arc<ReadOnlyInstance>| instance.source.has_open_calls();
        self.0.shared.open_calls() > 0 || self.read_only().is_some_and(is_reading)
    }

    /// Reconnects: at once if the source is waiting for its next attempt, and with a new connection
    /// if it is ready.
    pub fn restart(&self) {
        let shared = &self.0.shared;
        let serial = shared
            .session
            .borrow()
            .as_ref()
            .map(|session| session.serial);
        shared.order(ActorCommand::Restart(serial));
        if let Some(instance) = self.read_only() {
            instance.source.restart();
        }
    }

    /// Stops it permanently, and waits until its process has ended. Open calls are lost.
    #[boxed]
    pub async fn stop(&self) {
        let shared = &self.0.shared;
        shared.stop.cancel();
        shared.tasks.close();
        shared.tasks.wait().await;
    }
}

impl fmt::Debug for SourceHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source")
            .field("name", self.name())
            .field("state", &self.state())
            .finish()
    }
}

// === impl SourceCall ===

impl SourceCall {
    pub(crate) fn with_server(call: ServerCall) -> Self {
        Self(SourceCallKind::Server(Box::new(call)))
    }

    pub(crate) fn local(call: LocalCall) -> Self {
        Self(SourceCallKind::Local(call))
    }

    /// A call that ends at once.
    pub(crate) fn ended(last: Result<CallEvent, SourceError>) -> Self {
        Self(SourceCallKind::Ready(Some(last)))
    }

    /// The next event. The last one is [`CallEvent::Done`], or an error if no answer comes; then
    /// `None`. Cancel-safe: nothing is lost when the future is dropped.
    pub async fn next(&mut self) -> Option<Result<CallEvent, SourceError>> {
        match &mut self.0 {
            SourceCallKind::Server(call) => call.next().await,
            SourceCallKind::Local(call) => call.next().await,
            SourceCallKind::Ready(last) => last.take(),
        }
    }

    /// Cancels the call at the server. A no-op if it was answered.
    #[boxed]
    pub async fn cancel(self, reason: &str) {
        if let SourceCallKind::Server(call) = self.0 {
            call.cancel(reason).await;
        }
    }
}

impl fmt::Debug for SourceCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SourceCall").finish_non_exhaustive()
    }
}

// === impl CallRemark ===

impl fmt::Display for CallRemark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Violation(violation) => violation.fmt(f),
            Self::Stopped(sentence) | Self::Refused(sentence) => f.write_str(sentence),
        }
    }
}
