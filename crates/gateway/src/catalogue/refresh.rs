//! Follows changes of the sources and of the stored state, and updates the catalogue, the store and
//! the clients. It is the only writer of the catalogue.

mod declared_sources;
mod indexer;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use candor_model::{DefinitionPin, Digest, SourceName};
use candor_sources::{
    InputRequest, ServerFacts, SourceEvent, SourceEventKind, SourceRefusal, SourceState,
};
use candor_store::{Keyring, Store};
use candor_wire::{ErrorObject, RawJson, RawObject, code, method};
use serde_json::json;
use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::call::parked::ParkedCalls;
use crate::call::result_cache::ResultCache;
use crate::catalogue::instruction_pins::{InstructionChange, InstructionPins};
use crate::catalogue::pins::{DriftStrictness, PinChanges, Pins};
use crate::catalogue::remembered::{self, RememberedLists};
use crate::catalogue::{self, CatalogueBase, ListKind, ServedSource, SourcePart};
use crate::clock::now_micros;
use crate::events::event::{ClientEvent, UiEvent};
use crate::gateway::startup::StartupState;
use crate::gateway::state::{EventChannels, LiveState};
use crate::metrics::Metrics;
use crate::source_tasks::KnownTasks;
use crate::sources::added::{SourcesUpdate, UnusableSource};
use crate::sources::credential_writer;
use crate::state::snapshot::StateSnapshot;
use crate::state::store_follower::StateUpdate;

/// How often parked calls are swept.
const SWEEP_EVERY: Duration = Duration::from_secs(5);

/// How many newly quarantined tools are logged individually.
const WARNED: usize = 20;

/// Rebuilds the catalogue when a source or the stored state changes.
pub(crate) struct CatalogueRefresher {
    parts: Vec<SourcePart>,
    /// The names of the sources of the configuration file, in its order.
    order: Vec<SourceName>,
    /// Sources that have neither started nor failed yet, and will replace a running source of the
    /// same name.
    incoming: Vec<Arc<ServedSource>>,
    snapshot: Arc<StateSnapshot>,
    pins: Pins,
    instructions: InstructionPins,
    base: Arc<CatalogueBase>,
    /// The cached lists of sources that have neither started nor failed yet.
    remembered: RememberedLists,
    /// The digest of what was last stored about each source.
    written: HashMap<SourceName, Digest>,
    /// Sources that have neither started nor failed yet.
    unsettled: HashSet<SourceName>,
    /// Notified when the search index may be outdated.
    reindex: Arc<Notify>,
    context: RefreshContext,
}

/// What the refresher reads and updates.
pub(crate) struct RefreshContext {
    pub(crate) transparent: bool,
    /// The progress of the first start of the sources.
    pub(crate) startup: watch::Sender<StartupState>,
    /// The channel for events of sources.
    pub(crate) news: mpsc::Sender<SourceEvent>,
    /// The channel to the pin writer.
    pub(crate) pin_writer: mpsc::UnboundedSender<PinChanges>,
    /// The channel to the writer of refusals of confined programs.
    pub(crate) refusals: mpsc::Sender<SourceRefusal>,
    pub(crate) live: LiveState,
    pub(crate) events: EventChannels,
    pub(crate) parked: Arc<ParkedCalls>,
    pub(crate) known_tasks: Arc<KnownTasks>,
    pub(crate) store: Store,
    pub(crate) keyring: Arc<Keyring>,
    pub(crate) metrics: Arc<Metrics>,
    /// Runs everything that may have to wait for a server or the database, so that one slow source
    /// never delays the events of the others.
    pub(crate) tasks: TaskTracker,
    /// The cached results.
    pub(crate) result_cache: Arc<ResultCache>,
    /// Cancelled when all background tasks must end.
    pub(crate) stop: CancellationToken,
}

// === impl CatalogueRefresher ===

impl CatalogueRefresher {
    /// Builds the first catalogue, while the sources are starting.
    pub(crate) fn new(
        snapshot: Arc<StateSnapshot>,
        order: Vec<SourceName>,
        remembered: RememberedLists,
        context: RefreshContext,
    ) -> Self {
        let servers = context.live.sources.load_full();
        let recall = |server: &Arc<ServedSource>| {
            SourcePart::recall(Arc::clone(server), remembered.of(server.source.name()))
        };
        let mut this = Self {
            parts: servers.iter().map(recall).collect(),
            remembered,
            written: HashMap::new(),
            order,
            incoming: Vec::new(),
            pins: pins_of(&snapshot),
            instructions: InstructionPins::new(&snapshot.instructions),
            base: Arc::default(),
            snapshot,
            unsettled: servers
                .iter()
                .map(|server| server.source.name().clone())
                .collect(),
            reindex: Arc::default(),
            context,
        };
        this.end_splits();
        this.inspect_all();
        this.rebuild();
        this.tell_startup();
        this
    }

    pub(crate) async fn run(
        mut self,
        mut inbox: mpsc::Receiver<SourceEvent>,
        mut updates: mpsc::Receiver<StateUpdate>,
        stop: CancellationToken,
    ) {
        let mut sweep = tokio::time::interval(SWEEP_EVERY);
        let (catalogue, changed) = (
            Arc::clone(&self.context.live.catalogue),
            self.reindex.clone(),
        );
        let indexing = indexer::run(catalogue, changed, stop.clone());
        self.context.tasks.spawn(indexing);
        loop {
            tokio::select! {
                () = stop.cancelled() => break,
                _ = sweep.tick() => self.context.parked.sweep(),
                Some(update) = updates.recv() => self.apply_update(update),
                // Without sources there are no events, but the stored state still changes.
                Some(news) = inbox.recv() => self.handle_news(news),
            }
        }
        for server in self.incoming {
            server.source.stop().await;
        }
    }

    /// Applies a change of the stored state, made here or by another replica.
    fn apply_update(&mut self, update: StateUpdate) {
        let StateUpdate {
            snapshot,
            declared,
            sources,
            waiting,
        } = update;
        let is_known = Arc::ptr_eq(&snapshot, &self.snapshot);
        if is_known && declared.is_empty() && sources.changes_nothing() {
            answer(waiting);
            return;
        }
        let before = self.context.live.catalogue.load_full();
        // A name that the file gives up may be taken by an added source, and the other way round.
        let mut moved = false;
        for change in &declared {
            moved |= self.remove_declared(&change.removed);
        }
        moved |= self.update_sources(sources);
        for change in declared {
            moved |= self.start_declared(change);
        }
        if moved {
            self.publish_sources();
        }
        let repinned = !snapshot.holds_tools_to_the_same(&self.snapshot);
        self.context.live.snapshot.store(Arc::clone(&snapshot));
        self.snapshot = snapshot;
        self.end_splits();
        if repinned || moved {
            let (pins, drifts) = (self.snapshot.pins.as_ref().clone(), &self.snapshot.drifts);
            self.pins
                .reload(pins, drifts.to_vec(), &self.snapshot.accepted);
            self.instructions.reload(&self.snapshot.instructions);
            for part in &mut self.parts {
                part.share_definitions(&self.pins);
            }
            self.inspect_all();
            self.rebuild();
        } else {
            self.offer();
        }
        let after = self.context.live.catalogue.load();
        self.tell(!before.is_seen_as(&after), ClientEvent::Tools);
        self.context.events.ui.emit(UiEvent::Edits);
        self.tell_startup();
        answer(waiting);
    }

    /// Starts new sources and removes those that are gone or replaced. Calls in progress keep their
    /// source until they end; the source stops with the last of them.
    fn update_sources(&mut self, update: SourcesUpdate) -> bool {
        let SourcesUpdate {
            started,
            stopped,
            treated,
            unusable,
        } = update;
        let changed = self.treat(&treated);
        if started.is_empty() && stopped.is_empty() {
            self.show_unusable(unusable);
            return changed;
        }
        let leaves = |name: &SourceName| {
            stopped.contains(name) || started.iter().any(|setup| setup.spec.name == *name)
        };
        self.parts.retain(|part| !leaves(part.server.source.name()));
        for name in stopped
            .iter()
            .chain(started.iter().map(|setup| &setup.spec.name))
        {
            self.remembered.forget(name);
        }
        for name in &stopped {
            self.context.metrics.state(name, "stopped");
            self.settle(name);
        }
        for setup in started {
            let server = Arc::new(setup.start(&self.context.news));
            self.parts.push(SourcePart::prepare(server));
        }
        self.show_unusable(unusable);
        true
    }

    /// Publishes the added sources that cannot be used.
    pub(crate) fn show_unusable(&self, unusable: Vec<Arc<UnusableSource>>) {
        let before = self.context.live.unusable.load();
        let mut pairs = before.iter().zip(&unusable);
        if before.len() == unusable.len() && pairs.all(|(before, now)| Arc::ptr_eq(before, now)) {
            return;
        }
        for one in &unusable {
            self.context.metrics.state(&one.name, "unusable");
        }
        self.context.live.unusable.store(Arc::new(unusable));
        self.context.events.ui.emit(UiEvent::Sources);
    }

    fn part(&self, source: &SourceName) -> Option<&SourcePart> {
        let mut parts = self.parts.iter();
        parts.find(|part| part.server.source.name() == source)
    }

    /// Records that a source has started or failed once, or is no longer awaited.
    fn settle(&mut self, source: &SourceName) {
        self.unsettled.remove(source);
    }

    /// Publishes the progress of the first start, once the catalogue reflects it.
    fn tell_startup(&self) {
        let mut starting = self.unsettled.iter();
        let state = if self.unsettled.is_empty() {
            StartupState::Settled
        } else if starting.all(|source| self.remembered.of(source).is_some()) {
            StartupState::Listed
        } else {
            StartupState::Starting
        };
        self.context.startup.send_replace(state);
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

    /// Compares a source's tools with their pins. The result takes effect at once and is stored in
    /// the background.
    fn inspect(&mut self, source: &SourceName) {
        // Not `self.part`, because the pins are modified while the part is borrowed.
        let mut parts = self.parts.iter();
        let Some(part) = parts.find(|part| part.server.source.name() == source) else {
            return;
        };
        if part.server.source.is_not_started() || part.remembered.is_some() {
            // Its tools come from the pins, so there is nothing to compare.
            return;
        }
        let found: Vec<&DefinitionPin> =
            part.discovered.iter().map(|nature| &nature.found).collect();
        let strictness = DriftStrictness {
            trust: part.server.trust,
            quarantines: part.server.quarantines,
        };
        let mut findings = self.pins.inspect(source, &found, strictness);
        let server = &part.inventory.server;
        // Before it is connected, a source has sent no instructions.
        if *server != ServerFacts::default() {
            let (said, holds) = (server.instructions.as_deref(), strictness.holds_untrusted());
            let instructions = &mut self.instructions;
            findings.instructions = instructions.inspect(source, said, holds, now_micros());
        }
        if let Some(InstructionChange::Held(_)) = findings.instructions {
            tracing::warn!(
                source.name = %source,
                "The instructions of `{source}` have changed and are withheld"
            );
        }
        for drift in findings.held.iter().take(WARNED) {
            tracing::warn!(
                tool = %drift.name,
                "`{}` is in quarantine: {}",
                drift.name,
                crate::catalogue::pins::reason(drift)
            );
        }
        let rest = findings.held.len().saturating_sub(WARNED);
        if rest > 0 {
            tracing::warn!(source.name = %source, "{rest} more tools are in quarantine");
        }
        if findings != PinChanges::default() {
            // The pin writer only ends at shutdown.
            let _ = self.context.pin_writer.send(findings);
        }
    }

    fn handle_news(&mut self, SourceEvent { source, event }: SourceEvent) {
        self.admit_incoming(&source);
        match event {
            SourceEventKind::State(state) => self.state(&source, &state),
            SourceEventKind::Inventory {
                tools,
                resources,
                prompts,
            } => {
                let before = Arc::clone(&self.base);
                self.refresh(&source);
                self.remember(&source);
                // If sources begin or cease to share URIs, the URIs of other sources change too.
                let renamed = before.shared_uris != self.base.shared_uris;
                self.tell(tools || renamed, ClientEvent::Tools);
                self.tell(resources || renamed, ClientEvent::Resources);
                self.tell(prompts, ClientEvent::Prompts);
                self.context.events.ui.emit(UiEvent::Sources);
            }
            SourceEventKind::ResourceUpdated { uri, params } => {
                let (uri, params) = self.exposed_update(&source, uri, params);
                let event = ClientEvent::ResourceUpdated {
                    source,
                    uri,
                    params,
                };
                self.tell(true, event);
            }
            SourceEventKind::Task { task, params } => {
                let audience = self.context.known_tasks.heard(&source, &task, &params);
                let event = ClientEvent::Task {
                    source,
                    task,
                    params,
                    audience,
                };
                self.tell(true, event);
            }
            SourceEventKind::Log { params } => self.tell(true, ClientEvent::Log { source, params }),
            SourceEventKind::Ask(ask) => self.ask(&source, ask),
            SourceEventKind::Found { .. } => self.remember(&source),
            SourceEventKind::Refused(seen) => self.write_refusal(*seen),
            SourceEventKind::ReadOnlyInstance => self.context.events.ui.emit(UiEvent::Sources),
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

    /// Queues a refusal to be stored. If the queue is full, the refusal is only logged.
    fn write_refusal(&self, seen: SourceRefusal) {
        if let Err(error) = self.context.refusals.try_send(seen) {
            tracing::debug!(%error, "a refusal is not written down");
        }
        self.context.events.ui.emit(UiEvent::Sources);
    }

    /// Ends the split of sources that keep state in the memory of their process: a read would not
    /// see what was written through the other instance.
    fn end_splits(&self) {
        let parts = self.parts.iter().map(|part| &part.server);
        for server in parts.chain(&self.incoming) {
            let Some(check) = self.snapshot.instance_check(server.source.name()) else {
                continue;
            };
            if !check.shared {
                let evidence = &check.evidence;
                let reason = format!("its instances do not share their state: {evidence}");
                server.source.end_split(&reason);
            }
        }
    }

    /// Stores how a source speaks and what it lists, for the next start.
    fn remember(&mut self, source: &SourceName) {
        let mut incoming = self.incoming.iter();
        let incoming = incoming.find(|server| server.source.name() == source);
        let known = incoming.or_else(|| self.part(source).map(|part| &part.server));
        let Some(seen) = known.and_then(|known| remembered::seen(known, now_micros())) else {
            return;
        };
        let listed = Digest::of(seen.listed.as_deref().unwrap_or_default());
        let digest = Digest::of(format!(
            "{} {} {listed}",
            seen.fingerprint,
            seen.era.as_str()
        ));
        if self.written.insert(source.clone(), digest) == Some(digest) {
            return;
        }
        let store = self.context.store.clone();
        self.context.tasks.spawn(async move {
            if let Err(error) = store.remember_source(&seen).await {
                tracing::warn!(source.name = %seen.name, %error, "How the source speaks could not be remembered");
            }
        });
    }

    fn state(&mut self, source: &SourceName, told: &SourceState) {
        // A source that was removed still reports that it has stopped, and another may have its
        // name.
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
        if !matches!(state, SourceState::Starting) {
            self.remembered.forget(source);
        }
        // What is offered depends on which sources are still starting.
        self.refresh(source);
        if let (SourceState::Ready { .. }, Some(part)) = (state, self.part(source)) {
            part.server.offered.store(true, Ordering::Release);
        }
        self.context.events.ui.emit(UiEvent::Sources);
        if !matches!(state, SourceState::Starting) {
            self.settle(source);
            self.tell_startup();
        }
    }

    fn refresh(&mut self, source: &SourceName) {
        if let Some(part) = self
            .parts
            .iter_mut()
            .find(|part| part.server.source.name() == source)
        {
            // Until it has answered, its own list is empty.
            if self.remembered.of(source).is_none() {
                *part = part.refreshed();
            }
        }
        self.inspect(source);
        self.rebuild();
    }

    /// Rebuilds the catalogue after a change of the sources or their pins.
    fn rebuild(&mut self) {
        let transparent = self.context.transparent;
        self.base = Arc::new(catalogue::build_base(
            &self.parts,
            (&self.pins, &self.instructions),
            transparent,
            &self.base,
        ));
        self.offer();
    }

    /// Rebuilds the offers after a change of opinions.
    fn offer(&self) {
        let before = self.context.live.catalogue.load();
        let built = catalogue::build_catalogue(&self.base, &self.snapshot.settings, &before);
        let (made, until_now) = (built.work(), before.work());
        tracing::debug!(
            resolved = made.resolved - until_now.resolved,
            rendered = made.rendered - until_now.rendered,
            "The catalogue was built"
        );
        let built = Arc::new(built);
        self.context.live.catalogue.store(Arc::clone(&built));
        self.reindex.notify_one();
        // A toolset's prompts and resources change with its tools too. Listeners compare what their
        // own endpoint serves.
        for (which, change) in [
            (ListKind::Prompts, ClientEvent::Prompts),
            (ListKind::Resources, ClientEvent::Resources),
        ] {
            self.tell(!before.lists_as(&built, which), change);
        }
    }

    /// An update of a resource, with the exposed URI.
    fn exposed_update(
        &self,
        source: &SourceName,
        uri: String,
        params: RawJson,
    ) -> (String, RawJson) {
        let Some(exposed) = self.base.shared_uris.exposed(source, &uri) else {
            return (uri, params);
        };
        let mut members = RawObject::parse(&params).unwrap_or_default();
        members.set("uri", RawJson::string(&exposed));
        (exposed, members.to_json())
    }

    fn tell(&self, whether: bool, change: ClientEvent) {
        if whether {
            // There may be no listener.
            let _ = self.context.events.clients.send(change);
        }
    }

    /// Handles a server's request outside any call: the only client that can answer gets it. If
    /// there is none or more than one, the configured roots are returned and everything else is
    /// refused.
    fn ask(&self, source: &SourceName, ask: InputRequest) {
        let Err(ask) = self.context.events.sessions.deliver(ask) else {
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

fn pins_of(snapshot: &StateSnapshot) -> Pins {
    let pins = snapshot.pins.as_ref().clone();
    Pins::new(pins, snapshot.drifts.to_vec()).knowing(&snapshot.accepted)
}

/// Notifies the waiting tasks that the catalogue has caught up.
fn answer(waiting: Vec<oneshot::Sender<()>>) {
    for told in waiting {
        // The receiver may have been dropped.
        let _ = told.send(());
    }
}
