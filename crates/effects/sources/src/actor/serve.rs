//! Serves one open connection.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use candor_model::McpEra;
use candor_wire::link::{LinkError, LinkInbox};
use candor_wire::{RawJson, RawObject, method};
use tokio::time::{Interval, MissedTickBehavior};

use super::refresh::ListRefresh;
use super::{ConnectionEnd, SourceActor};
use crate::error::chain;
use crate::list_kinds::ListKinds;
use crate::listen;
use crate::router;
use crate::rpc::{self, UpstreamCallError};
use crate::session::ServerSession;
use crate::shared::ActorCommand;

/// The number of consecutive failed health checks after which the connection fails.
const MISSES: u32 = 2;

/// A pending health check.
type HealthCheck = Pin<Box<dyn Future<Output = Result<RawJson, UpstreamCallError>> + Send>>;

/// The monitoring of one connection.
struct ConnectionWatch {
    session: Arc<ServerSession>,
    refresh: ListRefresh,
    ticks: Interval,
    check: Option<HealthCheck>,
    misses: u32,
    up: bool,
}

/// An event of the monitoring.
enum WatchEvent {
    Order(Option<ActorCommand>),
    Changed(ListKinds),
    Read(Result<(), UpstreamCallError>),
    Checked(Result<RawJson, UpstreamCallError>),
    Tick,
}

// === impl SourceActor ===

impl SourceActor {
    /// Serves one connection until it ends.
    pub(super) async fn serve(
        &mut self,
        session: &Arc<ServerSession>,
        mut inbox: LinkInbox,
    ) -> ConnectionEnd {
        let mut watch = ConnectionWatch::new(session, self.shared.spec.limits.health_interval);
        loop {
            let event = tokio::select! {
                biased;
                // First, so that a fence command finds all earlier messages processed.
                message = inbox.next() => match message {
                    Some(message) => {
                        router::route(session, message);
                        continue;
                    }
                    None => return gone(inbox.why_closed()),
                },
                order = self.orders.recv() => WatchEvent::Order(order),
                event = watch.next() => event,
            };
            if let Some(end) = self.take(&mut watch, event).await {
                return end;
            }
        }
    }

    async fn take(
        &mut self,
        watch: &mut ConnectionWatch,
        event: WatchEvent,
    ) -> Option<ConnectionEnd> {
        match event {
            WatchEvent::Order(Some(order)) => watch.order(order),
            WatchEvent::Order(None) => {
                Some(ConnectionEnd::Failed("the source is abandoned".to_owned()))
            }
            WatchEvent::Changed(kinds) => {
                watch.refresh.want(kinds);
                None
            }
            WatchEvent::Tick => {
                watch.tick();
                None
            }
            WatchEvent::Checked(outcome) => watch.checked(outcome),
            WatchEvent::Read(Err(error)) => Some(unlisted(error)),
            WatchEvent::Read(Ok(())) => {
                let inventory = watch.refresh.lists().inventory(&watch.session.facts);
                if watch.up {
                    self.update(inventory).await;
                } else {
                    watch.up = true;
                    self.bring_up(&watch.session, inventory).await;
                    watch.settle();
                }
                None
            }
        }
    }
}

// === impl ConnectionWatch ===

impl ConnectionWatch {
    fn new(session: &Arc<ServerSession>, interval: Duration) -> Self {
        // The first tick would come immediately, and a period of zero is not allowed.
        let period = interval.max(Duration::from_millis(1));
        let mut ticks = tokio::time::interval_at(tokio::time::Instant::now() + period, period);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let refresh = ListRefresh::new(session);
        Self {
            session: Arc::clone(session),
            refresh,
            ticks,
            check: None,
            misses: 0,
            up: false,
        }
    }

    /// Waits for the next event. Cancel-safe.
    async fn next(&mut self) -> WatchEvent {
        tokio::select! {
            kinds = self.session.changes() => WatchEvent::Changed(kinds),
            outcome = self.refresh.done() => WatchEvent::Read(outcome),
            outcome = finished(&mut self.check) => {
                self.check = None;
                WatchEvent::Checked(outcome)
            }
            _ = self.ticks.tick() => WatchEvent::Tick,
        }
    }

    /// Starts everything beside the lists that a ready connection needs.
    fn settle(&self) {
        let session = Arc::clone(&self.session);
        match session.era {
            McpEra::Modern => self.session.tasks.spawn(listen::listen(session)),
            McpEra::Legacy => self.session.tasks.spawn(async move {
                let ended = session.ended.clone();
                tokio::select! {
                    () = ended.cancelled() => {}
                    () = restore(&session) => {}
                }
            }),
        };
    }

    fn order(&mut self, order: ActorCommand) -> Option<ConnectionEnd> {
        let current = self.session.serial;
        match order {
            ActorCommand::Restart(serial) if serial == Some(current) => {
                Some(ConnectionEnd::Restart)
            }
            ActorCommand::Expired(serial) if serial == current => Some(ConnectionEnd::Expired),
            ActorCommand::Suspect(serial) if serial == current => {
                self.misses += 1;
                self.ask_for_life();
                None
            }
            ActorCommand::Restart(_) | ActorCommand::Expired(_) | ActorCommand::Suspect(_) => None,
            ActorCommand::Fence(pass) => {
                let _ = pass.send(());
                None
            }
        }
    }

    fn tick(&mut self) {
        // Until the source is ready, reading the lists shows whether the server answers.
        if !self.up {
            return;
        }
        if self.session.quiet_for() >= self.ticks.period() {
            self.ask_for_life();
        }
        let stale = self.refresh.lists().stale();
        let fresh_for = Duration::from_millis(self.refresh.lists().cache().ttl_ms.unwrap_or(0));
        let old = self.refresh.age().is_some_and(|age| age >= fresh_for);
        let unannounced = if old {
            self.unannounced()
        } else {
            ListKinds::NONE
        };
        self.refresh.want(stale.and(unannounced));
    }

    /// The lists whose changes the server does not announce.
    fn unannounced(&self) -> ListKinds {
        let facts = &self.session.facts;
        let silent = self.session.tells_nothing.load(Ordering::Relaxed);
        let mut kinds = ListKinds::NONE;
        for (there, capability, kind) in [
            (facts.has_tools(), "tools", ListKinds::TOOLS),
            (facts.has_resources(), "resources", ListKinds::RESOURCES),
            (facts.has_prompts(), "prompts", ListKinds::PROMPTS),
        ] {
            if there && (silent || !facts.announces_changes(capability)) {
                kinds = kinds.and(kind);
            }
        }
        kinds
    }

    fn ask_for_life(&mut self) {
        if self.check.is_none() {
            let session = Arc::clone(&self.session);
            let method = match session.era {
                McpEra::Legacy => method::PING,
                McpEra::Modern => method::DISCOVER,
            };
            let asking = async move { session.call(method, RawObject::default()).await };
            self.check = Some(Box::pin(asking));
        }
    }

    fn checked(&mut self, outcome: Result<RawJson, UpstreamCallError>) -> Option<ConnectionEnd> {
        let error = match outcome {
            // Any answer shows that the server is alive, even an error.
            Ok(_)
            | Err(
                UpstreamCallError::Declined { .. }
                | UpstreamCallError::Malformed { .. }
                | UpstreamCallError::Link(LinkError::Status {
                    status: 400..=499, ..
                }),
            ) => {
                self.misses = 0;
                return None;
            }
            Err(UpstreamCallError::Link(LinkError::SessionExpired)) => {
                return Some(ConnectionEnd::Expired);
            }
            Err(error) => error,
        };
        // Many servers handle one request at a time. While one of them works on a call its silence
        // means nothing, and the call's own timeout decides.
        let busy = self.session.shared.open_calls() > 0;
        if busy && matches!(error, UpstreamCallError::Silent { .. }) {
            return None;
        }
        self.misses += 1;
        tracing::debug!(
            source = %self.session.shared.name(), misses = self.misses, %error,
            "a sign of life is missing"
        );
        if self.misses < MISSES {
            return None;
        }
        Some(ConnectionEnd::Failed(format!(
            "the server gives no sign of life: {}",
            chain(&error)
        )))
    }
}

/// The end of a connection whose tools could not be listed.
fn unlisted(error: UpstreamCallError) -> ConnectionEnd {
    match error {
        UpstreamCallError::Link(LinkError::SessionExpired) => ConnectionEnd::Expired,
        error => ConnectionEnd::Failed(format!("the tools could not be listed: {}", chain(&error))),
    }
}

/// The end of a connection whose link has ended.
fn gone(why: Option<LinkError>) -> ConnectionEnd {
    match why {
        Some(LinkError::SessionExpired) => ConnectionEnd::Expired,
        why => ConnectionEnd::Failed(chain(&why.unwrap_or_else(rpc::unanswered))),
    }
}

async fn finished(check: &mut Option<HealthCheck>) -> Result<RawJson, UpstreamCallError> {
    match check {
        Some(check) => check.await,
        None => std::future::pending().await,
    }
}

/// Restores on a new legacy connection what clients requested on the old one.
async fn restore(session: &Arc<ServerSession>) {
    if let Some(level) = session.shared.level() {
        set_level(session, &level).await;
    }
    session.shared.watches.restore(session).await;
}

/// Sets the log level at a legacy server.
pub(crate) async fn set_level(session: &Arc<ServerSession>, level: &str) {
    if session.era != McpEra::Legacy || !session.facts.has_logging() {
        return;
    }
    let params = [("level", RawJson::string(level))].into_iter().collect();
    if let Err(error) = session.call(method::SET_LEVEL, params).await {
        tracing::debug!(
            source = %session.shared.name(), %error, level,
            "the log level is not taken"
        );
    }
}
