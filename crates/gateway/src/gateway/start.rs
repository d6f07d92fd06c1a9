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

use super::{Gateway, Inner};
use crate::access::Uses;
use crate::approvals;
use crate::clerk;
use crate::flights::Flights;
use crate::kept::Kept;
use crate::knowledge::Knowledge;
use crate::librarian::Librarian;
use crate::members::Members;
use crate::metrics::Metrics;
use crate::refresh::{Refresher, Surroundings};
use crate::retention;
use crate::saved::{Plans, Saved};
use crate::spec::{GatewaySpec, SourceSetup};
use crate::stirs::Stirs;
use crate::wallet::Wallet;

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
        let added = saved.keep_up(&knowledge.saved).await;
        let servers: Vec<_> = spec
            .sources
            .into_iter()
            .chain(added.come)
            .map(|setup| Arc::new(setup.start(&news)))
            .collect();
        let (settle, settled) = watch::channel(servers.is_empty());
        let inner = Inner {
            servers: Arc::new(ArcSwap::from_pointee(servers)),
            unmade: Arc::default(),
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
            stirs: Stirs::default(),
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
            unmade: Arc::clone(&inner.unmade),
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
        let refresher = Refresher::new(knowledge, added.unmade, around);
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
}

fn names(sources: &[SourceSetup]) -> impl Iterator<Item = SourceName> {
    sources.iter().map(|setup| setup.spec.name.clone())
}
