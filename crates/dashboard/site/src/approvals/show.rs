//! One call: everything there is to know before somebody decides about it.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_gateway::EditError;
use candor_gateway::records::ApprovalFilter;
use candor_model::{Approval, ApprovalId, ApprovalState, Role};
use http::StatusCode;

use crate::approvals::BESIDE;
use crate::approvals::card_view::ApprovalCardView;
use crate::approvals::decision_form::DecisionForm;
use crate::approvals::decision_panel::{DecisionPanel, ScopeLimit};
use crate::approvals::decision_summary::DecisionSummary;
use candor_dashboard_kit::DashboardState;
use candor_dashboard_kit::clock::now_micros;
use candor_dashboard_kit::current_user::CurrentUser;
use candor_dashboard_kit::layout::{PageLayout, SiteSection, render_page};
use candor_dashboard_kit::page_error::PageError;
use candor_dashboard_kit::path_segment::PathSegment;
use candor_dashboard_kit::query;

#[derive(Template)]
#[template(path = "approval.html")]
struct ApprovalDetailPage {
    frame: PageLayout,
    shown: ApprovalCardView,
    outcome: Option<DecisionSummary>,
    choices: Option<DecisionPanel>,
    /// Why there is no form, though nobody has decided.
    closed: Option<String>,
    /// What is wrong with what was sent.
    problem: Option<String>,
    /// The reason that was sent, where it counts no more and yet is not to be lost.
    unsent: Option<String>,
    /// The next call that waits, once this one does not.
    next: Option<String>,
    /// Where the calls are that were made on it.
    made: String,
}

/// `GET /approvals/{id}`
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    PathSegment(id): PathSegment,
    visitor: CurrentUser,
) -> Result<Response, PageError> {
    let id = parse(&id)?;
    visitor.needs(Role::Viewer, &path(id))?;
    let approval = find(&pages, id).await?;
    draw(&pages, &visitor, &approval, StatusCode::OK, None).await
}

/// The page of a question, after something was sent that did not count, or not.
pub(super) async fn draw(
    pages: &DashboardState,
    visitor: &CurrentUser,
    approval: &Approval,
    status: StatusCode,
    sent: Option<(DecisionForm, String)>,
) -> Result<Response, PageError> {
    let shown = ApprovalCardView::of(approval)?.led(approval);
    let pending = approval.state_at(now_micros()) == ApprovalState::Pending;
    let closed = closed(pages, visitor, approval).filter(|_| pending);
    let (said, problem) = sent.unzip();
    let said = said.unwrap_or_default();
    let choices = (pending && closed.is_none()).then(|| {
        let to = path(approval.id);
        let field = visitor.field(&to);
        DecisionPanel::of(approval, &shown, ScopeLimit::Full, to, field, &said)
    });
    let next = if pending { None } else { next(pages).await? };
    let view = ApprovalDetailPage {
        frame: PageLayout::of(shown.name(), SiteSection::Approvals, visitor).beside("", &BESIDE),
        outcome: DecisionSummary::of(approval),
        unsent: said.why.filter(|_| choices.is_none()),
        next: next.map(path),
        made: query::with("/audit", "approval", &approval.id.to_string()),
        shown,
        choices,
        closed,
        problem,
    };
    Ok(render_page(status, &view))
}

/// The newest call that waits.
async fn next(pages: &DashboardState) -> Result<Option<ApprovalId>, PageError> {
    let filter = ApprovalFilter {
        states: vec![ApprovalState::Pending],
        ..ApprovalFilter::default()
    };
    let found = pages.gateway.approvals().list(&filter, None, 1).await;
    let found = found.map_err(|error| PageError::refused(&error))?;
    Ok(found.approvals.first().map(|approval| approval.id))
}

/// Why this visitor cannot decide, if they cannot.
fn closed(pages: &DashboardState, visitor: &CurrentUser, approval: &Approval) -> Option<String> {
    if !visitor.identity.may(Role::Approver) {
        return Some(visitor.lacks(Role::Approver));
    }
    if !pages
        .gateway
        .approvals()
        .may_decide(approval, &visitor.identity)
    {
        return Some(format!(
            "`{}` made this call and cannot approve it; somebody else has to.",
            visitor.identity.name
        ));
    }
    None
}

pub(super) fn parse(text: &str) -> Result<ApprovalId, PageError> {
    ApprovalId::parse(text).ok_or_else(|| PageError::no_approval(text))
}

pub(super) fn path(id: ApprovalId) -> String {
    format!("/approvals/{id}")
}

pub(super) async fn find(pages: &DashboardState, id: ApprovalId) -> Result<Approval, PageError> {
    let found = pages.gateway.approvals().show(id).await;
    found.map_err(|error| match error {
        EditError::Unknown(_) => PageError::no_approval(&id.to_string()),
        error => PageError::refused(&error),
    })
}
