//! Follows the changes of approvals without missing any.

use std::sync::Arc;

use candor_gateway::EditError;
use candor_gateway::records::ApprovalFilter;
use candor_model::{Approval, ApprovalState};
use tokio::sync::broadcast::{self, error::RecvError};

use crate::event::WebhookEvent;
use crate::webhooks::{WAITING_MAX, WebhookContext};

/// The number of approvals read per query.
const BATCH: usize = 500;

/// Listens until the end.
pub(crate) async fn run(
    context: Arc<WebhookContext>,
    mut events: broadcast::Receiver<Arc<Approval>>,
) {
    let stop = context.stop.clone();
    let mut listener = ApprovalListener { context, seen: 0 };
    let work = async {
        if let Err(error) = listener.waiting().await {
            tracing::warn!(%error, "Webhook messages for calls from before the start are not sent");
        }
        loop {
            match events.recv().await {
                Ok(approval) => listener.hear(&approval),
                Err(RecvError::Lagged(_)) => listener.catch_up().await,
                Err(RecvError::Closed) => return,
            }
        }
    };
    tokio::select! {
        () = stop.cancelled() => {}
        () = work => {}
    }
}

struct ApprovalListener {
    context: Arc<WebhookContext>,
    /// The version of the latest change seen.
    seen: u64,
}

// === impl ApprovalListener ===

impl ApprovalListener {
    fn hear(&mut self, approval: &Approval) {
        // A change that was already read may still arrive.
        if approval.version > self.seen {
            self.seen = approval.version;
            self.context.tell(WebhookEvent::of(approval));
        }
    }

    /// The newest pending approvals. They are not sent twice, because sending is claimed in the
    /// store.
    async fn waiting(&mut self) -> Result<(), EditError> {
        let filter = ApprovalFilter {
            states: vec![ApprovalState::Pending],
            ..ApprovalFilter::default()
        };
        let (mut before, mut room) = (None, WAITING_MAX);
        loop {
            let queue = self.context.gateway.approvals();
            let page = queue.list(&filter, before, room.min(BATCH)).await?;
            for approval in &page.approvals {
                self.context.tell(WebhookEvent::of(approval));
            }
            room = room.saturating_sub(page.approvals.len());
            before = page.next;
            if before.is_none() || room == 0 {
                return Ok(());
            }
        }
    }

    /// Reads changes that were missed because the event queue overflowed.
    async fn catch_up(&mut self) {
        let gateway = self.context.gateway.clone();
        loop {
            match gateway.approvals().since(self.seen, BATCH).await {
                Ok(missed) if missed.is_empty() => return,
                Ok(missed) => missed.iter().for_each(|approval| self.hear(approval)),
                Err(error) => {
                    tracing::warn!(%error, "Webhook messages for some calls may be missing");
                    return;
                }
            }
        }
    }
}
