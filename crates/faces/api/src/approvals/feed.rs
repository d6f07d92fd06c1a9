//! The event feed of approvals.
//!
//! Past changes are read from the store, by version; new ones are received as they happen. A reader
//! that lags behind reads from the store again, so nothing is missed or out of order.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use candor_gateway::records::ApprovalFilter;
use candor_gateway::{ApprovalService, EditError, Gateway};
use candor_model::{Approval, ApprovalState, CallerIdentity};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use super::item::ApprovalItem;
use crate::prelude::*;

/// The number of changes read per query.
const BATCH: usize = 100;

/// The events of approvals for one listener.
pub(super) struct ApprovalFeed {
    gateway: Gateway,
    identity: CallerIdentity,
    heard: Receiver<Arc<Approval>>,
    shutdown: CancellationToken,
    keep_alive: Duration,
    next_sign: Instant,
    /// Changes that were read but not sent.
    read: VecDeque<Approval>,
    /// Whether there may be more to read.
    behind: bool,
    /// Everything up to this version was sent, or need not be.
    told: u64,
    /// Up to this version, only pending approvals are sent.
    old: u64,
}

// === impl ApprovalFeed ===

impl ApprovalFeed {
    /// Begins with what waits, or with what has changed since a version.
    pub(super) async fn begin(
        api: &ApiState,
        identity: CallerIdentity,
        since: Option<u64>,
    ) -> Result<Self, ApiProblem> {
        let approvals = api.gateway.approvals();
        // Before anything is read, so that nothing falls in between.
        let heard = approvals.events();
        let newest = api.gateway.records().ledger_revision().await?;
        // An unknown version is from another store and is ignored.
        let (told, old) = match since.filter(|version| *version <= newest) {
            Some(version) => (version, version),
            None => (before_those_that_wait(&approvals, newest).await?, newest),
        };
        Ok(Self {
            gateway: api.gateway.clone(),
            identity,
            heard,
            shutdown: api.shutdown.clone(),
            keep_alive: api.keep_alive,
            next_sign: Instant::now() + api.keep_alive,
            read: VecDeque::new(),
            behind: true,
            told,
            old,
        })
    }

    /// The next event, or a sign of life. Nothing when it is over.
    pub(super) async fn next(&mut self) -> Option<Bytes> {
        while !self.shutdown.is_cancelled() && self.gateway.still_works(&self.identity) {
            if let Some(approval) = self.read.pop_front() {
                if let Some(event) = self.tell(&approval) {
                    return Some(event);
                }
            } else if self.behind {
                self.catch_up().await?;
            } else if let Some(bytes) = self.listen().await? {
                return Some(bytes);
            }
        }
        None
    }

    async fn catch_up(&mut self) -> Option<()> {
        let news = self.gateway.approvals().since(self.told, BATCH).await;
        let failed = |error: &EditError| {
            tracing::warn!(%error, "A stream of approvals ends, because they cannot be read");
        };
        // The client reconnects and continues from the last event.
        self.read = news.inspect_err(failed).ok()?.into();
        self.behind = !self.read.is_empty();
        Some(())
    }

    /// Waits for what happens next.
    async fn listen(&mut self) -> Option<Option<Bytes>> {
        tokio::select! {
            biased;
            () = self.shutdown.cancelled() => None,
            heard = self.heard.recv() => match heard {
                Ok(approval) => Some(self.tell(&approval)),
                Err(RecvError::Lagged(_)) => {
                    self.behind = true;
                    Some(None)
                }
                Err(RecvError::Closed) => None,
            },
            () = sleep_until(self.next_sign) => {
                self.next_sign = Instant::now() + self.keep_alive;
                Some(self.gateway.still_works(&self.identity).then(candor_wire::sse::comment))
            }
        }
    }

    /// The event about a change, if it is one for this listener.
    fn tell(&mut self, approval: &Approval) -> Option<Bytes> {
        if approval.version <= self.told {
            return None;
        }
        self.told = approval.version;
        let now = time::now_micros();
        if approval.version <= self.old && approval.state_at(now) != ApprovalState::Pending {
            return None;
        }
        self.next_sign = Instant::now() + self.keep_alive;
        let item = ApprovalItem::of(approval, now);
        // Texts and numbers: this cannot fail.
        let json = serde_json::to_string(&item).unwrap_or_default();
        let event = format!("event: approval\nid: {}\ndata: {json}\n\n", self.told);
        Some(event.into())
    }
}

/// The version after which everything is that waits.
async fn before_those_that_wait(
    service: &ApprovalService<'_>,
    newest: u64,
) -> Result<u64, ApiProblem> {
    let filter = ApprovalFilter {
        states: vec![ApprovalState::Pending],
        ..ApprovalFilter::default()
    };
    let (mut first, mut before) = (newest.saturating_add(1), None);
    loop {
        let page = service
            .list(&filter, before, candor_gateway::records::PAGE_MAX)
            .await?;
        let versions = page.approvals.iter().map(|approval| approval.version);
        first = versions.fold(first, u64::min);
        before = page.next;
        if before.is_none() {
            return Ok(first.saturating_sub(1));
        }
    }
}
