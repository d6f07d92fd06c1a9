//! The task that owns a source's connection: opens it, monitors it, and restores it.

mod refresh;
mod serve;

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use candor_model::McpEra;
use candor_wire::link::LinkInbox;
use tokio::sync::mpsc;

use crate::backoff::RetryBackoff;
use crate::connect::{self, ConnectedServer, OpenedLinks};
use crate::error::chain;
use crate::events::SourceEventKind;
use crate::inventory::Inventory;
use crate::session::ServerSession;
use crate::shared::{ActorCommand, SourceShared};
use crate::state::SourceState;

pub(crate) use serve::set_level;

/// A session that expires sooner than this counts as short.
const SHORT_LIFE: Duration = Duration::from_secs(1);
/// This many short sessions in a row count as a failure, to avoid an endless loop of new sessions.
const SHORT_LIVES: u32 = 3;
/// How often a replaced connection is checked for open calls.
const FAREWELL: Duration = Duration::from_millis(50);

/// The owner of one source's connection.
pub(crate) struct SourceActor {
    shared: Arc<SourceShared>,
    orders: mpsc::Receiver<ActorCommand>,
    /// The era that worked last.
    known: Option<McpEra>,
    backoff: RetryBackoff,
    serial: u64,
    /// The number of consecutive short sessions.
    short_lives: u32,
    /// The links of an attempt that is in progress.
    opened: OpenedLinks,
    /// The open connection, ready or not.
    session: Option<Arc<ServerSession>>,
    /// When the current connection attempt began.
    attempt_began: Instant,
    ready_since: Option<Instant>,
    failing_since: Option<SystemTime>,
}

/// Why a connection ends.
#[derive(Debug)]
enum ConnectionEnd {
    /// It failed, for this reason.
    Failed(String),
    /// The server no longer knows the session, and requires a new one.
    Expired,
    /// A restart was requested.
    Restart,
}

// === impl SourceActor ===

impl SourceActor {
    pub(crate) fn new(shared: Arc<SourceShared>, orders: mpsc::Receiver<ActorCommand>) -> Self {
        let known = shared.spec.remembered;
        Self {
            shared,
            orders,
            known,
            backoff: RetryBackoff::default(),
            serial: 0,
            short_lives: 0,
            opened: OpenedLinks::default(),
            session: None,
            attempt_began: Instant::now(),
            ready_since: None,
            failing_since: None,
        }
    }

    /// Runs until the source is stopped.
    pub(crate) async fn run(mut self) {
        let stop = self.shared.stop.clone();
        tokio::select! {
            () = stop.cancelled() => {}
            () = self.live() => {}
        }
        self.shared.session.send_replace(None);
        self.shared.replace_inventory(Arc::default());
        self.close().await;
        self.shared.state.send_replace(SourceState::Stopped);
        self.shared
            .tell_now(SourceEventKind::State(SourceState::Stopped));
    }

    async fn live(&mut self) {
        loop {
            let failures = self.backoff.attempts();
            self.attempt_began = Instant::now();
            let connected = Box::pin(connect::connect(
                &self.shared,
                self.known,
                failures,
                &self.opened,
            ))
            .await;
            let end = match connected {
                Ok(connected) => {
                    let (session, inbox) = self.open(connected);
                    self.serve(&session, inbox).await
                }
                Err(error) => {
                    if !error.is_out_of_reach() {
                        self.known = None;
                    }
                    ConnectionEnd::Failed(chain(&error))
                }
            };
            match end {
                // Requests that meet the expired session wait for the new one, so the source's
                // state does not change.
                ConnectionEnd::Expired if self.may_renew() => {}
                ConnectionEnd::Expired => {
                    let why = "the server ends every session at once";
                    self.fail(why.to_owned()).await;
                }
                ConnectionEnd::Restart => {
                    self.take_down(SourceState::Starting).await;
                    self.close().await;
                }
                ConnectionEnd::Failed(why) => self.fail(why).await,
            }
        }
    }

    fn open(&mut self, connected: ConnectedServer) -> (Arc<ServerSession>, LinkInbox) {
        self.opened.forget();
        self.serial += 1;
        self.known = Some(connected.era);
        let (session, inbox) = ServerSession::new(Arc::clone(&self.shared), self.serial, connected);
        if let Some(old) = self.session.replace(Arc::clone(&session)) {
            self.shared.tasks.spawn(see_off(old));
        }
        (session, inbox)
    }

    /// Whether an expired session may simply be replaced.
    fn may_renew(&mut self) -> bool {
        let short = self
            .session
            .as_ref()
            .is_some_and(|session| session.born.elapsed() < SHORT_LIFE);
        self.short_lives = if short { self.short_lives + 1 } else { 0 };
        self.short_lives < SHORT_LIVES
    }

    async fn close(&mut self) {
        self.opened.close().await;
        // Removed only after it was closed, since this future may be dropped by a stop.
        if let Some(session) = self.session.clone() {
            session.close().await;
            self.session = None;
        }
    }

    /// Publishes the failure, cleans up and waits for the next attempt.
    async fn fail(&mut self, why: String) {
        let wait = self.backoff.failed(self.ready_since.take());
        tracing::debug!(
            source = %self.shared.name(),
            attempts = self.backoff.attempts(),
            wait_ms = wait.as_millis(),
            "the source fails: {why}"
        );
        let now = SystemTime::now();
        let since = *self.failing_since.get_or_insert(now);
        let state = SourceState::Failing {
            since,
            attempts: self.backoff.attempts(),
            last_error: why,
            retry_at: now + wait,
        };
        self.take_down(state).await;
        self.close().await;
        self.rest(wait).await;
    }

    /// Waits, unless a restart is requested.
    async fn rest(&mut self, wait: Duration) {
        let pause = tokio::time::sleep(wait);
        tokio::pin!(pause);
        loop {
            tokio::select! {
                () = &mut pause => return,
                order = self.orders.recv() => match order {
                    Some(ActorCommand::Restart(_)) | None => return,
                    Some(ActorCommand::Fence(pass)) => drop(pass.send(())),
                    Some(ActorCommand::Expired(_) | ActorCommand::Suspect(_)) => {}
                },
            }
        }
    }

    /// Publishes a state in which the source offers nothing and cannot be called.
    async fn take_down(&self, state: SourceState) {
        self.shared.session.send_replace(None);
        let before = self.shared.replace_inventory(Arc::default());
        self.shared.state.send_replace(state.clone());
        self.shared.tell(SourceEventKind::State(state)).await;
        self.tell_changes(&before, &Inventory::default()).await;
    }

    /// Publishes that the source is ready for calls.
    async fn bring_up(&mut self, session: &Arc<ServerSession>, inventory: Inventory) {
        let state = SourceState::Ready {
            since: SystemTime::now(),
            era: session.era,
            revision: session.revision,
            transport: session.link.kind(),
        };
        self.ready_since = Some(Instant::now());
        self.shared.set_started_in(self.attempt_began.elapsed());
        self.failing_since = None;
        tracing::debug!(
            source = %self.shared.name(),
            revision = %session.revision,
            transport = session.link.kind(),
            tools = inventory.tools.len(),
            "the source is ready"
        );
        let inventory = Arc::new(inventory);
        let before = self.shared.replace_inventory(Arc::clone(&inventory));
        self.shared.session.send_replace(Some(Arc::clone(session)));
        self.shared.state.send_replace(state.clone());
        let server = format!("{} {}", session.facts.name, session.facts.version);
        let (era, revision) = (session.era, session.revision);
        let found = SourceEventKind::Found {
            era,
            revision,
            server: server.trim().to_owned(),
        };
        self.shared.tell(found).await;
        self.shared.tell(SourceEventKind::State(state)).await;
        self.tell_changes(&before, &inventory).await;
    }

    /// Replaces the inventory of a source that is ready.
    async fn update(&self, inventory: Inventory) {
        let inventory = Arc::new(inventory);
        let before = self.shared.replace_inventory(Arc::clone(&inventory));
        self.tell_changes(&before, &inventory).await;
    }

    /// Reports the differences between two inventories; nothing if they are the same.
    async fn tell_changes(&self, before: &Inventory, now: &Inventory) {
        if before == now {
            return;
        }
        self.shared
            .tell(SourceEventKind::Inventory {
                tools: before.tools != now.tools,
                resources: before.resources != now.resources || before.templates != now.templates,
                prompts: before.prompts != now.prompts,
            })
            .await;
    }
}

/// Closes an expired connection when its last call is over, at the latest after the time limit of a
/// start.
async fn see_off(old: Arc<ServerSession>) {
    let limit = old.shared.spec.limits.start_timeout;
    let idle = async {
        while !old.active_calls.is_empty() {
            tokio::time::sleep(FAREWELL).await;
        }
    };
    tokio::select! {
        _ = tokio::time::timeout(limit, idle) => {}
        () = old.shared.stop.cancelled() => {}
    }
    old.close().await;
}
