//! The state that the handle, the calls and the actor of one source share.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;

use candor_model::{McpEra, SourceName};
use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::call_slots::{CallSlot, CallSlots, NoSlot};
use crate::error::SourceError;
use crate::events::{SourceEvent, SourceEventKind};
use crate::inventory::Inventory;
use crate::refusals::RefusalLimit;
use crate::server_watches::ServerWatches;
use crate::session::ServerSession;
use crate::spec::SourceSpec;
use crate::state::SourceState;

/// The capacity of the actor's command channel.
const ORDERS: usize = 256;
/// How many tasks of a read-only instance are remembered.
const MADE_TASKS: usize = 4096;

/// The state that all connections of one source share.
pub(crate) struct SourceShared {
    pub(crate) spec: SourceSpec,
    pub(crate) state: watch::Sender<SourceState>,
    /// The connection for requests; `None` unless the source is ready.
    pub(crate) session: watch::Sender<Option<Arc<ServerSession>>>,
    pub(crate) calls: CallSlots,
    pub(crate) watches: ServerWatches,
    pub(crate) stop: CancellationToken,
    pub(crate) tasks: TaskTracker,
    inventory: RwLock<Arc<Inventory>>,
    level: Mutex<Option<String>>,
    /// Whether the server has ever asked a client anything.
    asks_back: AtomicBool,
    /// Limits the reports of refusals.
    pub(crate) refusals: RefusalLimit,
    /// The start time of the open connection, in microseconds.
    started_in: AtomicU64,
    /// The latest tasks that a read-only instance has created.
    made_tasks: Mutex<VecDeque<String>>,
    orders: mpsc::Sender<ActorCommand>,
    news: mpsc::Sender<SourceEvent>,
}

/// Commands for the actor. The numbers are serials of sessions: a command about an earlier session
/// is obsolete.
#[derive(Debug)]
pub(crate) enum ActorCommand {
    /// Reconnect, whatever the state.
    Restart(Option<u64>),
    /// The server no longer knows the session.
    Expired(u64),
    /// A call could not reach the server.
    Suspect(u64),
    /// Answer once all messages that have arrived so far were routed.
    Fence(oneshot::Sender<()>),
}

// === impl SourceShared ===

impl SourceShared {
    pub(crate) fn new(
        spec: SourceSpec,
        news: mpsc::Sender<SourceEvent>,
    ) -> (Arc<Self>, mpsc::Receiver<ActorCommand>) {
        let (orders, receiver) = mpsc::channel(ORDERS);
        let calls = CallSlots::new(spec.limits.concurrent_calls);
        let shared = Self {
            spec,
            state: watch::Sender::new(SourceState::Starting),
            session: watch::Sender::new(None),
            calls,
            watches: ServerWatches::default(),
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
            inventory: RwLock::default(),
            level: Mutex::default(),
            asks_back: AtomicBool::new(false),
            refusals: RefusalLimit::default(),
            started_in: AtomicU64::new(0),
            made_tasks: Mutex::default(),
            orders,
            news,
        };
        (Arc::new(shared), receiver)
    }

    pub(crate) fn name(&self) -> &SourceName {
        &self.spec.name
    }

    /// The open connection, or the error that says why there is none.
    pub(crate) fn ready(&self) -> Result<Arc<ServerSession>, SourceError> {
        self.session
            .borrow()
            .clone()
            .ok_or_else(|| self.not_ready())
    }

    /// Whether the server has asked a client anything since it was first started.
    pub(crate) fn asks_back(&self) -> bool {
        self.asks_back.load(Ordering::Relaxed)
    }

    /// Records that the server has asked a client something.
    pub(crate) fn set_asks_back(&self) {
        self.asks_back.store(true, Ordering::Relaxed);
    }

    /// How long the start of the open connection took.
    pub(crate) fn started_in(&self) -> Duration {
        Duration::from_micros(self.started_in.load(Ordering::Relaxed))
    }

    pub(crate) fn set_started_in(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.started_in.store(micros, Ordering::Relaxed);
    }

    /// Remembers that a task was created here, so that requests about it are sent here.
    pub(crate) fn remember_task(&self, task: String) {
        let mut made = self.lock_tasks();
        if made.len() >= MADE_TASKS {
            made.pop_front();
        }
        made.push_back(task);
    }

    /// Whether a task was created here.
    pub(crate) fn has_made_task(&self, task: &str) -> bool {
        self.lock_tasks().iter().any(|made| made == task)
    }

    fn lock_tasks(&self) -> MutexGuard<'_, VecDeque<String>> {
        self.made_tasks
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether no other client waits for an answer on the open connection.
    pub(crate) fn is_free_for(&self, key: u64) -> bool {
        let session = self.session.borrow();
        session
            .as_ref()
            .is_some_and(|session| session.active_calls.are_all_of(key))
    }

    /// The era of the open connection.
    pub(crate) fn era(&self) -> Option<McpEra> {
        let session = self.session.borrow();
        session.as_ref().map(|session| session.era)
    }

    pub(crate) fn not_ready(&self) -> SourceError {
        SourceError::NotReady {
            name: self.name().clone(),
            sentence: self.state.borrow().to_string(),
        }
    }

    /// Waits for the connection that replaces session `old`.
    pub(crate) async fn renewed(&self, old: u64) -> Result<Arc<ServerSession>, SourceError> {
        let mut sessions = self.session.subscribe();
        let other = sessions.wait_for(|session| session.as_ref().is_none_or(|it| it.serial != old));
        let patience = self.spec.limits.start_timeout.max(Duration::from_secs(1));
        match tokio::time::timeout(patience, other).await {
            Ok(Ok(session)) => session.clone().ok_or_else(|| self.not_ready()),
            _ => Err(self.not_ready()),
        }
    }

    /// Takes a slot among the open calls for a caller.
    pub(crate) fn place(&self, caller: Option<&str>) -> Result<CallSlot, SourceError> {
        let name = || self.name().clone();
        let limit = self.spec.limits.concurrent_calls;
        self.calls.take(caller).map_err(|none| match none {
            NoSlot::AllTaken => SourceError::Busy {
                name: name(),
                limit,
            },
            NoSlot::ShareTaken { share } => SourceError::CallerBusy {
                name: name(),
                caller: caller.unwrap_or_default().to_owned(),
                share,
                limit,
            },
        })
    }

    /// The number of open calls.
    pub(crate) fn open_calls(&self) -> usize {
        self.calls.taken()
    }

    pub(crate) fn inventory(&self) -> Arc<Inventory> {
        Arc::clone(
            &self
                .inventory
                .read()
                .unwrap_or_else(PoisonError::into_inner),
        )
    }

    /// Replaces the inventory and returns the previous one.
    pub(crate) fn replace_inventory(&self, new: Arc<Inventory>) -> Arc<Inventory> {
        let mut place = self
            .inventory
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *place, new)
    }

    /// The log level that clients have requested, if any.
    pub(crate) fn level(&self) -> Option<String> {
        self.level
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub(crate) fn set_level(&self, level: &str) {
        *self.level.lock().unwrap_or_else(PoisonError::into_inner) = Some(level.to_owned());
    }

    /// Sends the actor a command. If the channel is full, it is dropped, since the actor already
    /// has hundreds.
    pub(crate) fn order(&self, order: ActorCommand) {
        if let Err(error) = self.orders.try_send(order) {
            tracing::debug!(source = %self.name(), %error, "an order is dropped");
        }
    }

    /// Sends an event that must not be lost, and waits for room.
    pub(crate) async fn tell(&self, event: SourceEventKind) {
        let _ = self.news.send(self.news_of(event)).await;
    }

    /// Sends an event that is dropped if the receiver is far behind.
    pub(crate) fn tell_now(&self, event: SourceEventKind) {
        if let Err(error) = self.news.try_send(self.news_of(event)) {
            tracing::warn!(source = %self.name(), %error, "news of a source is dropped");
        }
    }

    fn news_of(&self, event: SourceEventKind) -> SourceEvent {
        SourceEvent {
            source: self.name().clone(),
            event,
        }
    }
}
