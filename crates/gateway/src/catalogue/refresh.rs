//! Follows what happens at the sources and what people say, and keeps the catalogue, the store
//! and the clients up to date. It is the only writer of the catalogue.

mod indexer;

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use candor_model::{DefinitionPin, McpEra, McpRevision, SourceName};
use candor_sources::{InputRequest, SourceEvent, SourceEventKind, SourceState};
use candor_store::{Keyring, Store};
use candor_wire::{ErrorObject, RawJson, code, method};
use serde_json::json;
use tokio::sync::{Notify, broadcast, mpsc, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::call::parked::ParkedCalls;
use crate::catalogue::pins::{DriftStrictness, PinChanges, Pins};
use crate::catalogue::{self, Catalogue, CatalogueBase, SourcePart};
use crate::clock::now_micros;
use crate::events::event::{ClientEvent, UiEvent};
use crate::events::sessions::OpenSessions;
use crate::events::ui_events::UiEvents;
use crate::gateway::{ServedSources, UnusableSources};
use crate::metrics::Metrics;
use crate::sources::added::{SourcesUpdate, UnusableSource};
use crate::sources::credential_writer;
use crate::state::snapshot::StateSnapshot;
use crate::state::store_follower::StateUpdate;

/// How often parked calls are looked through.
const SWEEP_EVERY: Duration = Duration::from_secs(5);

/// See the module.
pub(crate) struct CatalogueRefresher {
    parts: Vec<SourcePart>,
    snapshot: Arc<StateSnapshot>,
    pins: Pins,
    base: Arc<CatalogueBase>,
    /// Sources that have neither started nor failed yet.
    unsettled: HashSet<SourceName>,
    /// Told when there may be something new to search.
    reindex: Arc<Notify>,
    context: RefreshContext,
}

/// What the refresher consults and keeps up to date.
pub(crate) struct RefreshContext {
    pub(crate) transparent: bool,
    /// Told when every source has started or failed once.
    pub(crate) settle: watch::Sender<bool>,
    /// Where sources tell what happens to them.
    pub(crate) news: mpsc::Sender<SourceEvent>,
    pub(crate) servers: ServedSources,
    pub(crate) unusable: UnusableSources,
    pub(crate) catalogue: Arc<ArcSwap<Catalogue>>,
    /// What people have said, as the catalogue shows it.
    pub(crate) snapshot: Arc<ArcSwap<StateSnapshot>>,
    /// Where findings about definitions are written down.
    pub(crate) pin_writer: mpsc::UnboundedSender<PinChanges>,
    pub(crate) changes: broadcast::Sender<ClientEvent>,
    pub(crate) ui_events: UiEvents,
    pub(crate) sessions: OpenSessions,
    pub(crate) parked: Arc<ParkedCalls>,
    pub(crate) store: Store,
    pub(crate) keyring: Arc<Keyring>,
    pub(crate) metrics: Arc<Metrics>,
    /// Whatever may have to wait for a server or for the database runs here, so that one slow
    /// source never keeps the news of the others.
    pub(crate) tasks: TaskTracker,
}

// === impl Refresher ===

impl CatalogueRefresher {
    /// Builds the first catalogue, from sources that are just starting.
    pub(crate) fn new(
        knowledge: Arc<StateSnapshot>,
        unmade: Vec<Arc<UnusableSource>>,
        around: RefreshContext,
    ) -> Self {
        let servers = around.servers.load_full();
        let mut this = Self {
            parts: servers
                .iter()
                .map(|server| SourcePart::prepare(Arc::clone(server)))
                .collect(),
            pins: pins_of(&knowledge),
            base: Arc::default(),
            snapshot: knowledge,
            unsettled: servers
                .iter()
                .map(|server| server.source.name().clone())
                .collect(),
            reindex: Arc::default(),
            context: around,
        };
        this.show_unusable(unmade);
        this.inspect_all();
        this.rebuild();
        this
    }

    pub(crate) async fn run(
        mut self,
        mut inbox: mpsc::Receiver<SourceEvent>,
        mut lessons: mpsc::Receiver<StateUpdate>,
        stop: CancellationToken,
    ) {
        let mut sweep = tokio::time::interval(SWEEP_EVERY);
        let (catalogue, changed) = (Arc::clone(&self.context.catalogue), self.reindex.clone());
        let indexing = indexer::run(catalogue, changed, stop.clone());
        self.context.tasks.spawn(indexing);
        loop {
            tokio::select! {
                () = stop.cancelled() => break,
                _ = sweep.tick() => self.context.parked.sweep(),
                Some(lesson) = lessons.recv() => self.apply_update(lesson),
                // Without sources there is no news, but people still say something.
                Some(news) = inbox.recv() => self.handle_news(news),
            }
        }
    }

    /// People have said or decided something, here or at another replica.
    fn apply_update(&mut self, lesson: StateUpdate) {
        let StateUpdate {
            snapshot: knowledge,
            sources: movement,
            waiting: learned,
        } = lesson;
        let before = self.context.catalogue.load_full();
        let moved = self.update_sources(movement);
        let repinned = !knowledge.holds_tools_to_the_same(&self.snapshot);
        self.context.snapshot.store(Arc::clone(&knowledge));
        self.snapshot = knowledge;
        if repinned || moved {
            self.pins = pins_of(&self.snapshot);
            self.inspect_all();
            self.rebuild();
        } else {
            self.offer();
        }
        let after = self.context.catalogue.load();
        self.tell(!before.is_seen_as(&after), ClientEvent::Tools);
        self.context.ui_events.emit(UiEvent::Edits);
        for request in learned {
            // Whoever asked may have gone.
            let _ = request.send(());
        }
    }

    /// Takes in the sources that have come, and lets go of those that have gone or that others
    /// take the place of. Calls that are under way hold on to theirs until they end; whoever is
    /// let go of last ends.
    fn update_sources(&mut self, movement: SourcesUpdate) -> bool {
        let SourcesUpdate {
            started: come,
            stopped: gone,
            unusable: unmade,
        } = movement;
        if come.is_empty() && gone.is_empty() {
            self.show_unusable(unmade);
            return false;
        }
        let leaves = |name: &SourceName| {
            gone.contains(name) || come.iter().any(|setup| setup.spec.name == *name)
        };
        self.parts.retain(|part| !leaves(part.server.source.name()));
        for name in &gone {
            self.context.metrics.state(name, "stopped");
            self.settle(name);
        }
        for setup in come {
            let server = Arc::new(setup.start(&self.context.news));
            self.parts.push(SourcePart::prepare(server));
        }
        let servers = self.parts.iter().map(|part| Arc::clone(&part.server));
        self.context.servers.store(Arc::new(servers.collect()));
        self.show_unusable(unmade);
        self.context.ui_events.emit(UiEvent::Sources);
        for change in [ClientEvent::Resources, ClientEvent::Prompts] {
            self.tell(true, change);
        }
        true
    }

    /// Shows which sources people added that cannot be made.
    fn show_unusable(&self, unmade: Vec<Arc<UnusableSource>>) {
        let before = self.context.unusable.load();
        let mut pairs = before.iter().zip(&unmade);
        if before.len() == unmade.len() && pairs.all(|(before, now)| Arc::ptr_eq(before, now)) {
            return;
        }
        for one in &unmade {
            self.context.metrics.state(&one.name, "unusable");
        }
        self.context.unusable.store(Arc::new(unmade));
        self.context.ui_events.emit(UiEvent::Sources);
    }

    fn part(&self, source: &SourceName) -> Option<&SourcePart> {
        let mut parts = self.parts.iter();
        parts.find(|part| part.server.source.name() == source)
    }

    /// A source has started or failed once, or is not waited for any more.
    fn settle(&mut self, source: &SourceName) {
        if self.unsettled.remove(source) && self.unsettled.is_empty() {
            self.context.settle.send_replace(true);
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
        if part.server.source.is_not_started() {
            // It offers what is on the board, and nothing new.
            return;
        }
        let found: Vec<&DefinitionPin> =
            part.discovered.iter().map(|nature| &nature.found).collect();
        let strictness = DriftStrictness {
            trust: part.server.trust,
            quarantines: part.server.quarantines,
        };
        let findings = self.pins.inspect(source, &found, strictness);
        for drift in &findings.held {
            tracing::warn!(
                tool = %drift.name,
                "`{}` is in quarantine: {}",
                drift.name,
                crate::catalogue::pins::reason(drift)
            );
        }
        if findings != PinChanges::default() {
            // The clerk is gone only when everything ends.
            let _ = self.context.pin_writer.send(findings);
        }
    }

    fn handle_news(&mut self, SourceEvent { source, event }: SourceEvent) {
        match event {
            SourceEventKind::State(state) => self.state(&source, &state),
            SourceEventKind::Inventory {
                tools,
                resources,
                prompts,
            } => {
                self.refresh(&source);
                self.tell(tools, ClientEvent::Tools);
                self.tell(resources, ClientEvent::Resources);
                self.tell(prompts, ClientEvent::Prompts);
                self.context.ui_events.emit(UiEvent::Sources);
            }
            SourceEventKind::ResourceUpdated { uri, params } => {
                self.tell(true, ClientEvent::ResourceUpdated { uri, params });
            }
            SourceEventKind::Log { params } => self.tell(true, ClientEvent::Log { source, params }),
            SourceEventKind::Ask(ask) => self.ask(&source, ask),
            SourceEventKind::Found {
                era,
                revision,
                server,
            } => {
                self.remember(source, era, revision, server);
            }
            SourceEventKind::Renewed {
                environment,
                variable,
                value,
            } => {
                let (store, keyring) = (self.context.store.clone(), self.context.keyring.clone());
                let kept =
                    credential_writer::keep(store, keyring, source, environment, variable, value);
                self.context.tasks.spawn(kept);
            }
        }
    }

    fn remember(&self, source: SourceName, era: McpEra, revision: McpRevision, server: String) {
        let Some(fingerprint) = self.part(&source).map(|part| part.server.fingerprint) else {
            return;
        };
        let store = self.context.store.clone();
        self.context.tasks.spawn(async move {
            let now = now_micros();
            let kept = store.remember_source(&source, &fingerprint, era, revision, &server, now);
            if let Err(error) = kept.await {
                tracing::warn!(source.name = %source, %error, "How the source speaks could not be remembered");
            }
        });
    }

    fn state(&mut self, source: &SourceName, told: &SourceState) {
        // One that has been let go of still tells that it has stopped; another may have its name.
        let Some(part) = self.part(source) else {
            return;
        };
        let state = &part.server.source.state();
        if matches!(
            (told, state),
            (
                SourceState::Stopped,
                SourceState::Starting | SourceState::Ready { .. }
            )
        ) {
            return;
        }
        if matches!(state, SourceState::Failing { .. }) {
            tracing::warn!(source.name = %source, "Source `{source}` {state}");
        } else {
            tracing::info!(source.name = %source, "Source `{source}` {state}");
        }
        self.context.metrics.state(source, state.as_str());
        // What is offered depends on who is still starting.
        self.refresh(source);
        self.context.ui_events.emit(UiEvent::Sources);
        if !matches!(state, SourceState::Starting) {
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
        self.rebuild();
    }

    /// What the sources bring has changed, or what their tools are held to.
    fn rebuild(&mut self) {
        let transparent = self.context.transparent;
        self.base = Arc::new(catalogue::build_base(
            &self.parts,
            &self.pins,
            transparent,
            &self.base,
        ));
        self.offer();
    }

    /// What is said about tools has changed.
    fn offer(&self) {
        let before = self.context.catalogue.load();
        let built = catalogue::build_catalogue(&self.base, &self.snapshot.settings, &before);
        self.context.catalogue.store(Arc::new(built));
        self.reindex.notify_one();
    }

    fn tell(&self, whether: bool, change: ClientEvent) {
        if whether {
            // Nobody may be listening.
            let _ = self.context.changes.send(change);
        }
    }

    /// A server asks outside any call: the only client that can answer does, and where there is
    /// none or more than one, roots are the configured ones and all else is refused.
    fn ask(&self, source: &SourceName, ask: InputRequest) {
        let Err(ask) = self.context.sessions.deliver(ask) else {
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
        self.context
            .tasks
            .spawn(async move { ask.answer(answer).await });
    }
}

fn pins_of(knowledge: &StateSnapshot) -> Pins {
    Pins::new(knowledge.pins.as_ref().clone(), knowledge.drifts.clone())
}
