//! The gateway: its sources, catalogue and audit, and the API for faces.

mod caller_limits;
mod reload;
mod start;
pub(crate) mod startup;
pub(crate) mod state;

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use candor_boxed::boxed;
use candor_model::{CallerIdentity, EnvironmentName, McpLogLevel, SourceName};
use candor_policy::PolicyRules;
use candor_sources::{ConsentRequest, PendingConsent};
use candor_store::{Journal, JournalProgress, Keyring, Store, StoreError, WrittenOpinions};
use candor_wire::ErrorObject;
use tokio::sync::{MutexGuard, broadcast, mpsc};
use tokio_util::sync::CancellationToken;

use self::state::GatewayState;
use crate::access::TokenUses;
use crate::access::page_sessions::PageSessions;
use crate::approvals::{ApprovalService, ApprovalTracker};
use crate::call::CallStream;
use crate::call::call_keeper::CallKeeper;
use crate::call::coalesce::CoalescedReads;
use crate::call::incoming::{ClientContext, IncomingCall};
use crate::call::parked::ParkedCalls;
use crate::call::resource_watch::{self as watches, ResourceWatch};
use crate::call::result_cache::ResultCache;
use crate::catalogue::{Catalogue, ServedSource};
use crate::edit::Editor;
use crate::events::event::{ClientEvent, UiEvent};
use crate::events::sessions::SessionGuard;
use crate::limits::GatewayLimits;
use crate::metrics::Metrics;
use crate::records::RecordReader;
use crate::source_tasks::KnownTasks;
use crate::sources::added::{SourcePlans, UnusableSource};
use crate::sources::factory::SourceFactory;
use crate::sources::status::SourceStatus;
use crate::state::environment_variables::OpenedVariables;
use crate::state::policy_settings::GatewayPolicySettings;
use crate::state::snapshot::StateSnapshot;
use crate::state::store_follower::CatchUpRequest;

/// How long shutdown waits for the remaining background tasks.
const LAST_TASKS: Duration = Duration::from_secs(5);

/// The gateway. Clones share the same state.
#[derive(Clone)]
pub struct Gateway(Arc<GatewayState>);

/// How long to wait for sources that are still starting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartupWait {
    /// A client that has just connected and has a short timeout. The answer is valid in any case.
    Greeting,
    /// A client that requests the list of tools. Cached lists of starting sources are good enough.
    Tools,
    /// A client that requests another list, often only once, or calls something that may still
    /// appear.
    Request,
    /// A person who runs a command that needs everything.
    Command,
}

// === impl Gateway ===

impl Gateway {
    /// The editor, for everything that people change.
    pub fn editor(&self) -> Editor<'_> {
        Editor::new(self)
    }

    /// The editor for a user who presented a credential: a caller that may not approve calls cannot
    /// loosen the guards of its own calls.
    pub fn editor_for(&self, identity: &CallerIdentity) -> Editor<'_> {
        self.editor().limited_to(identity)
    }

    /// The service for deciding about calls.
    pub fn approvals(&self) -> ApprovalService<'_> {
        ApprovalService::new(self)
    }

    /// The service for signing browsers in and out.
    pub fn page_sessions(&self) -> PageSessions<'_> {
        PageSessions::new(self)
    }

    /// The current policy settings of the configuration file.
    pub fn policy_settings(&self) -> Arc<GatewayPolicySettings> {
        self.0.policy_settings.load_full()
    }

    /// The current policy rules: those of the configuration file, followed by the saved ones.
    pub fn policy_rules(&self) -> Arc<PolicyRules> {
        self.policy_rules_with(&self.snapshot())
    }

    /// The policy rules with the saved ones of this snapshot.
    pub(crate) fn policy_rules_with(&self, snapshot: &StateSnapshot) -> Arc<PolicyRules> {
        let settings = self.0.policy_settings.load();
        self.0.policy_rules.get(&settings, &snapshot.saved_rules)
    }

    /// The current catalogue.
    pub fn catalogue(&self) -> Arc<Catalogue> {
        self.0.live.catalogue.load_full()
    }

    /// Subscribes to all client events from now on.
    pub fn changes(&self) -> broadcast::Receiver<ClientEvent> {
        self.0.events.clients.subscribe()
    }

    /// The kinds of things that changed within this time until now, and a receiver for changes from
    /// now on.
    pub fn ui_events(&self, late: Duration) -> (Vec<UiEvent>, broadcast::Receiver<UiEvent>) {
        self.0.events.ui.subscribe(late)
    }

    /// Notifies live pages of a change.
    pub(crate) fn emit_ui_event(&self, event: UiEvent) {
        self.0.events.ui.emit(event);
    }

    /// Subscribes to the progress of the audit, from now on.
    pub fn audited(&self) -> JournalProgress {
        self.0.storage.journal.progress()
    }

    /// Begins a call.
    pub fn call(&self, arrival: IncomingCall) -> CallStream {
        CallStream::new(self.clone(), arrival)
    }

    /// Subscribes to one resource, for a client that may read it.
    #[boxed]
    pub async fn watch_resource(
        &self,
        client: &Arc<ClientContext>,
        uri: &str,
    ) -> Result<ResourceWatch, ErrorObject> {
        watches::watch(self, client, uri).await
    }

    /// Sets the minimum log level of a session. Servers are sent the least severe level that any
    /// session wants; each face filters for its clients.
    #[boxed]
    pub async fn set_log_level(&self, client_key: u64, level: McpLogLevel) {
        let level = self.0.events.sessions.set_level(client_key, level);
        for server in self.servers().iter() {
            server.source.set_log_level(level.as_str()).await;
        }
    }

    /// Notifies all sources that a session's roots have changed.
    #[boxed]
    pub async fn roots_changed(&self, _client_key: u64) {
        for server in self.servers().iter() {
            server.source.roots_changed().await;
        }
    }

    /// Registers a session that servers may send requests to outside any call.
    pub fn join(
        &self,
        client: Arc<ClientContext>,
        asks: mpsc::Sender<candor_sources::InputRequest>,
    ) -> SessionGuard {
        self.0.events.sessions.join(client, asks)
    }

    /// The limits that faces enforce.
    pub fn limits(&self) -> &GatewayLimits {
        &self.0.limits
    }

    /// A number that no other client has.
    pub fn next_client_key(&self) -> u64 {
        self.0.calls.client_keys.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// The status of every source, in the order of the configuration, followed by the added ones
    /// and finally the added ones that cannot be used.
    pub fn sources(&self) -> Vec<SourceStatus> {
        let snapshot = self.snapshot();
        let added = |name: &SourceName| {
            let mut saved = snapshot.added_sources.iter();
            let saved = saved.find(|saved| saved.name == *name && !self.declares(name));
            saved.map(|saved| saved.version)
        };
        let catalogue = self.catalogue();
        let status = |server: &Arc<ServedSource>| {
            let name = server.source.name();
            SourceStatus::of(server, added(name), catalogue.remembered_tools(name))
        };
        let servers = self.servers();
        let mut all: Vec<_> = servers.iter().map(status).collect();
        let unmade = self.unusable_sources();
        let served = |one: &SourceName| servers.iter().any(|server| server.source.name() == one);
        let unmade = unmade.iter().filter(|one| !served(&one.name));
        all.extend(unmade.map(|one| SourceStatus::of_unmade(one)));
        all
    }

    /// The metrics of this gateway.
    pub fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// The reader for recorded data.
    pub fn records(&self) -> &RecordReader {
        &self.0.storage.records
    }

    /// The database. Faces read through [`Gateway::records`] instead.
    pub(crate) fn store(&self) -> &Store {
        &self.0.storage.store
    }

    /// Ends all calls that wait for approval, with a refusal that says so; their approvals stay
    /// pending. Calls that a source is handling continue.
    pub fn close(&self) {
        self.0.tasks.closing.cancel();
    }

    /// Stops all sources, flushes the audit into the database and closes it. Calls still in
    /// progress end first, because their sources do.
    #[boxed]
    pub async fn stop(&self) {
        let stops: Vec<_> = self
            .servers()
            .iter()
            .map(|server| {
                tokio::spawn({
                    let source = server.source.clone();
                    async move { source.stop().await }
                })
            })
            .collect();
        for stop in stops {
            let _ = stop.await;
        }
        self.0.tasks.stop.cancel();
        self.0.tasks.tracker.close();
        // The sources have stopped, so nothing should be left to wait for; if there is, the audit
        // takes precedence.
        let _ = tokio::time::timeout(LAST_TASKS, self.0.tasks.tracker.wait()).await;
        if let Err(error) = self.0.storage.journal.close().await {
            tracing::warn!(%error, "The journal was not emptied");
        }
        self.0.storage.store.close().await;
    }

    /// The stored state that the catalogue reflects.
    pub(crate) fn snapshot(&self) -> Arc<StateSnapshot> {
        self.0.live.snapshot.load_full()
    }

    /// The sources that are served.
    pub(crate) fn servers(&self) -> Arc<Vec<Arc<ServedSource>>> {
        self.0.live.sources.load_full()
    }

    /// The added sources that cannot be served.
    pub(crate) fn unusable_sources(&self) -> Arc<Vec<Arc<UnusableSource>>> {
        self.0.live.unusable.load_full()
    }

    /// The factory for added sources.
    pub(crate) fn source_factory(&self) -> &dyn SourceFactory {
        &*self.0.added.factory
    }

    /// The cached plans of added sources.
    pub(crate) fn plans(&self) -> &SourcePlans {
        &self.0.added.plans
    }

    /// Whether the configuration has a source of this name.
    pub(crate) fn declares(&self, name: &SourceName) -> bool {
        self.0.added.declared.load().contains(name)
    }

    /// The keyring that seals secrets.
    pub(crate) fn keyring(&self) -> &Keyring {
        &self.0.storage.keyring
    }

    /// The variables of an environment.
    pub(crate) async fn variables(
        &self,
        environment: Option<&EnvironmentName>,
    ) -> Result<OpenedVariables, StoreError> {
        match environment {
            Some(environment) => self.0.calls.variables.open(self, environment).await,
            None => Ok(OpenedVariables::none()),
        }
    }

    /// Prepares a consent question: may this environment act for the person at this API? The
    /// variables in the request are filled in here.
    #[boxed]
    pub async fn consent(
        &self,
        source: &SourceName,
        environment: Option<&EnvironmentName>,
        mut request: ConsentRequest,
    ) -> Result<PendingConsent, String> {
        let servers = self.servers();
        let mut servers = servers.iter();
        let server = servers
            .find(|server| server.source.name() == source)
            .ok_or_else(|| format!("there is no source `{source}`"))?;
        let opened = self.variables(environment).await;
        request.variables = opened.map_err(|error| error.to_string())?.variables;
        server.source.consent(&request)
    }

    /// Locks edits in this process.
    pub(crate) async fn lock_edits(&self) -> MutexGuard<'_, ()> {
        self.0.edits.lock.lock().await
    }

    /// Waits until the catalogue reflects the current state of the store.
    pub(crate) async fn catch_up(&self) {
        self.catch_up_with(None).await;
    }

    /// Like [`Self::catch_up`], after writing exactly this, which then need not be read again.
    pub(crate) async fn catch_up_with(&self, written: Option<WrittenOpinions>) {
        let (request, learned) = CatchUpRequest::new(written);
        if self.0.edits.catch_up.send(request).await.is_ok() {
            // An error means that the store could not be read, which the store follower has logged.
            let _ = learned.await;
        }
    }

    pub(crate) fn journal(&self) -> Arc<Journal> {
        Arc::clone(&self.0.storage.journal)
    }

    pub(crate) fn shared_metrics(&self) -> Arc<Metrics> {
        Arc::clone(&self.0.metrics)
    }

    pub(crate) fn parked(&self) -> &ParkedCalls {
        &self.0.calls.parked
    }

    /// This process's view of approvals.
    pub(crate) fn approvals_known(&self) -> &Arc<ApprovalTracker> {
        &self.0.calls.approvals
    }

    /// Cancelled when calls must stop waiting for approval.
    pub(crate) fn closing(&self) -> &CancellationToken {
        &self.0.tasks.closing
    }

    /// The cached results.
    pub(crate) fn result_cache(&self) -> &ResultCache {
        &self.0.calls.result_cache
    }

    /// Sends an event to all clients; each filters what concerns it.
    pub(crate) fn tell_clients(&self, event: ClientEvent) {
        // There may be no listener.
        let _ = self.0.events.clients.send(event);
    }

    /// The tasks that clients have started.
    pub(crate) fn known_tasks(&self) -> &KnownTasks {
        &self.0.calls.known_tasks
    }

    /// Keeps the arguments of calls, if that is enabled.
    pub(crate) fn call_keeper(&self) -> Option<&CallKeeper> {
        self.0.calls.keeper.as_ref()
    }

    /// The reads in flight.
    pub(crate) fn coalescing(&self) -> &CoalescedReads {
        &self.0.calls.coalescing
    }

    /// The recorded uses of tokens.
    pub(crate) fn token_uses(&self) -> &TokenUses {
        &self.0.calls.token_uses
    }

    /// Spawns a task that outlives its request; [`Gateway::stop`] waits for it.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        // Without a runtime the process is shutting down, and its connections close with it.
        if tokio::runtime::Handle::try_current().is_ok() {
            self.0.tasks.tracker.spawn(task);
        }
    }
}
