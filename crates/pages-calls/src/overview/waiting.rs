//! The newest calls that wait for somebody.

use candor_card::Card;
use candor_frame::{Moment, Pages, now_micros};
use candor_gateway::DeskError;
use candor_model::{Approval, ApprovalState};
use candor_store::ApprovalFilter;

/// How many are shown.
const MOST: usize = 5;

/// A call that waits.
pub(super) struct Waiting {
    pub(super) to: String,
    pub(super) line: String,
    pub(super) asked: Moment,
    pub(super) expires: Moment,
}

// === impl Waiting ===

impl Waiting {
    pub(super) async fn newest(pages: &Pages) -> Result<Vec<Self>, DeskError> {
        let filter = ApprovalFilter {
            states: vec![ApprovalState::Pending],
            ..ApprovalFilter::default()
        };
        let found = pages.gateway.approvals().list(&filter, None, MOST).await?;
        let now = now_micros();
        let open = |approval: &&Approval| approval.state_at(now) == ApprovalState::Pending;
        let open = found.approvals.iter().filter(open);
        Ok(open.map(|approval| Self::of(approval, now)).collect())
    }

    fn of(approval: &Approval, now: i64) -> Self {
        let line = Card::from_json(&approval.card).map(|card| card.line());
        Self {
            to: format!("/approvals/{}", approval.id),
            line: line.unwrap_or_else(|_| {
                let tool = &approval.binding.tool;
                format!("{tool} (what is known of this call cannot be read)")
            }),
            asked: Moment::seen(approval.created_micros, now),
            expires: Moment::seen(approval.expires_micros, now),
        }
    }
}
