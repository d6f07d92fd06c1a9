//! The client that stays connected for a decision about its call, and what happens when it
//! disconnects.
//!
//! Approving a call that no client waits for would either have no effect, or admit a later call
//! that the person did not mean. So the question ends when the last client that waits for it has
//! disconnected. A client that was given a task or a request state comes back and does not count as
//! gone, nor does one that announces so with its call.

use std::sync::Arc;

use candor_model::ApprovalId;

use crate::clock::now_micros;
use crate::gateway::Gateway;

/// The key in `_meta` that a client sets to `true` if it repeats the call once it was approved, and
/// need not stay connected.
pub const COMES_BACK_META: &str = "dev.candor/comes-back";

/// A client that waits for an approval and is counted among its callers. Dropping this means that
/// the client has disconnected.
pub(crate) struct WaitingCaller {
    gateway: Gateway,
    approval: ApprovalId,
    /// Whether to remove the client from the approval on drop.
    counted: bool,
}

// === impl WaitingCaller ===

impl WaitingCaller {
    /// Creates the guard for a client that has just asked.
    pub(crate) fn new(gateway: &Gateway, approval: ApprovalId) -> Self {
        Self {
            gateway: gateway.clone(),
            approval,
            counted: true,
        }
    }

    /// Disarms the guard: the client comes back for the answer, or has received it.
    pub(crate) fn released(mut self) {
        self.counted = false;
    }
}

impl Drop for WaitingCaller {
    fn drop(&mut self) {
        if self.counted {
            let (gateway, approval) = (self.gateway.clone(), self.approval);
            self.gateway
                .spawn(async move { leave(&gateway, approval).await });
        }
    }
}

/// Removes the client from the approval. If that fails, the question ends when it expires.
async fn leave(gateway: &Gateway, approval: ApprovalId) {
    match gateway.store().leave_approval(approval, now_micros()).await {
        Ok(Some(ended)) => {
            let known = gateway.approvals_known();
            known.poke();
            known.wake(&Arc::new(ended));
        }
        Ok(None) => {}
        Err(error) => {
            tracing::warn!(approval.id = %approval, %error, "A question stays open although its caller has gone");
        }
    }
}
