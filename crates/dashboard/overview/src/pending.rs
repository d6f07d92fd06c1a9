//! The newest pending approvals.

use candor_card::ApprovalCard;
use candor_dashboard_kit::{DashboardState, DisplayTime, now_micros};
use candor_gateway::EditError;
use candor_gateway::records::ApprovalFilter;
use candor_model::{Approval, ApprovalState};

/// The most approvals that are shown.
const MOST: usize = 5;

/// A pending approval.
pub(crate) struct PendingApprovalRow {
    pub(crate) to: String,
    pub(crate) line: String,
    pub(crate) asked: DisplayTime,
    pub(crate) expires: DisplayTime,
}

// === impl PendingApprovalRow ===

impl PendingApprovalRow {
    pub(crate) async fn newest(pages: &DashboardState) -> Result<Vec<Self>, EditError> {
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
        let line = ApprovalCard::from_json(&approval.card).map(|card| card.line());
        Self {
            to: format!("/approvals/{}", approval.id),
            line: line.unwrap_or_else(|_| {
                let tool = &approval.binding.tool;
                format!("{tool} (details cannot be read)")
            }),
            asked: DisplayTime::seen(approval.created_micros, now),
            expires: DisplayTime::seen(approval.expires_micros, now),
        }
    }
}
