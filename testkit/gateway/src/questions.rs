//! Approvals that wait for a decision.

use candor_gateway::Gateway;
use candor_model::{Approval, ApprovalId, ApprovalState, Digest};
use candor_store::{ApprovalFilter, Store};

/// The pending approvals.
pub async fn pending_approvals(gateway: &Gateway) -> Vec<Approval> {
    let filter = ApprovalFilter {
        states: vec![ApprovalState::Pending],
        ..ApprovalFilter::default()
    };
    let page = gateway.approvals().list(&filter, None, 500).await;
    page.expect("a page").approvals
}

/// Creates more approvals like this one, with different arguments.
pub async fn copy_approvals(gateway: &Gateway, store: &Store, of: ApprovalId, count: usize) {
    let one = gateway.approvals().show(of).await.expect("an approval");
    for _ in 0..count {
        let mut copy = one.clone();
        copy.id = ApprovalId::fresh();
        copy.binding.arguments = Digest::of(copy.id.to_string());
        let asked = store.ask_approval(&copy, copy.created_micros);
        asked.await.expect("room for one more");
    }
}
