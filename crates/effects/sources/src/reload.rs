//! The life cycle of a source that is loaded rather than connected to: an API by its document,
//! functions by their program. What was loaded is served until a newer version can be loaded.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use candor_model::{Diagnostic, McpEra, McpRevision, Severity};
use tokio::sync::mpsc;

use crate::backoff::RetryBackoff;
use crate::events::SourceEventKind;
use crate::inventory::Inventory;
use crate::shared::{ActorCommand, SourceShared};
use crate::state::SourceState;

/// The words for one kind of such a source.
pub(crate) struct ReloadTerms {
    /// The replacement for a transport: `openapi`, `functions`, `pack`.
    pub(crate) transport: &'static str,
    /// What is loaded, such as "the document".
    pub(crate) subject: &'static str,
    /// The code of the diagnostic that the served version is outdated.
    pub(crate) stale: &'static str,
}

/// Publishes the loads of one source.
pub(crate) struct SourceReloader {
    shared: Arc<SourceShared>,
    terms: &'static ReloadTerms,
    backoff: RetryBackoff,
    ready_since: Option<Instant>,
    failing_since: Option<SystemTime>,
}

// === impl SourceReloader ===

impl SourceReloader {
    pub(crate) fn new(shared: &Arc<SourceShared>, terms: &'static ReloadTerms) -> Self {
        Self {
            shared: Arc::clone(shared),
            terms,
            backoff: RetryBackoff::default(),
            ready_since: None,
            failing_since: None,
        }
    }

    /// Offers what was loaded.
    pub(crate) async fn serve(&mut self, inventory: Inventory) {
        self.ready_since = Some(Instant::now());
        self.failing_since = None;
        self.publish(inventory).await;
    }

    /// Handles a failed load. A version that was loaded before is still served, with a diagnostic;
    /// otherwise the source fails. Returns the delay before the next attempt.
    pub(crate) async fn fail(&mut self, why: String) -> Duration {
        let wait = self.backoff.failed(self.ready_since.take());
        if self.shared.state.borrow().is_ready() {
            self.stale(&why).await;
            return wait;
        }
        let now = SystemTime::now();
        let state = SourceState::Failing {
            since: *self.failing_since.get_or_insert(now),
            attempts: self.backoff.attempts(),
            last_error: why,
            retry_at: now + wait,
        };
        self.shared.state.send_replace(state.clone());
        self.shared.tell(SourceEventKind::State(state)).await;
        wait
    }

    /// Removes the diagnostic that the served version is outdated.
    pub(crate) async fn unsay(&self) {
        let inventory = self.shared.inventory();
        let code = self.terms.stale;
        if inventory.diagnostics.iter().any(|one| one.code == code) {
            let mut inventory = inventory.as_ref().clone();
            inventory.diagnostics.retain(|one| one.code != code);
            self.publish(inventory).await;
        }
    }

    /// Replaces the inventory.
    async fn publish(&self, inventory: Inventory) {
        let shared = &self.shared;
        let tools = inventory.tools.len();
        let inventory = Arc::new(inventory);
        let before = shared.replace_inventory(Arc::clone(&inventory));
        if !shared.state.borrow().is_ready() {
            let state = SourceState::Ready {
                since: SystemTime::now(),
                era: McpEra::Modern,
                revision: McpRevision::NEWEST_MODERN,
                transport: self.terms.transport,
            };
            shared.state.send_replace(state.clone());
            shared.tell(SourceEventKind::State(state)).await;
        }
        let subject = self.terms.subject;
        tracing::debug!(source = %shared.name(), tools, "{subject} is served");
        let errors = inventory.diagnostics.iter();
        let errors = errors.filter(|one| one.severity == Severity::Error).count();
        if errors > 0 {
            tracing::warn!(
                source.name = %shared.name(),
                errors,
                "Parts of {subject} of `{}` cannot be served; `candor lint --source {}` tells which",
                shared.name(),
                shared.name()
            );
        }
        if *before != *inventory {
            let changed = SourceEventKind::Inventory {
                tools: before.tools != inventory.tools,
                resources: before.resources != inventory.resources,
                prompts: false,
            };
            shared.tell(changed).await;
        }
    }

    /// Adds, once, the diagnostic that the served version is outdated.
    async fn stale(&self, why: &str) {
        let mut inventory = self.shared.inventory().as_ref().clone();
        let ReloadTerms { subject, stale, .. } = *self.terms;
        let message = format!("{subject} has changed and cannot be used: {why}");
        let known = inventory
            .diagnostics
            .iter()
            .any(|one| one.code == stale && one.message == message);
        if known {
            return;
        }
        tracing::warn!(source = %self.shared.name(), "{message}");
        inventory.diagnostics.retain(|one| one.code != stale);
        let hint = "what it said before is served until it can be read again";
        let diagnostic = Diagnostic::error(stale, message).with_hint(hint);
        inventory.diagnostics.push(diagnostic);
        self.publish(inventory).await;
    }
}

/// Runs until the source is stopped; then it offers nothing any more.
pub(crate) async fn until_stopped(shared: &SourceShared, life: impl Future<Output = ()>) {
    tokio::select! {
        () = shared.stop.cancelled() => {}
        () = life => {}
    }
    shared.replace_inventory(Arc::default());
    shared.state.send_replace(SourceState::Stopped);
    shared.tell_now(SourceEventKind::State(SourceState::Stopped));
}

/// Waits for the next check, or forever if there is none. Returns whether a restart was requested.
pub(crate) async fn rest(
    orders: &mut mpsc::Receiver<ActorCommand>,
    wait: Option<Duration>,
) -> bool {
    let pause = async {
        match wait {
            Some(wait) => tokio::time::sleep(wait).await,
            None => std::future::pending().await,
        }
    };
    tokio::pin!(pause);
    loop {
        tokio::select! {
            () = &mut pause => return false,
            order = orders.recv() => match order {
                Some(ActorCommand::Restart(_)) => return true,
                Some(ActorCommand::Fence(pass)) => drop(pass.send(())),
                Some(ActorCommand::Expired(_) | ActorCommand::Suspect(_)) => {}
                // The handle is gone, and the stop signal will follow.
                None => std::future::pending().await,
            },
        }
    }
}
