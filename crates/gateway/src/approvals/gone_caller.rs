//! The client that waits on the line for a decision about its call, and what its going away means.
//!
//! A yes to a call that nobody waits for would be a yes to nothing, or to a later call that the
//! person did not mean. So the question ends when the last client that waits for it has gone.
//! A client that was handed a task or a request state has not gone: it comes back. So does one that
//! says so with its call.

use std::sync::Arc;

use candor_model::ApprovalId;

use crate::clock::now_micros;
use crate::gateway::Gateway;

/// The key in `_meta` under which a client says `true` if it makes the same call again when it was
/// approved, and need not stay on the line for that.
pub const COMES_BACK_META: &str = "dev.candor/comes-back";

/// A client that waits for the answer to a question, and is counted among its callers. Dropping
/// this says that the client has gone.
pub(crate) struct WaitingCaller {
    gateway: Gateway,
    approval: ApprovalId,
    /// Whether the question is still to be told when the client goes.
    counted: bool,
}

// === impl WaitingCaller ===

impl WaitingCaller {
    /// A client that has just asked.
    pub(crate) fn new(gateway: &Gateway, approval: ApprovalId) -> Self {
        Self {
            gateway: gateway.clone(),
            approval,
            counted: true,
        }
    }

    /// The client need not stay on the line any more: it comes back for the answer, or has got it.
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

/// Takes the client off the question. Without its row in the store the question ends by its time.
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
