//! Starts a gateway: reads the stored state and connects all background tasks.

use std::collections::HashSet;
use std::sync::Arc;

use arc_swap::ArcSwap;
use candor_boxed::boxed;
use candor_model::SourceName;
use candor_store::{RememberedSource, RevisionFollower, Store, StoreError};
use tokio::sync::{mpsc, watch};

use super::Gateway;
use super::startup::StartupState;
use super::state::{
    AddedSourceTools, CallState, EditState, EventChannels, GatewayState, GatewayStorage,
    GatewayTasks, LiveState,
};
use crate::approvals;
use crate::call::call_keeper::{CallKeeper, KeptCallWriter};
use crate::catalogue::pin_writer;
use crate::catalogue::refresh::{CatalogueRefresher, RefreshContext};
use crate::catalogue::refusal_writer::RefusalWriter;
use crate::catalogue::remembered::RememberedLists;
use crate::metrics::Metrics;
use crate::records::RecordReader;
use crate::sources::added::{AddedSources, SourcePlans};
use crate::sources::spec::{GatewaySpec, SourceSetup};
use crate::state::retention;
use crate::state::saved_rules::JoinedRules;
use crate::state::snapshot::StateSnapshot;
use crate::state::store_follower::{StoreFollower, UnpublishedChanges};

/// The capacity of the channel for events of sources.
const NEWS_MAX: usize = 1024;
/// The capacity of the channels for state updates and for requests to catch up.
const UPDATES_MAX: usize = 64;
/// The capacity of the channel for refusals of confined programs.
const REFUSALS_MAX: usize = 256;

impl Gateway {
    /// Reads the stored state and starts all sources, without waiting for any of them.
    #[boxed]
    pub async fn start(spec: GatewaySpec) -> Result<Self, StoreError> {
        let store = spec.store.with_allowance(spec.limits.allowance());
        let spec = GatewaySpec { store, ..spec };
        let metrics = Arc::new(Metrics::new());
        let declarations = Arc::new(spec.declarations);
        // Followed before it is read, so that no change is missed in between.
        let follower = spec.store.follow().await?;
        let ledger = spec.store.follow_ledger().await?;
        let entered = spec.store.ledger_revision().await?;
        let snapshot = Arc::new(StateSnapshot::load(&spec.store, &declarations, None).await?);

        let (news, inbox) = mpsc::channel(NEWS_MAX);
        let (updates, update_inbox) = mpsc::channel(UPDATES_MAX);
        let (catch_up, requests) = mpsc::channel(UPDATES_MAX);
        let (pin_changes, found) = mpsc::unbounded_channel();
        let (refusals, refused) = mpsc::channel(REFUSALS_MAX);
        let (reloads, declared_changes) = mpsc::channel(UPDATES_MAX);
        let order: Vec<_> = names(&spec.sources).collect();
        let declared: HashSet<_> = order.iter().cloned().collect();
        let keyring = Arc::new(spec.keyring);
        let mut added_sources = AddedSources::new(
            Arc::clone(&spec.source_factory),
            Arc::clone(&keyring),
            declared.clone(),
            !spec.transparent,
        );
        let added = added_sources.update(&snapshot.added_sources).await;
        let servers: Vec<_> = spec
            .sources
            .into_iter()
            .chain(added.started)
            .map(|setup| Arc::new(setup.start(&news)))
            .collect();
        let known = known_sources(&spec.store, spec.chores).await?;
        let remembered = RememberedLists::new(&servers, &known, &snapshot);
        let (keeper, kept_calls) = call_keeper(spec.keep_arguments, &spec.store);
        let (startup, start_state) = watch::channel(StartupState::default());
        let state = GatewayState {
            live: LiveState::new(servers, &snapshot),
            events: EventChannels::default(),
            storage: GatewayStorage {
                records: RecordReader::new(spec.store.clone()),
                store: spec.store,
                journal: Arc::new(spec.journal),
                keyring,
            },
            added: AddedSourceTools {
                factory: spec.source_factory,
                declared: ArcSwap::from_pointee(declared),
                plans: SourcePlans::default(),
            },
            calls: CallState::new(&metrics, keeper),
            edits: EditState::new(catch_up.clone(), reloads),
            tasks: GatewayTasks::new(start_state),
            metrics,
            limits: spec.limits,
            policy_settings: ArcSwap::from_pointee(spec.policy_settings),
            policy_rules: JoinedRules::default(),
            configuration: ArcSwap::default(),
        };
        let store = || state.storage.store.clone();
        let stop = || state.tasks.stop.clone();
        let context = RefreshContext {
            transparent: spec.transparent,
            startup,
            news,
            pin_writer: pin_changes,
            refusals,
            live: state.live.clone(),
            events: state.events.clone(),
            parked: Arc::clone(&state.calls.parked),
            known_tasks: Arc::clone(&state.calls.known_tasks),
            result_cache: Arc::clone(&state.calls.result_cache),
            store: store(),
            keyring: Arc::clone(&state.storage.keyring),
            metrics: Arc::clone(&state.metrics),
            tasks: state.tasks.tracker.clone(),
            stop: stop(),
        };
        let follower = StoreFollower {
            store: store(),
            declarations,
            follower,
            latest: Arc::clone(&snapshot),
            added_sources,
            updates,
            unpublished: UnpublishedChanges::default(),
        };
        let refresher = CatalogueRefresher::new(snapshot, order, remembered, context);
        refresher.show_unusable(added.unusable);
        let tasks = &state.tasks.tracker;
        tasks.spawn(refresher.run(inbox, update_inbox, stop()));
        tasks.spawn(follower.run(requests, declared_changes, stop()));
        tasks.spawn(pin_writer::run(store(), found));
        tasks.spawn(RefusalWriter::new(store(), &state.live, catch_up).run(refused));
        kept_calls.map(|writer| tasks.spawn(writer.run(stop())));
        tasks.spawn(retention::keep(store(), spec.retention, stop()));
        let gateway = Self(Arc::new(state));
        gateway
            .follow_approvals(ledger, entered, spec.chores)
            .await?;
        Ok(gateway)
    }

    /// Follows changes of approvals. Standing approvals are read first, so that they apply from the
    /// first call on.
    async fn follow_approvals(
        &self,
        ledger: RevisionFollower,
        entered: u64,
        chores: bool,
    ) -> Result<(), StoreError> {
        self.approvals_known().read_grants(self.store()).await?;
        let (own, stop) = (self.clone(), self.0.tasks.stop.clone());
        let following = approvals::follow(own, ledger, entered, chores, stop);
        self.0.tasks.tracker.spawn(following);
        Ok(())
    }
}

/// The cached lists of sources. A process that runs a single command waits for the current lists
/// instead.
async fn known_sources(store: &Store, chores: bool) -> Result<Vec<RememberedSource>, StoreError> {
    if chores {
        store.list_sources().await
    } else {
        Ok(Vec::new())
    }
}

/// The keeper of call arguments and its writer, if that is enabled.
fn call_keeper(is_wanted: bool, store: &Store) -> (Option<CallKeeper>, Option<KeptCallWriter>) {
    is_wanted.then(|| CallKeeper::new(store.clone())).unzip()
}

fn names(sources: &[SourceSetup]) -> impl Iterator<Item = SourceName> {
    sources.iter().map(|setup| setup.spec.name.clone())
}
