//! Follows changes of approvals in the store, whichever process made them.

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
/// The maximum delay of an expiry if the clock was set back.
const LOOK: Duration = Duration::from_secs(30);
/// How long finished approvals are kept, so that changes since then can be listed.
const KEPT: Duration = Duration::from_hours(90 * 24);
/// How often expired rows are deleted.
const SWEEP: Duration = Duration::from_hours(1);

/// The follower's position in the store.
struct ApprovalFollower {
    gateway: Gateway,
    /// The latest change of an approval that was read.
    seen: u64,
    /// The latest write through a source that was read.
    written: u64,
}

/// Follows the ledger until `stop`. `chores`: whether this process also performs tasks that one
/// process has to do, such as letting approvals expire.
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
    /// Reads everything that is new, and distributes it.
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

    /// How long to sleep until the next expiry.
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

    /// Deletes what has expired.
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
