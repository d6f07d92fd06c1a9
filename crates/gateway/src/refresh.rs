//! Follows what happens at the sources and what people say, and keeps the catalogue, the store
//! and the clients up to date. It is the only writer of the catalogue.

mod indexer;

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use candor_model::{Era, Pin, Revision, SourceName};
use candor_sources::{Ask, News, NewsEvent, State};
use candor_store::{Keyring, Store};
use candor_wire::{ErrorObject, RawJson, code, method};
use serde_json::json;
use tokio::sync::{Notify, broadcast, mpsc, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::catalogue::{self, Catalogue, Part, Stock};
use crate::change::{Change, Stir};
use crate::clock::now_micros;
use crate::gateway::{Lacking, Servers};
use crate::knowledge::Knowledge;
use crate::librarian::Lesson;
use crate::members::Members;
use crate::metrics::Metrics;
use crate::parked::Parked;
use crate::pinboard::{Findings, Pinboard, Strictness};
use crate::renew;
use crate::saved::{Movement, Unmade};
use crate::stirs::Stirs;

/// How often parked calls are looked through.
const SWEEP_EVERY: Duration = Duration::from_secs(5);

/// See the module.
pub(crate) struct Refresher {
    parts: Vec<Part>,
    knowledge: Arc<Knowledge>,
    pins: Pinboard,
    stock: Arc<Stock>,
    /// Sources that have neither started nor failed yet.
    unsettled: HashSet<SourceName>,
    /// Told when there may be something new to search.
    reindex: Arc<Notify>,
    around: Surroundings,
}

/// What the refresher consults and keeps up to date.
pub(crate) struct Surroundings {
    pub(crate) transparent: bool,
    /// Told when every source has started or failed once.
    pub(crate) settle: watch::Sender<bool>,
    /// Where sources tell what happens to them.
    pub(crate) news: mpsc::Sender<News>,
    pub(crate) servers: Servers,
    pub(crate) unmade: Lacking,
    pub(crate) catalogue: Arc<ArcSwap<Catalogue>>,
    /// What people have said, as the catalogue shows it.
    pub(crate) known: Arc<ArcSwap<Knowledge>>,
    /// Where findings about definitions are written down.
    pub(crate) clerk: mpsc::UnboundedSender<Findings>,
    pub(crate) changes: broadcast::Sender<Change>,
    pub(crate) stirs: Stirs,
    pub(crate) members: Members,
    pub(crate) parked: Arc<Parked>,
    pub(crate) store: Store,
    pub(crate) keyring: Arc<Keyring>,
    pub(crate) metrics: Arc<Metrics>,
    /// Whatever may have to wait for a server or for the database runs here, so that one slow
    /// source never keeps the news of the others.
    pub(crate) tasks: TaskTracker,
}

// === impl Refresher ===

impl Refresher {
    /// Builds the first catalogue, from sources that are just starting.
    pub(crate) fn new(
        knowledge: Arc<Knowledge>,
        unmade: Vec<Arc<Unmade>>,
        around: Surroundings,
    ) -> Self {
        let servers = around.servers.load_full();
        let mut this = Self {
            parts: servers
                .iter()
                .map(|server| Part::prepare(Arc::clone(server)))
                .collect(),
            pins: board(&knowledge),
            stock: Arc::default(),
            knowledge,
            unsettled: servers
                .iter()
                .map(|server| server.source.name().clone())
                .collect(),
            reindex: Arc::default(),
            around,
        };
        this.lack(unmade);
        this.inspect_all();
        this.restock();
        this
    }

    pub(crate) async fn run(
        mut self,
        mut inbox: mpsc::Receiver<News>,
        mut lessons: mpsc::Receiver<Lesson>,
        stop: CancellationToken,
    ) {
        let mut sweep = tokio::time::interval(SWEEP_EVERY);
        let (catalogue, changed) = (Arc::clone(&self.around.catalogue), self.reindex.clone());
        let indexing = indexer::run(catalogue, changed, stop.clone());
        self.around.tasks.spawn(indexing);
        loop {
            tokio::select! {
                () = stop.cancelled() => break,
                _ = sweep.tick() => self.around.parked.sweep(),
                Some(lesson) = lessons.recv() => self.learn(lesson),
                // Without sources there is no news, but people still say something.
                Some(news) = inbox.recv() => self.hear(news),
            }
        }
    }

    /// People have said or decided something, here or at another replica.
    fn learn(&mut self, lesson: Lesson) {
        let Lesson {
            knowledge,
            movement,
            learned,
        } = lesson;
        let before = self.around.catalogue.load_full();
        let moved = self.make_room(movement);
        let repinned = !knowledge.holds_tools_to_the_same(&self.knowledge);
        self.around.known.store(Arc::clone(&knowledge));
        self.knowledge = knowledge;
        if repinned || moved {
            self.pins = board(&self.knowledge);
            self.inspect_all();
            self.restock();
        } else {
            self.offer();
        }
        let after = self.around.catalogue.load();
        self.tell(!before.is_seen_as(&after), Change::Tools);
        self.around.stirs.tell(Stir::Said);
        for request in learned {
            // Whoever asked may have gone.
            let _ = request.send(());
        }
    }

    /// Takes in the sources that have come, and lets go of those that have gone or that others
    /// take the place of. Calls that are under way hold on to theirs until they end; whoever is
    /// let go of last ends.
    fn make_room(&mut self, movement: Movement) -> bool {
        let Movement { come, gone, unmade } = movement;
        if come.is_empty() && gone.is_empty() {
            self.lack(unmade);
            return false;
        }
        let leaves = |name: &SourceName| {
            gone.contains(name) || come.iter().any(|setup| setup.spec.name == *name)
        };
        self.parts.retain(|part| !leaves(part.server.source.name()));
        for name in &gone {
            self.around.metrics.state(name, "stopped");
            self.settle(name);
        }
        for setup in come {
            let server = Arc::new(setup.start(&self.around.news));
            self.parts.push(Part::prepare(server));
        }
        let servers = self.parts.iter().map(|part| Arc::clone(&part.server));
        self.around.servers.store(Arc::new(servers.collect()));
        self.lack(unmade);
        self.around.stirs.tell(Stir::Sources);
        for change in [Change::Resources, Change::Prompts] {
            self.tell(true, change);
        }
        true
    }

    /// Shows which sources people added that cannot be made.
    fn lack(&self, unmade: Vec<Arc<Unmade>>) {
        let before = self.around.unmade.load();
        let mut pairs = before.iter().zip(&unmade);
        if before.len() == unmade.len() && pairs.all(|(before, now)| Arc::ptr_eq(before, now)) {
            return;
        }
        for one in &unmade {
            self.around.metrics.state(&one.name, "unusable");
        }
        self.around.unmade.store(Arc::new(unmade));
        self.around.stirs.tell(Stir::Sources);
    }

    fn part(&self, source: &SourceName) -> Option<&Part> {
        let mut parts = self.parts.iter();
        parts.find(|part| part.server.source.name() == source)
    }

    /// A source has started or failed once, or is not waited for any more.
    fn settle(&mut self, source: &SourceName) {
        if self.unsettled.remove(source) && self.unsettled.is_empty() {
            self.around.settle.send_replace(true);
        }
    }

    fn inspect_all(&mut self) {
        let sources: Vec<_> = self
            .parts
            .iter()
            .map(|part| part.server.source.name().clone())
            .collect();
        for source in sources {
            self.inspect(&source);
        }
    }

    /// Holds a source's tools to their pins. What is found counts at once and is written down
    /// in the background.
    fn inspect(&mut self, source: &SourceName) {
        // Not `self.part`: the board is written while the part is looked at.
        let mut parts = self.parts.iter();
        let Some(part) = parts.find(|part| part.server.source.name() == source) else {
            return;
        };
        if part.server.source.is_asleep() {
            // It offers what is on the board, and nothing new.
            return;
        }
        let found: Vec<&Pin> = part.natures.iter().map(|nature| &nature.found).collect();
        let strictness = Strictness {
            trust: part.server.trust,
            quarantines: part.server.quarantines,
        };
        let findings = self.pins.inspect(source, &found, strictness);
        for drift in &findings.held {
            tracing::warn!(
                tool = %drift.name,
                "`{}` is in quarantine: {}",
                drift.name,
                crate::pinboard::reason(drift)
            );
        }
        if findings != Findings::default() {
            // The clerk is gone only when everything ends.
            let _ = self.around.clerk.send(findings);
        }
    }

    fn hear(&mut self, News { source, event }: News) {
        match event {
            NewsEvent::State(state) => self.state(&source, &state),
            NewsEvent::Inventory {
                tools,
                resources,
                prompts,
            } => {
                self.refresh(&source);
                self.tell(tools, Change::Tools);
                self.tell(resources, Change::Resources);
                self.tell(prompts, Change::Prompts);
                self.around.stirs.tell(Stir::Sources);
            }
            NewsEvent::ResourceUpdated { uri, params } => {
                self.tell(true, Change::ResourceUpdated { uri, params });
            }
            NewsEvent::Log { params } => self.tell(true, Change::Log { source, params }),
            NewsEvent::Ask(ask) => self.ask(&source, ask),
            NewsEvent::Found {
                era,
                revision,
                server,
            } => {
                self.remember(source, era, revision, server);
            }
            NewsEvent::Renewed {
                environment,
                variable,
                value,
            } => {
                let (store, keyring) = (self.around.store.clone(), self.around.keyring.clone());
                let kept = renew::keep(store, keyring, source, environment, variable, value);
                self.around.tasks.spawn(kept);
            }
        }
    }

    fn remember(&self, source: SourceName, era: Era, revision: Revision, server: String) {
        let Some(fingerprint) = self.part(&source).map(|part| part.server.fingerprint) else {
            return;
        };
        let store = self.around.store.clone();
        self.around.tasks.spawn(async move {
            let now = now_micros();
            let kept = store.remember_source(&source, &fingerprint, era, revision, &server, now);
            if let Err(error) = kept.await {
                tracing::warn!(source.name = %source, %error, "How the source speaks could not be remembered");
            }
        });
    }

    fn state(&mut self, source: &SourceName, told: &State) {
        // One that has been let go of still tells that it has stopped; another may have its name.
        let Some(part) = self.part(source) else {
            return;
        };
        let state = &part.server.source.state();
        if matches!(
            (told, state),
            (State::Stopped, State::Starting | State::Ready { .. })
        ) {
            return;
        }
        if matches!(state, State::Failing { .. }) {
            tracing::warn!(source.name = %source, "Source `{source}` {state}");
        } else {
            tracing::info!(source.name = %source, "Source `{source}` {state}");
        }
        self.around.metrics.state(source, state.as_str());
        // What is offered depends on who is still starting.
        self.refresh(source);
        self.around.stirs.tell(Stir::Sources);
        if !matches!(state, State::Starting) {
            self.settle(source);
        }
    }

    fn refresh(&mut self, source: &SourceName) {
        if let Some(part) = self
            .parts
            .iter_mut()
            .find(|part| part.server.source.name() == source)
        {
            *part = part.refreshed();
        }
        self.inspect(source);
        self.restock();
    }

    /// What the sources bring has changed, or what their tools are held to.
    fn restock(&mut self) {
        let transparent = self.around.transparent;
        self.stock = Arc::new(catalogue::stock(
            &self.parts,
            &self.pins,
            transparent,
            &self.stock,
        ));
        self.offer();
    }

    /// What is said about tools has changed.
    fn offer(&self) {
        let before = self.around.catalogue.load();
        let built = catalogue::offer(&self.stock, &self.knowledge.said, &before);
        self.around.catalogue.store(Arc::new(built));
        self.reindex.notify_one();
    }

    fn tell(&self, whether: bool, change: Change) {
        if whether {
            // Nobody may be listening.
            let _ = self.around.changes.send(change);
        }
    }

    /// A server asks outside any call: the only client that can answer does, and where there is
    /// none or more than one, roots are the configured ones and all else is refused.
    fn ask(&self, source: &SourceName, ask: Ask) {
        let Err(ask) = self.around.members.hand(ask) else {
            return;
        };
        let answer = if &*ask.method == method::ROOTS_LIST {
            let part = self.part(source);
            let roots = part.map_or(&[][..], |part| part.server.roots.as_slice());
            let roots: Vec<_> = roots.iter().map(|uri| json!({"uri": uri})).collect();
            Ok(RawJson::from_value(&json!({"roots": roots})))
        } else {
            let sentence = "no call is under way, so Candor cannot tell which client to ask";
            Err(ErrorObject::new(code::INVALID_REQUEST, sentence))
        };
        self.around
            .tasks
            .spawn(async move { ask.answer(answer).await });
    }
}

fn board(knowledge: &Knowledge) -> Pinboard {
    Pinboard::new(knowledge.pins.as_ref().clone(), knowledge.drifts.clone())
}
