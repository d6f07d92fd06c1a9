//! How a gateway begins: what was said is read, and everything that runs in it is joined up.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use arc_swap::ArcSwap;
use candor_model::SourceName;
use candor_store::StoreError;
use tokio::sync::{Mutex, broadcast, mpsc, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::{Gateway, GatewayState};
use crate::access::TokenUses;
use crate::approvals;
use crate::call::coalesce::CoalescedReads;
use crate::call::result_cache::ResultCache;
use crate::catalogue::pin_writer;
use crate::catalogue::refresh::{CatalogueRefresher, RefreshContext};
use crate::events::sessions::OpenSessions;
use crate::events::ui_events::UiEvents;
use crate::metrics::Metrics;
use crate::sources::added::{AddedSources, SourcePlans};
use crate::sources::spec::{GatewaySpec, SourceSetup};
use crate::state::environment_variables::EnvironmentVariableCache;
use crate::state::retention;
use crate::state::snapshot::StateSnapshot;
use crate::state::store_follower::StoreFollower;

/// News that a slow listener may miss before it is told that it missed some.
const CHANGES_KEPT: usize = 256;
/// News from sources that may wait for the refresher.
const NEWS_KEPT: usize = 1024;

/// Lessons and questions that may wait.
const LESSONS_KEPT: usize = 64;

impl Gateway {
    /// Reads what people have said and starts all sources at once, without waiting for any.
    pub async fn start(spec: GatewaySpec) -> Result<Self, StoreError> {
        let declarations = Arc::new(spec.declarations);
        // Followed before it is read, so that no change falls in between.
        let follower = spec.store.follow().await?;
        let ledger = spec.store.follow_ledger().await?;
        let entered = spec.store.ledger_revision().await?;
        let knowledge = StateSnapshot::load(&spec.store, &declarations, None).await?;
        let knowledge = Arc::new(knowledge);

        let (news, inbox) = mpsc::channel(NEWS_KEPT);
        let (lessons, learning) = mpsc::channel(LESSONS_KEPT);
        let (reread, requests) = mpsc::channel(LESSONS_KEPT);
        let (findings, filing) = mpsc::unbounded_channel();
        let declared: HashSet<_> = names(&spec.sources).collect();
        let keyring = Arc::new(spec.keyring);
        let mut saved = AddedSources::new(
            Arc::clone(&spec.workshop),
            Arc::clone(&keyring),
            declared.clone(),
            !spec.transparent,
        );
        let added = saved.update(&knowledge.added_sources).await;
        let servers: Vec<_> = spec
            .sources
            .into_iter()
            .chain(added.started)
            .map(|setup| Arc::new(setup.start(&news)))
            .collect();
        let (settle, settled) = watch::channel(servers.is_empty());
        let inner = GatewayState {
            servers: Arc::new(ArcSwap::from_pointee(servers)),
            unusable: Arc::default(),
            catalogue: Arc::default(),
            snapshot: Arc::new(ArcSwap::new(Arc::clone(&knowledge))),
            catch_up_requests: reread,
            keyring,
            source_factory: spec.workshop,
            declared,
            plans: SourcePlans::default(),
            variables: EnvironmentVariableCache::default(),
            editing: Mutex::default(),
            changes: broadcast::channel(CHANGES_KEPT).0,
            ui_events: UiEvents::default(),
            settled,
            journal: Arc::new(spec.journal),
            store: spec.store,
            metrics: Arc::new(Metrics::new()),
            limits: spec.limits,
            sessions: OpenSessions::default(),
            parked: Arc::default(),
            policy_settings: spec.policy_settings,
            approvals: Arc::default(),
            result_cache: ResultCache::default(),
            coalescing: CoalescedReads::default(),
            token_uses: TokenUses::default(),
            client_keys: AtomicU64::new(1),
            tasks: TaskTracker::new(),
            closing: CancellationToken::new(),
            stop: CancellationToken::new(),
        };
        let around = RefreshContext {
            transparent: spec.transparent,
            settle,
            news,
            servers: Arc::clone(&inner.servers),
            unusable: Arc::clone(&inner.unusable),
            catalogue: Arc::clone(&inner.catalogue),
            snapshot: Arc::clone(&inner.snapshot),
            pin_writer: findings,
            changes: inner.changes.clone(),
            ui_events: inner.ui_events.clone(),
            sessions: inner.sessions.clone(),
            parked: Arc::clone(&inner.parked),
            store: inner.store.clone(),
            keyring: Arc::clone(&inner.keyring),
            metrics: Arc::clone(&inner.metrics),
            tasks: inner.tasks.clone(),
        };
        let librarian = StoreFollower {
            store: inner.store.clone(),
            declarations,
            follower,
            latest: Arc::clone(&knowledge),
            added_sources: saved,
            updates: lessons,
        };
        let refresher = CatalogueRefresher::new(knowledge, added.unusable, around);
        let stop = || inner.stop.clone();
        let pruning = retention::keep(inner.store.clone(), spec.retention, stop());
        inner.tasks.spawn(refresher.run(inbox, learning, stop()));
        inner.tasks.spawn(librarian.run(requests, stop()));
        inner
            .tasks
            .spawn(pin_writer::run(inner.store.clone(), filing));
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
}

fn names(sources: &[SourceSetup]) -> impl Iterator<Item = SourceName> {
    sources.iter().map(|setup| setup.spec.name.clone())
}
