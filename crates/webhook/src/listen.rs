//! Hears what becomes of questions, and misses nothing.

use std::sync::Arc;

use candor_gateway::DeskError;
use candor_model::{Approval, ApprovalState};
use candor_store::ApprovalFilter;
use tokio::sync::broadcast::{self, error::RecvError};

use crate::event::Event;
use crate::webhooks::{Office, WAITING_MAX};

/// How many questions are read at once.
const BATCH: usize = 500;

/// Listens until the end.
pub(crate) async fn run(office: Arc<Office>, mut events: broadcast::Receiver<Arc<Approval>>) {
    let stop = office.stop.clone();
    let mut listener = Listener { office, seen: 0 };
    let work = async {
        if let Err(error) = listener.waiting().await {
            tracing::warn!(%error, "Webhooks are not told of calls that wait since before the start");
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

struct Listener {
    office: Arc<Office>,
    /// The latest change that was heard of.
    seen: u64,
}

// === impl Listener ===

impl Listener {
    fn hear(&mut self, approval: &Approval) {
        // What was caught up with may still be on its way here.
        if approval.version > self.seen {
            self.seen = approval.version;
            self.office.tell(Event::of(approval));
        }
    }

    /// The newest calls that wait already. Whoever was told of them is not told again: that is
    /// claimed in the store.
    async fn waiting(&mut self) -> Result<(), DeskError> {
        let filter = ApprovalFilter {
            states: vec![ApprovalState::Pending],
            ..ApprovalFilter::default()
        };
        let (mut before, mut room) = (None, WAITING_MAX);
        loop {
            let desk = self.office.gateway.approvals();
            let page = desk.list(&filter, before, room.min(BATCH)).await?;
            for approval in &page.approvals {
                self.office.tell(Event::of(approval));
            }
            room = room.saturating_sub(page.approvals.len());
            before = page.next;
            if before.is_none() || room == 0 {
                return Ok(());
            }
        }
    }

    /// Reads what was missed while too much happened at once.
    async fn catch_up(&mut self) {
        let gateway = self.office.gateway.clone();
        loop {
            match gateway.approvals().since(self.seen, BATCH).await {
                Ok(missed) if missed.is_empty() => return,
                Ok(missed) => missed.iter().for_each(|approval| self.hear(approval)),
                Err(error) => {
                    tracing::warn!(%error, "Webhooks may not be told of some calls");
                    return;
                }
            }
        }
    }
}
