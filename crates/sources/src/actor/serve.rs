//! Life with one open connection.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use candor_model::Era;
use candor_wire::link::{Inbox, LinkError};
use candor_wire::{RawJson, RawObject, method};
use tokio::time::{Interval, MissedTickBehavior};

use super::refresh::Refresh;
use super::{Actor, End};
use crate::error::chain;
use crate::kinds::Kinds;
use crate::listen;
use crate::router;
use crate::rpc::{self, CallError};
use crate::session::Session;
use crate::shared::Order;

/// So many signs of life may be missed in a row, less one.
const MISSES: u32 = 2;

/// A sign of life on its way.
type Check = Pin<Box<dyn Future<Output = Result<RawJson, CallError>> + Send>>;

/// The watch over one connection.
struct Watch {
    session: Arc<Session>,
    refresh: Refresh,
    ticks: Interval,
    check: Option<Check>,
    misses: u32,
    up: bool,
}

/// What the watch has to deal with.
enum Event {
    Order(Option<Order>),
    Changed(Kinds),
    Read(Result<(), CallError>),
    Checked(Result<RawJson, CallError>),
    Tick,
}

// === impl Actor ===

impl Actor {
    /// Serves one connection to its end.
    pub(super) async fn serve(&mut self, session: &Arc<Session>, mut inbox: Inbox) -> End {
        let mut watch = Watch::new(session, self.shared.spec.limits.health_interval);
        loop {
            let event = tokio::select! {
                biased;
                // First, so that an order to let everything pass finds everything passed.
                message = inbox.next() => match message {
                    Some(message) => {
                        router::route(session, message);
                        continue;
                    }
                    None => return gone(inbox.why_closed()),
                },
                order = self.orders.recv() => Event::Order(order),
                event = watch.next() => event,
            };
            if let Some(end) = self.take(&mut watch, event).await {
                return end;
            }
        }
    }

    async fn take(&mut self, watch: &mut Watch, event: Event) -> Option<End> {
        match event {
            Event::Order(Some(order)) => watch.order(order),
            Event::Order(None) => Some(End::Failed("the source is abandoned".to_owned())),
            Event::Changed(kinds) => {
                watch.refresh.want(kinds);
                None
            }
            Event::Tick => {
                watch.tick();
                None
            }
            Event::Checked(outcome) => watch.checked(outcome),
            Event::Read(Err(error)) => Some(unlisted(error)),
            Event::Read(Ok(())) => {
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

// === impl Watch ===

impl Watch {
    fn new(session: &Arc<Session>, interval: Duration) -> Self {
        // A first tick comes at once, and a period of zero is not allowed.
        let period = interval.max(Duration::from_millis(1));
        let mut ticks = tokio::time::interval_at(tokio::time::Instant::now() + period, period);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let refresh = Refresh::new(session);
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
    async fn next(&mut self) -> Event {
        tokio::select! {
            kinds = self.session.changes() => Event::Changed(kinds),
            outcome = self.refresh.done() => Event::Read(outcome),
            outcome = finished(&mut self.check) => {
                self.check = None;
                Event::Checked(outcome)
            }
            _ = self.ticks.tick() => Event::Tick,
        }
    }

    /// The source is up: what belongs to a connection beside the lists.
    fn settle(&self) {
        let session = Arc::clone(&self.session);
        match session.era {
            Era::Modern => self.session.tasks.spawn(listen::listen(session)),
            Era::Legacy => self.session.tasks.spawn(async move {
                let ended = session.ended.clone();
                tokio::select! {
                    () = ended.cancelled() => {}
                    () = restore(&session) => {}
                }
            }),
        };
    }

    fn order(&mut self, order: Order) -> Option<End> {
        let current = self.session.serial;
        match order {
            Order::Restart(serial) if serial == Some(current) => Some(End::Restart),
            Order::Expired(serial) if serial == current => Some(End::Expired),
            Order::Suspect(serial) if serial == current => {
                self.misses += 1;
                self.ask_for_life();
                None
            }
            Order::Restart(_) | Order::Expired(_) | Order::Suspect(_) => None,
            Order::Fence(pass) => {
                let _ = pass.send(());
                None
            }
        }
    }

    fn tick(&mut self) {
        // Until the source is up the lists themselves tell whether the server answers.
        if !self.up {
            return;
        }
        if self.session.quiet_for() >= self.ticks.period() {
            self.ask_for_life();
        }
        let stale = self.refresh.lists().stale();
        let fresh_for = Duration::from_millis(self.refresh.lists().cache().ttl_ms.unwrap_or(0));
        let old = self.refresh.age().is_some_and(|age| age >= fresh_for);
        let unannounced = if old { self.unannounced() } else { Kinds::NONE };
        self.refresh.want(stale.and(unannounced));
    }

    /// The lists of whose changes the server does not tell.
    fn unannounced(&self) -> Kinds {
        let facts = &self.session.facts;
        let silent = self.session.tells_nothing.load(Ordering::Relaxed);
        let mut kinds = Kinds::NONE;
        for (there, capability, kind) in [
            (facts.has_tools(), "tools", Kinds::TOOLS),
            (facts.has_resources(), "resources", Kinds::RESOURCES),
            (facts.has_prompts(), "prompts", Kinds::PROMPTS),
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
                Era::Legacy => method::PING,
                Era::Modern => method::DISCOVER,
            };
            let asking = async move { session.call(method, RawObject::default()).await };
            self.check = Some(Box::pin(asking));
        }
    }

    fn checked(&mut self, outcome: Result<RawJson, CallError>) -> Option<End> {
        let error = match outcome {
            // Any answer is a sign of life, also one that says no.
            Ok(_)
            | Err(
                CallError::Declined { .. }
                | CallError::Malformed { .. }
                | CallError::Link(LinkError::Status {
                    status: 400..=499, ..
                }),
            ) => {
                self.misses = 0;
                return None;
            }
            Err(CallError::Link(LinkError::SessionExpired)) => return Some(End::Expired),
            Err(error) => error,
        };
        // Many servers do one thing at a time. While one of them works on a call its silence
        // means nothing, and the call's own timeout decides.
        let busy = self.session.shared.open_calls() > 0;
        if busy && matches!(error, CallError::Silent { .. }) {
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
        Some(End::Failed(format!(
            "the server gives no sign of life: {}",
            chain(&error)
        )))
    }
}

/// The tools could not be read.
fn unlisted(error: CallError) -> End {
    match error {
        CallError::Link(LinkError::SessionExpired) => End::Expired,
        error => End::Failed(format!("the tools could not be listed: {}", chain(&error))),
    }
}

/// The link is gone.
fn gone(why: Option<LinkError>) -> End {
    match why {
        Some(LinkError::SessionExpired) => End::Expired,
        why => End::Failed(chain(&why.unwrap_or_else(rpc::unanswered))),
    }
}

async fn finished(check: &mut Option<Check>) -> Result<RawJson, CallError> {
    match check {
        Some(check) => check.await,
        None => std::future::pending().await,
    }
}

/// Tells a new legacy connection what clients wanted of the old one.
async fn restore(session: &Arc<Session>) {
    if let Some(level) = session.shared.level() {
        set_level(session, &level).await;
    }
    session.shared.watches.restore(session).await;
}

/// Tells a legacy server how much log is wanted.
pub(crate) async fn set_level(session: &Arc<Session>, level: &str) {
    if session.era != Era::Legacy || !session.facts.has_logging() {
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
