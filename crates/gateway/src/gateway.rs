//! The gateway: sources, catalogue, audit, and the way in.

mod start;

use std::collections::HashSet;
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use arc_swap::ArcSwap;
use candor_model::{EnvironmentName, Level, SourceName};
use candor_sources::{Consent, ConsentWish};
use candor_store::{Folded, Journal, Keyring, Store, StoreError};
use candor_wire::{ErrorObject, RawJson, RawObject};
use tokio::sync::{Mutex, MutexGuard, broadcast, mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::access::Uses;
use crate::approvals::{ApprovalDesk, Approvals};
use crate::arrival::{Arrival, Client};
use crate::catalogue::{Catalogue, Server};
use crate::change::{Change, Stir};
use crate::complete;
use crate::desk::Desk;
use crate::exchange::Exchange;
use crate::flights::Flights;
use crate::house::House;
use crate::kept::Kept;
use crate::knowledge::Knowledge;
use crate::librarian::Request;
use crate::limits::Limits;
use crate::members::{Members, Membership};
use crate::metrics::Metrics;
use crate::parked::Parked;
use crate::saved::{Plans, Unmade};
use crate::status::SourceStatus;
use crate::stirs::Stirs;
use crate::wallet::{Opened, Wallet};
use crate::watch::{self as watches, Watch};
use crate::workshop::Workshop;

/// How long the end waits for what is still to be said or kept.
const LAST_TASKS: Duration = Duration::from_secs(5);

/// The gateway. Cloning gives another handle to the same one.
#[derive(Clone)]
pub struct Gateway(Arc<Inner>);

/// The sources that are served, those of the configuration first. The refresher writes it.
pub(crate) type Servers = Arc<ArcSwap<Vec<Arc<Server>>>>;

/// The sources that people added and that cannot be served. The refresher writes it.
pub(crate) type Lacking = Arc<ArcSwap<Vec<Arc<Unmade>>>>;

struct Inner {
    servers: Servers,
    unmade: Lacking,
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
    stirs: Stirs,
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

// === impl Gateway ===

impl Gateway {
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

    /// Which kinds of things have changed for so long until now, and hears from now on which do.
    pub fn stirs(&self, late: Duration) -> (Vec<Stir>, broadcast::Receiver<Stir>) {
        self.0.stirs.listen(late)
    }

    /// Tells those who look that a kind of thing has changed.
    pub(crate) fn stir(&self, stir: Stir) {
        self.0.stirs.tell(stir);
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

    /// How every source is, in the order of the configuration, and after those the ones that
    /// people added; last the ones of these that cannot be used.
    pub fn sources(&self) -> Vec<SourceStatus> {
        let known = self.known();
        let added = |name: &SourceName| {
            let mut saved = known.saved.iter();
            let saved = saved.find(|saved| saved.name == *name && !self.declares(name));
            saved.map(|saved| saved.version)
        };
        let status = |server: &Arc<Server>| SourceStatus::of(server, added(server.source.name()));
        let servers = self.servers();
        let mut all: Vec<_> = servers.iter().map(status).collect();
        let unmade = self.unmade();
        let served = |one: &SourceName| servers.iter().any(|server| server.source.name() == one);
        let unmade = unmade.iter().filter(|one| !served(&one.name));
        all.extend(unmade.map(|one| SourceStatus::of_unmade(one)));
        all
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

    /// The sources that people added and that cannot be served.
    pub(crate) fn unmade(&self) -> Arc<Vec<Arc<Unmade>>> {
        self.0.unmade.load_full()
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
