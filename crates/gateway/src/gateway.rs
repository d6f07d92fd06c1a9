//! The gateway: sources, catalogue, audit, and the way in.

use std::collections::HashSet;
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use arc_swap::ArcSwap;
use candor_model::{Diagnostic, Digest, EnvironmentName, Level, SourceName, Trust, Unset};
use candor_sources::{Consent, ConsentWish, News, Source, SourceSpec, State};
use candor_store::{Folded, Journal, Keyring, Store, StoreError};
use candor_wire::{ErrorObject, RawJson, RawObject};
use tokio::sync::{Mutex, MutexGuard, broadcast, mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::access::Uses;
use crate::approvals::{self, ApprovalDesk, Approvals};
use crate::arrival::{Arrival, Client};
use crate::catalogue::{Catalogue, Reading, Server};
use crate::clerk;
use crate::complete;
use crate::desk::Desk;
use crate::exchange::Exchange;
use crate::flights::Flights;
use crate::house::House;
use crate::kept::Kept;
use crate::knowledge::{Declarations, Knowledge};
use crate::librarian::{Librarian, Request};
use crate::limits::{CallTimes, Limits};
use crate::members::{Members, Membership};
use crate::metrics::Metrics;
use crate::parked::Parked;
use crate::refresh::{Refresher, Surroundings};
use crate::retention;
use crate::saved::{Plans, Saved};
use crate::wallet::{Opened, Wallet};
use crate::watch::{self as watches, Watch};
use crate::workshop::Workshop;

/// News that a slow listener may miss before it is told that it missed some.
const CHANGES_KEPT: usize = 256;
/// News from sources that may wait for the refresher.
const NEWS_KEPT: usize = 1024;

/// Lessons and questions that may wait.
const LESSONS_KEPT: usize = 64;

/// How long the end waits for what is still to be said or kept.
const LAST_TASKS: Duration = Duration::from_secs(5);

/// The gateway. Cloning gives another handle to the same one.
#[derive(Clone)]
pub struct Gateway(Arc<Inner>);

/// The sources that are served, those of the configuration first. The refresher writes it.
pub(crate) type Servers = Arc<ArcSwap<Vec<Arc<Server>>>>;

struct Inner {
    servers: Servers,
    catalogue: Arc<ArcSwap<Catalogue>>,
    known: Arc<ArcSwap<Knowledge>>,
    /// Asks for what is known to be read again.
    reread: mpsc::Sender<Request>,
    keyring: Arc<Keyring>,
    workshop: Arc<dyn Workshop>,
    /// The names of the sources that the configuration gives.
    declared: HashSet<SourceName>,
    plans: Plans,
    wallet: Wallet,
    /// Held while something is read, changed and written back, so that those who edit here need
    /// not try again for each other.
    editing: Mutex<()>,
    changes: broadcast::Sender<Change>,
    stirs: broadcast::Sender<Stir>,
    settled: watch::Receiver<bool>,
    journal: Arc<Journal>,
    store: Store,
    metrics: Arc<Metrics>,
    limits: Limits,
    members: Members,
    parked: Arc<Parked>,
    house: House,
    approvals: Arc<Approvals>,
    kept: Kept,
    flights: Flights,
    uses: Uses,
    keys: AtomicU64,
    tasks: TaskTracker,
    /// Nobody is waited for any more.
    closing: CancellationToken,
    stop: CancellationToken,
}

/// What a gateway is made of.
pub struct GatewaySpec {
    /// The sources, in the order of the configuration.
    pub sources: Vec<SourceSetup>,
    /// Whether the one source is served under its own names.
    pub transparent: bool,
    /// See [`Limits`].
    pub limits: Limits,
    /// How long calls stay in the audit.
    pub retention: Duration,
    /// Where things are kept.
    pub store: Store,
    /// Where calls are written down.
    pub journal: Journal,
    /// What the configuration file says about tools and environments.
    pub declarations: Declarations,
    /// What seals the secrets of environments, and what is handed out to be brought back.
    pub keyring: Keyring,
    /// How the house decides.
    pub house: House,
    /// Where sources are made that people add.
    pub workshop: Arc<dyn Workshop>,
    /// Whether this process also does what somebody has to do: lets questions expire, makes the
    /// calls of tasks. A process that is here for one command does not.
    pub chores: bool,
}

/// One source and how it is to be treated.
pub struct SourceSetup {
    /// How to reach it.
    pub spec: SourceSpec,
    /// Whether arguments are checked before it is asked.
    pub validate: bool,
    /// How long its calls may take.
    pub times: CallTimes,
    /// What is done where nobody says whether its tools destroy, if not as everywhere.
    pub unset: Option<Unset>,
    /// What it was when its era was remembered.
    pub fingerprint: Digest,
    /// Whether its hints are relied upon.
    pub trust: Trust,
    /// How evidence about its tools is read.
    pub reading: Reading,
    /// Whether, while it is untrusted, every change of a definition waits for somebody. A hint
    /// that becomes less careful always does.
    pub quarantines: bool,
}

/// Something that clients are told.
#[derive(Clone, Debug)]
pub enum Change {
    /// The tools are no longer the same.
    Tools,
    /// The prompts are no longer the same.
    Prompts,
    /// The resources are no longer the same.
    Resources,
    /// One resource has changed.
    ResourceUpdated {
        /// Which.
        uri: String,
        /// What its source says about it.
        params: RawJson,
    },
    /// A source says something that belongs to no call.
    Log {
        /// Who.
        source: SourceName,
        /// What.
        params: RawJson,
    },
}

/// Which kind of thing has changed, for people who look at everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stir {
    /// How a source is, or what it brings.
    Sources,
    /// What people have said or decided.
    Said,
}

/// How long somebody waits for sources that are still starting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// A client that has just connected and gives up soon. What it is told holds in any case.
    Greeting,
    /// A client that wants a list, often only once, or calls something that may still come.
    Request,
    /// A person who has asked for everything.
    Command,
}

/// A source as an operator sees it.
#[derive(Clone, Debug)]
pub struct SourceStatus {
    /// Its name.
    pub name: SourceName,
    /// How it is.
    pub state: State,
    /// How many tools it brings.
    pub tools: usize,
    /// Whether its hints are relied upon.
    pub trust: Trust,
    /// What was left out of what it offers, or guessed, the gravest first.
    pub findings: Vec<Diagnostic>,
    /// Its version, if people added it while the gateway ran.
    pub added: Option<u64>,
}

// === impl Gateway ===

impl Gateway {
    /// Reads what people have said and starts all sources at once, without waiting for any.
    pub async fn start(spec: GatewaySpec) -> Result<Self, StoreError> {
        let declarations = Arc::new(spec.declarations);
        // Followed before it is read, so that no change falls in between.
        let follower = spec.store.follow().await?;
        let ledger = spec.store.follow_ledger().await?;
        let entered = spec.store.ledger_revision().await?;
        let knowledge = Knowledge::load(&spec.store, &declarations, None).await?;
        let knowledge = Arc::new(knowledge);

        let (news, inbox) = mpsc::channel(NEWS_KEPT);
        let (lessons, learning) = mpsc::channel(LESSONS_KEPT);
        let (reread, requests) = mpsc::channel(LESSONS_KEPT);
        let (findings, filing) = mpsc::unbounded_channel();
        let declared: HashSet<_> = names(&spec.sources).collect();
        let keyring = Arc::new(spec.keyring);
        let mut saved = Saved::new(
            Arc::clone(&spec.workshop),
            Arc::clone(&keyring),
            declared.clone(),
            !spec.transparent,
        );
        let added = saved.keep_up(&knowledge.saved).await.come;
        let servers: Vec<_> = spec
            .sources
            .into_iter()
            .chain(added)
            .map(|setup| Arc::new(server(setup, &news)))
            .collect();
        let (settle, settled) = watch::channel(servers.is_empty());
        let inner = Inner {
            servers: Arc::new(ArcSwap::from_pointee(servers)),
            catalogue: Arc::default(),
            known: Arc::new(ArcSwap::new(Arc::clone(&knowledge))),
            reread,
            keyring,
            workshop: spec.workshop,
            declared,
            plans: Plans::default(),
            wallet: Wallet::default(),
            editing: Mutex::default(),
            changes: broadcast::channel(CHANGES_KEPT).0,
            stirs: broadcast::channel(CHANGES_KEPT).0,
            settled,
            journal: Arc::new(spec.journal),
            store: spec.store,
            metrics: Arc::new(Metrics::new()),
            limits: spec.limits,
            members: Members::default(),
            parked: Arc::default(),
            house: spec.house,
            approvals: Arc::default(),
            kept: Kept::default(),
            flights: Flights::default(),
            uses: Uses::default(),
            keys: AtomicU64::new(1),
            tasks: TaskTracker::new(),
            closing: CancellationToken::new(),
            stop: CancellationToken::new(),
        };
        let around = Surroundings {
            transparent: spec.transparent,
            settle,
            news,
            servers: Arc::clone(&inner.servers),
            catalogue: Arc::clone(&inner.catalogue),
            known: Arc::clone(&inner.known),
            clerk: findings,
            changes: inner.changes.clone(),
            stirs: inner.stirs.clone(),
            members: inner.members.clone(),
            parked: Arc::clone(&inner.parked),
            store: inner.store.clone(),
            keyring: Arc::clone(&inner.keyring),
            metrics: Arc::clone(&inner.metrics),
            tasks: inner.tasks.clone(),
        };
        let librarian = Librarian {
            store: inner.store.clone(),
            declarations,
            follower,
            latest: Arc::clone(&knowledge),
            saved,
            lessons,
        };
        let refresher = Refresher::new(knowledge, around);
        let stop = || inner.stop.clone();
        let pruning = retention::keep(inner.store.clone(), spec.retention, stop());
        inner.tasks.spawn(refresher.run(inbox, learning, stop()));
        inner.tasks.spawn(librarian.run(requests, stop()));
        inner.tasks.spawn(clerk::run(inner.store.clone(), filing));
        inner.tasks.spawn(pruning);
        let gateway = Self(Arc::new(inner));
        // Before the first call, so that nobody is asked about what they have agreed to.
        let approvals = gateway.approvals_known();
        approvals.read_grants(gateway.store()).await?;
        let (own, stop) = (gateway.clone(), gateway.0.stop.clone());
        let following = approvals::follow(own, ledger, entered, spec.chores, stop);
        gateway.0.tasks.spawn(following);
        Ok(gateway)
    }

    /// Where people correct what is said about tools.
    pub fn desk(&self) -> Desk<'_> {
        Desk::new(self)
    }

    /// Where people decide about calls.
    pub fn approvals(&self) -> ApprovalDesk<'_> {
        ApprovalDesk::new(self)
    }

    /// How the house decides.
    pub fn house(&self) -> &House {
        &self.0.house
    }

    /// What is offered now.
    pub fn catalogue(&self) -> Arc<Catalogue> {
        self.0.catalogue.load_full()
    }

    /// Waits, at the very beginning, until every source has started or failed once, as long as
    /// the occasion allows. Either way what follows is answered from what is there.
    pub async fn settled(&self, patience: Patience) {
        if self.is_settled() {
            return;
        }
        let limit = match patience {
            Patience::Greeting => Duration::from_secs(2),
            Patience::Request => Duration::from_secs(10),
            Patience::Command => self.0.limits.start,
        };
        let mut settled = self.0.settled.clone();
        let all = settled.wait_for(|settled| *settled);
        let _ = tokio::time::timeout(limit, all).await;
    }

    /// Whether every source has started or failed once.
    pub(crate) fn is_settled(&self) -> bool {
        *self.0.settled.borrow()
    }

    /// Hears every change from now on.
    pub fn changes(&self) -> broadcast::Receiver<Change> {
        self.0.changes.subscribe()
    }

    /// Hears from now on which kind of thing has changed.
    pub fn stirs(&self) -> broadcast::Receiver<Stir> {
        self.0.stirs.subscribe()
    }

    /// Hears from now on when finished calls have reached the audit.
    pub fn audited(&self) -> Folded {
        self.0.journal.folded()
    }

    /// Begins a call.
    pub fn call(&self, arrival: Arrival) -> Exchange {
        Exchange::new(self.clone(), arrival)
    }

    /// Suggests values for an argument of a prompt or of a resource template.
    pub async fn complete(&self, client: &Client, params: RawObject) -> Result<RawJson, RawJson> {
        complete::complete(self, client, params).await
    }

    /// Follows one resource.
    pub async fn watch_resource(&self, uri: &str) -> Result<Watch, ErrorObject> {
        watches::watch(self, uri).await
    }

    /// A session wants to hear log messages from this level on. Servers are told the least
    /// important level that any session wants; each face keeps the rest from its clients.
    pub async fn set_log_level(&self, client_key: u64, level: Level) {
        let level = self.0.members.set_level(client_key, level);
        for server in self.servers().iter() {
            server.source.set_log_level(level.as_str()).await;
        }
    }

    /// A session's roots have changed.
    pub async fn roots_changed(&self, _client_key: u64) {
        for server in self.servers().iter() {
            server.source.roots_changed().await;
        }
    }

    /// A session that servers may ask outside any call.
    pub fn join(&self, client: Client, asks: mpsc::Sender<candor_sources::Ask>) -> Membership {
        self.0.members.join(client, asks)
    }

    /// The limits that faces keep.
    pub fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// A number that no other client has.
    pub fn fresh_key(&self) -> u64 {
        self.0.keys.fetch_add(1, Ordering::Relaxed)
    }

    /// How every source is, in the order of the configuration.
    pub fn sources(&self) -> Vec<SourceStatus> {
        let known = self.known();
        let added = |name: &SourceName| {
            let mut saved = known.saved.iter();
            let saved = saved.find(|saved| saved.name == *name && !self.declares(name));
            saved.map(|saved| saved.version)
        };
        let status = |server: &Arc<Server>| {
            let inventory = server.source.inventory();
            let mut findings = inventory.diagnostics.clone();
            findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
            SourceStatus {
                name: server.source.name().clone(),
                state: server.source.state(),
                tools: inventory.tools.len(),
                trust: server.trust,
                added: added(server.source.name()),
                findings,
            }
        };
        self.servers().iter().map(status).collect()
    }

    /// The numbers.
    pub fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// Where things are kept.
    pub fn store(&self) -> &Store {
        &self.0.store
    }

    /// Calls that wait for a person end now, and say so; their questions stay open. What a source
    /// works on goes on.
    pub fn close(&self) {
        self.0.closing.cancel();
    }

    /// Stops all sources, folds the audit into the database and closes it. Calls that are still
    /// under way end first, because their sources do.
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
        self.0.stop.cancel();
        self.0.tasks.close();
        // The sources are gone, so that nothing should be left to wait for; and if it is, the
        // audit comes first.
        let _ = tokio::time::timeout(LAST_TASKS, self.0.tasks.wait()).await;
        if let Err(error) = self.0.journal.close().await {
            tracing::warn!(%error, "The journal was not emptied");
        }
        self.0.store.close().await;
    }

    /// What people have said, as the catalogue shows it.
    pub(crate) fn known(&self) -> Arc<Knowledge> {
        self.0.known.load_full()
    }

    /// The sources that are served.
    pub(crate) fn servers(&self) -> Arc<Vec<Arc<Server>>> {
        self.0.servers.load_full()
    }

    /// Where sources are made that people add.
    pub(crate) fn workshop(&self) -> &dyn Workshop {
        &*self.0.workshop
    }

    /// What is done for the sources that people added.
    pub(crate) fn plans(&self) -> &Plans {
        &self.0.plans
    }

    /// Whether the configuration gives a source of this name.
    pub(crate) fn declares(&self, name: &SourceName) -> bool {
        self.0.declared.contains(name)
    }

    /// What seals secrets.
    pub(crate) fn keyring(&self) -> &Keyring {
        &self.0.keyring
    }

    /// The variables that count where this client asks.
    pub(crate) async fn variables(
        &self,
        environment: Option<&EnvironmentName>,
    ) -> Result<Opened, StoreError> {
        match environment {
            Some(environment) => self.0.wallet.open(self, environment).await,
            None => Ok(Opened::default()),
        }
    }

    /// Prepares a question for a person: may this environment act for you at this API? The
    /// variables in the wish are filled in here.
    pub async fn consent(
        &self,
        source: &SourceName,
        environment: Option<&EnvironmentName>,
        mut wish: ConsentWish,
    ) -> Result<Consent, String> {
        let servers = self.servers();
        let mut servers = servers.iter();
        let server = servers
            .find(|server| server.source.name() == source)
            .ok_or_else(|| format!("there is no source `{source}`"))?;
        let opened = self.variables(environment).await;
        wish.variables = opened.map_err(|error| error.to_string())?.variables;
        server.source.consent(&wish)
    }

    /// Waits until nobody else edits here.
    pub(crate) async fn edit(&self) -> MutexGuard<'_, ()> {
        self.0.editing.lock().await
    }

    /// Waits until the catalogue says what the store says now.
    pub(crate) async fn catch_up(&self) {
        let (told, learned) = oneshot::channel();
        if self.0.reread.send(told).await.is_ok() {
            // Not told: the store could not be read, which the librarian has said.
            let _ = learned.await;
        }
    }

    pub(crate) fn journal(&self) -> Arc<Journal> {
        Arc::clone(&self.0.journal)
    }

    pub(crate) fn shared_metrics(&self) -> Arc<Metrics> {
        Arc::clone(&self.0.metrics)
    }

    pub(crate) fn parked(&self) -> &Parked {
        &self.0.parked
    }

    /// What this process knows of questions to people.
    pub(crate) fn approvals_known(&self) -> &Arc<Approvals> {
        &self.0.approvals
    }

    /// Ends when nobody is waited for any more.
    pub(crate) fn closing(&self) -> &CancellationToken {
        &self.0.closing
    }

    /// Results that are kept.
    pub(crate) fn kept(&self) -> &Kept {
        &self.0.kept
    }

    /// Reads that are under way.
    pub(crate) fn flights(&self) -> &Flights {
        &self.0.flights
    }

    /// When tokens were used.
    pub(crate) fn uses(&self) -> &Uses {
        &self.0.uses
    }

    /// Runs something that outlives its request; [`Gateway::stop`] waits for it.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        // Without a runtime the process is ending, and the connections with it.
        if tokio::runtime::Handle::try_current().is_ok() {
            self.0.tasks.spawn(task);
        }
    }
}

fn names(sources: &[SourceSetup]) -> impl Iterator<Item = SourceName> {
    sources.iter().map(|setup| setup.spec.name.clone())
}

/// Starts a source.
pub(crate) fn server(setup: SourceSetup, news: &mpsc::Sender<News>) -> Server {
    Server {
        fingerprint: setup.fingerprint,
        roots: setup.spec.roots.clone(),
        source: Source::start(setup.spec, news.clone()),
        times: setup.times,
        unset: setup.unset,
        validate: setup.validate,
        trust: setup.trust,
        reading: setup.reading,
        quarantines: setup.quarantines,
    }
}
