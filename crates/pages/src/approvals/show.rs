//! One call: everything there is to know before somebody decides about it.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_gateway::DeskError;
use candor_model::{Approval, ApprovalId, ApprovalState, Role};
use candor_store::ApprovalFilter;
use http::StatusCode;

use crate::approvals::BESIDE;
use crate::approvals::answer::Said;
use crate::approvals::choices::{Choices, Reach};
use crate::approvals::outcome::Outcome;
use crate::approvals::shown_card::ShownCard;
use candor_frame::Pages;
use candor_frame::clock::now_micros;
use candor_frame::frame::{Frame, Section, page};
use candor_frame::query;
use candor_frame::segment::Segment;
use candor_frame::visitor::Visitor;
use candor_frame::wrong::Wrong;

#[derive(Template)]
#[template(path = "approval.html")]
struct View {
    frame: Frame,
    shown: ShownCard,
    outcome: Option<Outcome>,
    choices: Option<Choices>,
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
    State(pages): State<Pages>,
    Segment(id): Segment,
    visitor: Visitor,
) -> Result<Response, Wrong> {
    let id = parse(&id)?;
    visitor.needs(Role::Viewer, &path(id))?;
    let approval = find(&pages, id).await?;
    draw(&pages, &visitor, &approval, StatusCode::OK, None).await
}

/// The page of a question, after something was sent that did not count, or not.
pub(super) async fn draw(
    pages: &Pages,
    visitor: &Visitor,
    approval: &Approval,
    status: StatusCode,
    sent: Option<(Said, String)>,
) -> Result<Response, Wrong> {
    let shown = ShownCard::of(approval)?.led(approval);
    let pending = approval.state_at(now_micros()) == ApprovalState::Pending;
    let closed = closed(pages, visitor, approval).filter(|_| pending);
    let (said, problem) = sent.unzip();
    let said = said.unwrap_or_default();
    let choices = (pending && closed.is_none()).then(|| {
        let to = path(approval.id);
        let field = visitor.field(&to);
        Choices::of(approval, &shown, Reach::Full, to, field, &said)
    });
    let next = if pending { None } else { next(pages).await? };
    let view = View {
        frame: Frame::of(shown.name(), Section::Approvals, visitor).beside("", &BESIDE),
        outcome: Outcome::of(approval),
        unsent: said.why.filter(|_| choices.is_none()),
        next: next.map(path),
        made: query::with("/audit", "approval", &approval.id.to_string()),
        shown,
        choices,
        closed,
        problem,
    };
    Ok(page(status, &view))
}

/// The newest call that waits.
async fn next(pages: &Pages) -> Result<Option<ApprovalId>, Wrong> {
    let filter = ApprovalFilter {
        states: vec![ApprovalState::Pending],
        ..ApprovalFilter::default()
    };
    let found = pages.gateway.approvals().list(&filter, None, 1).await;
    let found = found.map_err(|error| Wrong::refused(&error))?;
    Ok(found.approvals.first().map(|approval| approval.id))
}

/// Why this visitor cannot decide, if they cannot.
fn closed(pages: &Pages, visitor: &Visitor, approval: &Approval) -> Option<String> {
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

pub(super) fn parse(text: &str) -> Result<ApprovalId, Wrong> {
    ApprovalId::parse(text).ok_or_else(|| Wrong::no_approval(text))
}

pub(super) fn path(id: ApprovalId) -> String {
    format!("/approvals/{id}")
}

pub(super) async fn find(pages: &Pages, id: ApprovalId) -> Result<Approval, Wrong> {
    let found = pages.gateway.approvals().show(id).await;
    found.map_err(|error| match error {
        DeskError::Unknown(_) => Wrong::no_approval(&id.to_string()),
        error => Wrong::refused(&error),
    })
}
