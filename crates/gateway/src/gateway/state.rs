//! The state of a gateway, grouped by purpose.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use arc_swap::ArcSwap;
use candor_model::SourceName;
use candor_store::{Journal, Keyring, Store};
use tokio::sync::{Mutex, broadcast, mpsc, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::access::TokenUses;
use crate::approvals::ApprovalTracker;
use crate::call::call_keeper::CallKeeper;
use crate::call::coalesce::CoalescedReads;
use crate::call::parked::ParkedCalls;
use crate::call::result_cache::ResultCache;
use crate::caller_usage::CallerUsage;
use crate::catalogue::{Catalogue, ServedSource};
use crate::events::event::ClientEvent;
use crate::events::sessions::OpenSessions;
use crate::events::ui_events::UiEvents;
use crate::gateway::startup::StartupState;
use crate::limits::GatewayLimits;
use crate::metrics::Metrics;
use crate::records::RecordReader;
use crate::source_tasks::KnownTasks;
use crate::sources::added::{SourcePlans, UnusableSource};
use crate::sources::factory::SourceFactory;
use crate::state::configuration::{ConfigurationStatus, DeclaredChange};
use crate::state::environment_variables::EnvironmentVariableCache;
use crate::state::policy_settings::GatewayPolicySettings;
use crate::state::saved_rules::JoinedRules;
use crate::state::snapshot::StateSnapshot;
use crate::state::store_follower::CatchUpRequest;

/// How many events are buffered for a slow client before it is told that it missed some.
const CLIENT_EVENTS_MAX: usize = 256;

/// The state that all handles to one gateway share.
pub(super) struct GatewayState {
    pub(super) live: LiveState,
    pub(super) events: EventChannels,
    pub(super) storage: GatewayStorage,
    pub(super) added: AddedSourceTools,
    pub(super) calls: CallState,
    pub(super) edits: EditState,
    pub(super) tasks: GatewayTasks,
    pub(super) metrics: Arc<Metrics>,
    pub(super) limits: GatewayLimits,
    /// Replaced when the configuration file is reloaded.
    pub(super) policy_settings: ArcSwap<GatewayPolicySettings>,
    pub(super) policy_rules: JoinedRules,
    pub(super) configuration: ArcSwap<ConfigurationStatus>,
}

/// What is currently served. The refresher writes it, and requests read it. Clones share the same
/// state.
#[derive(Clone)]
pub(crate) struct LiveState {
    /// The sources that are served, those of the configuration first.
    pub(crate) sources: Arc<ArcSwap<Vec<Arc<ServedSource>>>>,
    /// The added sources that cannot be served.
    pub(crate) unusable: Arc<ArcSwap<Vec<Arc<UnusableSource>>>>,
    pub(crate) catalogue: Arc<ArcSwap<Catalogue>>,
    /// The stored state that the catalogue reflects.
    pub(crate) snapshot: Arc<ArcSwap<StateSnapshot>>,
}

/// The channels for events. Clones share the same channels.
#[derive(Clone)]
pub(crate) struct EventChannels {
    pub(crate) clients: broadcast::Sender<ClientEvent>,
    pub(crate) ui: UiEvents,
    pub(crate) sessions: OpenSessions,
}

/// Database, journal and keys.
pub(super) struct GatewayStorage {
    pub(super) store: Store,
    pub(super) records: RecordReader,
    pub(super) journal: Arc<Journal>,
    pub(super) keyring: Arc<Keyring>,
}

/// What is needed to add sources while the gateway runs.
pub(super) struct AddedSourceTools {
    pub(super) factory: Arc<dyn SourceFactory>,
    /// The names of the sources in the configuration.
    pub(super) declared: ArcSwap<HashSet<SourceName>>,
    pub(super) plans: SourcePlans,
}

/// State that calls share.
#[derive(Default)]
pub(super) struct CallState {
    pub(super) parked: Arc<ParkedCalls>,
    pub(super) approvals: Arc<ApprovalTracker>,
    pub(super) result_cache: Arc<ResultCache>,
    pub(super) coalescing: CoalescedReads,
    pub(super) known_tasks: Arc<KnownTasks>,
    pub(super) variables: EnvironmentVariableCache,
    pub(super) token_uses: TokenUses,
    /// Calls that wait for an answer.
    pub(super) waiting: CallerUsage,
    /// Subscriptions of clients without a session.
    pub(super) subscriptions: CallerUsage,
    /// Resource subscriptions.
    pub(super) watches: CallerUsage,
    /// The last number that was given to a client.
    pub(super) client_keys: AtomicU64,
    /// Keeps the arguments of calls; `None` if that is disabled.
    pub(super) keeper: Option<CallKeeper>,
}

/// State that editors share.
pub(super) struct EditState {
    /// Held while something is read, changed and written back, so that editors of this process do
    /// not conflict with each other.
    pub(super) lock: Mutex<()>,
    /// Asks the store follower to read the store again.
    pub(super) catch_up: mpsc::Sender<CatchUpRequest>,
    /// Sends changes of the configuration file to the store follower.
    pub(super) reloads: mpsc::Sender<(DeclaredChange, CatchUpRequest)>,
}

/// Background tasks, and how they are stopped.
pub(super) struct GatewayTasks {
    pub(super) tracker: TaskTracker,
    /// The progress of the first start of the sources. Updated whenever a source has started or
    /// failed.
    pub(super) startup: watch::Receiver<StartupState>,
    /// Cancelled when calls must stop waiting for approval.
    pub(super) closing: CancellationToken,
    /// Cancelled when all background tasks must end.
    pub(super) stop: CancellationToken,
}

// === impl LiveState ===

impl LiveState {
    /// An empty state, in which nothing is offered yet.
    pub(super) fn new(sources: Vec<Arc<ServedSource>>, snapshot: &Arc<StateSnapshot>) -> Self {
        Self {
            sources: Arc::new(ArcSwap::from_pointee(sources)),
            unusable: Arc::default(),
            catalogue: Arc::default(),
            snapshot: Arc::new(ArcSwap::new(Arc::clone(snapshot))),
        }
    }
}

// === impl EventChannels ===

impl Default for EventChannels {
    fn default() -> Self {
        Self {
            clients: broadcast::channel(CLIENT_EVENTS_MAX).0,
            ui: UiEvents::default(),
            sessions: OpenSessions::default(),
        }
    }
}

// === impl CallState ===

impl CallState {
    pub(super) fn new(metrics: &Metrics, keeper: Option<CallKeeper>) -> Self {
        Self {
            keeper,
            waiting: CallerUsage::gauged(metrics.kept_bytes()),
            ..Self::default()
        }
    }
}

// === impl EditState ===

impl EditState {
    pub(super) fn new(
        catch_up: mpsc::Sender<CatchUpRequest>,
        reloads: mpsc::Sender<(DeclaredChange, CatchUpRequest)>,
    ) -> Self {
        Self {
            lock: Mutex::default(),
            catch_up,
            reloads,
        }
    }
}

// === impl GatewayTasks ===

impl GatewayTasks {
    pub(super) fn new(startup: watch::Receiver<StartupState>) -> Self {
        Self {
            tracker: TaskTracker::new(),
            startup,
            closing: CancellationToken::new(),
            stop: CancellationToken::new(),
        }
    }
}
