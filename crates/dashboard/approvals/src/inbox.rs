//! Pending approvals, newest first, each with a form to decide it.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, CursorPager, DashboardState, PageError, PageLayout, ROWS, SiteSection,
    SubmittedForm, now_micros, query, render_page, see_other,
};
use candor_gateway::records::ApprovalFilter;
use candor_model::{Approval, ApprovalAnswer, ApprovalId, ApprovalState, Role};
use http::{StatusCode, Uri};

use crate::TABS;
use crate::cursor::before;
use crate::decide::rejection;
use crate::decision_form::DecisionForm;
use crate::decision_panel::ScopeLimit;
use crate::inbox_row::{InboxActions, InboxRow};
use crate::show::parse;

/// The path of the list and its forms.
pub(crate) const PATH: &str = "/approvals";

#[derive(Template)]
#[template(path = "inbox.html")]
struct ApprovalInboxPage {
    frame: PageLayout,
    rows: Vec<InboxRow>,
    /// The number of pending approvals on all pages.
    count: u64,
    /// The CSRF token.
    field: String,
    /// Why the user cannot decide.
    lacks: Option<String>,
    problem: Option<String>,
    /// Whether a decision was just made, so that the next approval gets the focus.
    answered: bool,
    trail: CursorPager,
}

/// `GET /approvals`: lists the pending calls.
pub(crate) async fn list(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    visitor.needs(Role::Viewer, PATH)?;
    let done = query::get(&uri, "done");
    let done = done.as_deref().and_then(|word| match word {
        "approved" => Some("Call approved."),
        "denied" => Some("Call denied."),
        _ => None,
    });
    let frame = frame(&visitor).done(done);
    let before = before(&uri, PATH)?;
    draw(&pages, &visitor, frame, before, None).await
}

/// `POST /approvals`: approves or denies a call from the list.
pub(crate) async fn answer(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    visitor.check(PATH, &form)?;
    visitor.needs(Role::Approver, PATH)?;
    let id = parse(&form.get("id").unwrap_or_default())?;
    // Wider scopes are chosen on the page of the approval.
    let answer = DecisionForm::default().answer(&form, ScopeLimit::Narrow)?;
    let done = match answer {
        ApprovalAnswer::Approve(_) => "approved",
        ApprovalAnswer::Deny => "denied",
    };
    let approvals = pages.gateway.approvals();
    let Err(error) = approvals.decide(id, answer, visitor.author(None)).await else {
        return Ok(see_other(&query::with(PATH, "done", done)));
    };
    let problem = rejection(&error, &id.to_string())?;
    draw(&pages, &visitor, frame(&visitor), None, Some(problem)).await
}

fn frame(visitor: &CurrentUser) -> PageLayout {
    PageLayout::of("Pending approvals", SiteSection::Approvals, visitor).beside(PATH, &TABS)
}

async fn draw(
    pages: &DashboardState,
    visitor: &CurrentUser,
    frame: PageLayout,
    before: Option<ApprovalId>,
    problem: Option<(StatusCode, String)>,
) -> Result<Response, PageError> {
    let filter = ApprovalFilter {
        states: vec![ApprovalState::Pending],
        ..ApprovalFilter::default()
    };
    let found = pages.gateway.approvals().list(&filter, before, ROWS).await;
    let found = found.map_err(|error| PageError::refused(&error))?;
    // Expired approvals are not pending, even if the store has not marked them yet.
    let now = now_micros();
    let open = |one: &&Approval| one.state_at(now) == ApprovalState::Pending;
    let rows = found.approvals.iter().filter(open);
    let may = visitor.identity.may(Role::Approver);
    let (status, problem) = problem.unzip();
    let older = found.next.map(|next| next.to_string());
    let older = older.map(|older| query::with(PATH, "before", &older));
    let rows: Vec<_> = rows.map(|one| InboxRow::of(pages, visitor, one)).collect();
    let here = rows.len() as u64;
    let view = ApprovalInboxPage {
        count: match older {
            Some(_) => visitor.waiting.max(here),
            None => here,
        },
        rows,
        field: visitor.field(PATH),
        lacks: (!may).then(|| visitor.lacks(Role::Approver)),
        answered: frame.done.is_some() || problem.is_some(),
        frame,
        problem,
        trail: CursorPager::new(PATH, before.is_none(), older)
            .also("/approvals/decided", "Decided calls"),
    };
    Ok(render_page(status.unwrap_or(StatusCode::OK), &view))
}
