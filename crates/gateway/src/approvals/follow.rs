//! Hears what becomes of questions, whichever process it was that asked or answered.

use std::sync::Arc;
use std::time::Duration;

use candor_model::{Approval, ApprovalState};
use candor_store::{RevisionFollower, StoreError};
use tokio_util::sync::CancellationToken;

use crate::approvals::tasks;
use crate::clock::{micros, now_micros};
use crate::events::event::UiEvent;
use crate::gateway::Gateway;

/// How many changes are read at once.
const BATCH: usize = 500;
/// The longest that an expiry goes unnoticed where the clock was set back.
const LOOK: Duration = Duration::from_secs(30);
/// How long finished questions are kept, so that what changed since can be shown.
const KEPT: Duration = Duration::from_hours(90 * 24);
/// How often what is over is thrown away.
const SWEEP: Duration = Duration::from_hours(1);

/// Where the reading has got to.
struct ApprovalFollower {
    gateway: Gateway,
    /// The latest change of a question that was read.
    seen: u64,
    /// The latest write through a source that was heard of.
    written: u64,
}

/// Follows the ledger until the end. `chores`: whether this process also does what one process has
/// to do, such as letting questions expire.
pub(crate) async fn follow(
    gateway: Gateway,
    mut ledger: RevisionFollower,
    from: u64,
    chores: bool,
    stop: CancellationToken,
) {
    let mut reader = ApprovalFollower {
        gateway,
        seen: from,
        written: from,
    };
    let mut swept = tokio::time::interval(SWEEP);
    let mut failed = reader.read(chores).await;
    loop {
        if let Err(error) = &failed {
            tracing::warn!(%error, "Approvals cannot be read; this is tried again");
        }
        let next = reader.until_expiry(chores).await;
        tokio::select! {
            () = stop.cancelled() => return,
            _ = ledger.next() => {}
            () = reader.gateway.approvals_known().poked() => {}
            () = tokio::time::sleep(next) => {}
            _ = swept.tick(), if chores => reader.sweep().await,
        }
        failed = reader.read(chores).await;
    }
}

// === impl ApprovalFollower ===

impl ApprovalFollower {
    /// Reads everything that is new, and passes it on.
    async fn read(&mut self, chores: bool) -> Result<(), StoreError> {
        let store = self.gateway.store().clone();
        if chores {
            while !store.expire_approvals(now_micros()).await?.is_empty() {}
        }
        loop {
            let news = store.approvals_since(self.seen, BATCH).await?;
            if news.is_empty() {
                break;
            }
            for approval in news {
                self.seen = approval.version;
                self.pass_on(approval, chores);
            }
        }
        self.gateway.approvals_known().read_grants(&store).await?;
        for (source, version) in store.writes_since(self.written).await? {
            self.written = self.written.max(version);
            self.gateway.result_cache().forget(&source);
        }
        Ok(())
    }

    fn pass_on(&self, approval: Approval, chores: bool) {
        let approval = Arc::new(approval);
        self.gateway.approvals_known().heard(&approval);
        self.gateway.emit_ui_event(UiEvent::Approvals);
        if chores && approval.state == ApprovalState::Approved {
            tasks::wake(&self.gateway, approval.id);
        }
    }

    /// How long nothing expires.
    async fn until_expiry(&self, chores: bool) -> Duration {
        if !chores {
            return LOOK;
        }
        match self.gateway.store().next_expiry().await {
            Ok(Some(at)) => {
                let left = u64::try_from(at - now_micros()).unwrap_or_default();
                Duration::from_micros(left).min(LOOK)
            }
            Ok(None) => LOOK,
            Err(_) => Duration::from_secs(1),
        }
    }

    /// Throws away what is over.
    async fn sweep(&self) {
        let store = self.gateway.store();
        let now = now_micros();
        let swept = async {
            store.prune_approvals(now - micros(KEPT)).await?;
            store.prune_grants(now).await?;
            store.prune_nonces(now).await?;
            store.prune_tasks(now).await?;
            Ok::<_, StoreError>(())
        };
        if let Err(error) = swept.await {
            tracing::warn!(%error, "What is over could not be thrown away");
        }
    }
}
