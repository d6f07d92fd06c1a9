//! Decided calls, newest first, one page at a time.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_card::ApprovalCard;
use candor_dashboard_kit::{
    CurrentUser, CursorPager, DashboardState, DisplayTime, PageError, PageLayout, ROWS,
    SiteSection, now_micros, query, render_page,
};
use candor_gateway::records::ApprovalFilter;
use candor_model::{Approval, ApprovalState, Role};
use http::{StatusCode, Uri};

use crate::cursor::before;
use crate::decision_summary::DecisionSummary;
use crate::inbox_row::CardSummary;
use crate::{TABS, show};

/// The path of the list.
pub(crate) const PATH: &str = "/approvals/decided";

#[derive(Template)]
#[template(path = "decided.html")]
struct DecidedApprovalsPage {
    frame: PageLayout,
    items: Vec<DecidedApprovalRow>,
    trail: CursorPager,
}

struct DecidedApprovalRow {
    to: String,
    line: String,
    /// None if the card cannot be read.
    seen: Option<CardSummary>,
    asked: DisplayTime,
    outcome: Option<DecisionSummary>,
}

/// `GET /approvals/decided`: lists the calls that are no longer pending.
pub(crate) async fn list(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    visitor.needs(Role::Viewer, PATH)?;
    let before = before(&uri, PATH)?;
    let decided = |state: &ApprovalState| *state != ApprovalState::Pending;
    let filter = ApprovalFilter {
        states: ApprovalState::ALL.into_iter().filter(decided).collect(),
        ..ApprovalFilter::default()
    };
    let found = pages.gateway.approvals().list(&filter, before, ROWS).await;
    let found = found.map_err(|error| PageError::refused(&error))?;
    let older = found.next.map(|next| next.to_string());
    let older = older.map(|older| query::with(PATH, "before", &older));
    let view = DecidedApprovalsPage {
        frame: PageLayout::of("Decided calls", SiteSection::Approvals, &visitor)
            .beside(PATH, &TABS),
        items: found.approvals.iter().map(DecidedApprovalRow::of).collect(),
        trail: CursorPager::new(PATH, before.is_none(), older),
    };
    Ok(render_page(StatusCode::OK, &view))
}

// === impl DecidedApprovalRow ===

impl DecidedApprovalRow {
    fn of(approval: &Approval) -> Self {
        let card = ApprovalCard::from_json(&approval.card).ok();
        Self {
            to: show::path(approval.id),
            line: card.as_ref().map_or_else(
                || format!("{} (details cannot be read)", approval.binding.tool),
                ApprovalCard::line,
            ),
            seen: card.map(CardSummary::of),
            asked: DisplayTime::seen(approval.created_micros, now_micros()),
            outcome: DecisionSummary::of(approval),
        }
    }
}
