//! One approval: its card, and the form that decides it.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_card::ApprovalCard;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PageLayout, PathSegment, SiteSection, now_micros,
    query, render_page,
};
use candor_gateway::EditError;
use candor_gateway::records::ApprovalFilter;
use candor_model::{Approval, ApprovalId, ApprovalState, Role};
use http::StatusCode;

use crate::TABS;
use crate::card_view::ApprovalCardView;
use crate::decision_form::DecisionForm;
use crate::decision_panel::{DecisionPanel, ScopeLimit};
use crate::decision_summary::DecisionSummary;
use crate::phone::phone_path;
use crate::reveal::{RevealForm, RevealLine};

#[derive(Template)]
#[template(path = "approval.html")]
struct ApprovalDetailPage {
    frame: PageLayout,
    shown: ApprovalCardView,
    /// The form that reveals what is masked.
    reveal: Option<RevealForm>,
    /// Whether nothing is masked on this page.
    revealed: bool,
    /// The users who have revealed the card.
    reveals: Vec<RevealLine>,
    outcome: Option<DecisionSummary>,
    choices: Option<DecisionPanel>,
    /// Why the user cannot decide.
    closed: Option<String>,
    /// The page with the code for a phone, if the user can decide.
    phone: Option<String>,
    problem: Option<String>,
    /// The submitted reason, if it was too late to decide.
    unsent: Option<String>,
    /// The next pending approval, once this one is decided.
    next: Option<String>,
    /// The calls in the audit log that used it.
    made: String,
}

/// The response of an approval's page.
pub(crate) enum ApprovalReply {
    /// The page was opened.
    Shown,
    /// The unmasked card, for the user who revealed it.
    Revealed(Box<ApprovalCard>),
    /// A decision that was refused: the form, and why.
    NotDecided(StatusCode, DecisionForm, String),
    /// Any other refusal, with its reason.
    Refused(StatusCode, String),
}

/// `GET /approvals/{id}`: shows a call and the form that decides it.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    PathSegment(id): PathSegment,
    visitor: CurrentUser,
) -> Result<Response, PageError> {
    let id = parse(&id)?;
    visitor.needs(Role::Viewer, &path(id))?;
    let approval = find(&pages, id).await?;
    draw(&pages, &visitor, &approval, ApprovalReply::Shown).await
}

/// The page of an approval, with what is answered on it.
pub(crate) async fn draw(
    pages: &DashboardState,
    visitor: &CurrentUser,
    approval: &Approval,
    reply: ApprovalReply,
) -> Result<Response, PageError> {
    let mut shown = ApprovalCardView::of(approval)?.led(approval);
    let pending = approval.state_at(now_micros()) == ApprovalState::Pending;
    let closed = closed(pages, visitor, approval).filter(|_| pending);
    let (status, said, problem, revealed) = reply.parts();
    let choices = (pending && closed.is_none()).then(|| {
        let to = path(approval.id);
        let field = visitor.field(&to);
        DecisionPanel::of(approval, &shown, ScopeLimit::Full, to, field, &said)
    });
    let reveal = RevealForm::of(visitor, approval, &shown.card).filter(|_| revealed.is_none());
    let reveals = pages.gateway.approvals().reveals(approval.id).await;
    let reveals = reveals.map_err(|error| PageError::failed(&error))?;
    let next = if pending { None } else { next(pages).await? };
    let is_revealed = revealed.is_some();
    if let Some(card) = revealed {
        // The form was made from the masked card: a yes to it is for one call.
        shown.card = card;
    }
    let view = ApprovalDetailPage {
        frame: PageLayout::of(shown.name(), SiteSection::Approvals, visitor).beside("", &TABS),
        outcome: DecisionSummary::of(approval),
        unsent: said.why.filter(|_| choices.is_none()),
        next: next.map(path),
        phone: choices.as_ref().map(|_| phone_path(approval.id)),
        made: query::with("/audit", "approval", &approval.id.to_string()),
        shown,
        reveal,
        revealed: is_revealed,
        reveals: reveals.iter().map(RevealLine::of).collect(),
        choices,
        closed,
        problem,
    };
    Ok(render_page(status, &view))
}

// === impl ApprovalReply ===

impl ApprovalReply {
    /// The status, the form as it was sent, what is wrong, and the card without masks.
    fn parts(
        self,
    ) -> (
        StatusCode,
        DecisionForm,
        Option<String>,
        Option<ApprovalCard>,
    ) {
        let none = DecisionForm::default();
        match self {
            Self::Shown => (StatusCode::OK, none, None, None),
            Self::Revealed(card) => (StatusCode::OK, none, None, Some(*card)),
            Self::NotDecided(status, said, problem) => (status, said, Some(problem), None),
            Self::Refused(status, problem) => (status, none, Some(problem), None),
        }
    }
}

/// The newest pending approval.
async fn next(pages: &DashboardState) -> Result<Option<ApprovalId>, PageError> {
    let filter = ApprovalFilter {
        states: vec![ApprovalState::Pending],
        ..ApprovalFilter::default()
    };
    let found = pages.gateway.approvals().list(&filter, None, 1).await;
    let found = found.map_err(|error| PageError::refused(&error))?;
    Ok(found.approvals.first().map(|approval| approval.id))
}

/// Why the user cannot decide, if so.
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
            "`{}` made this call, so someone else must approve it.",
            visitor.identity.name
        ));
    }
    None
}

pub(crate) fn parse(text: &str) -> Result<ApprovalId, PageError> {
    ApprovalId::parse(text).ok_or_else(|| PageError::no_approval(text))
}

pub(crate) fn path(id: ApprovalId) -> String {
    format!("/approvals/{id}")
}

pub(crate) async fn find(pages: &DashboardState, id: ApprovalId) -> Result<Approval, PageError> {
    let found = pages.gateway.approvals().show(id).await;
    found.map_err(|error| match error {
        EditError::Unknown(_) => PageError::no_approval(&id.to_string()),
        error => PageError::refused(&error),
    })
}
