//! Public approval links, for approvers who need not sign in.
//!
//! `GET` changes nothing, so link previews do no harm. A link approves one call, or the same call
//! again, and only while the approval is pending. Afterwards it shows the decision without the
//! details of the call.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    DashboardState, PageError, PageLayout, PathSegment, SubmittedForm,
    csrf::{self, CsrfKey},
    render_page, see_other,
};
use candor_gateway::{ApprovalLink, ApprovalLinkError};
use candor_model::{Approval, ChangeAuthor, ChangeChannel};
use http::StatusCode;

use crate::card_view::ApprovalCardView;
use crate::decide::rejection;
use crate::decision_form::DecisionForm;
use crate::decision_panel::{DecisionPanel, ScopeLimit};
use crate::decision_summary::DecisionSummary;

/// The longest valid link, in bytes.
const MAX: usize = 4_000;

#[derive(Template)]
#[template(path = "link.html")]
struct ApprovalLinkPage {
    frame: PageLayout,
    shown: ApprovalCardView,
    outcome: Option<DecisionSummary>,
    choices: Option<DecisionPanel>,
    problem: Option<String>,
}

/// `GET /a/{link}`: shows a call to the holder of an approval link.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    PathSegment(sealed): PathSegment,
) -> Result<Response, PageError> {
    let (approval, link) = open(&pages, &sealed).await?;
    draw(&sealed, &link, &approval, StatusCode::OK, None)
}

/// `POST /a/{link}`: approves or denies a call with an approval link.
pub(crate) async fn decide(
    State(pages): State<DashboardState>,
    PathSegment(sealed): PathSegment,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let (approval, link) = open(&pages, &sealed).await?;
    let here = path(&sealed);
    let given = form.get(csrf::NAME).unwrap_or_default();
    if !CsrfKey::of(&sealed).admits(&here, &link.to, &given) {
        return Err(PageError::stale_form(&here));
    }
    let said = DecisionForm::of(&form);
    let answer = said.answer(&form, ScopeLimit::Narrow)?;
    let author = ChangeAuthor {
        name: format!("link to {}", link.to),
        channel: ChangeChannel::Link,
        why: said.why.clone(),
    };
    let approvals = pages.gateway.approvals();
    let Err(error) = approvals.decide(approval.id, answer, author).await else {
        return Ok(see_other(&here));
    };
    let (status, sentence) = rejection(&error, &approval.id.to_string())?;
    let (approval, link) = open(&pages, &sealed).await?;
    draw(&sealed, &link, &approval, status, Some((said, sentence)))
}

fn draw(
    sealed: &str,
    link: &ApprovalLink,
    approval: &Approval,
    status: StatusCode,
    sent: Option<(DecisionForm, String)>,
) -> Result<Response, PageError> {
    let shown = ApprovalCardView::of(approval)?;
    let outcome = DecisionSummary::of(approval);
    let (said, problem) = sent.unzip();
    let said = said.unwrap_or_default();
    let choices = outcome.is_none().then(|| {
        let to = path(sealed);
        let field = CsrfKey::of(sealed).value(&to, &link.to);
        DecisionPanel::of(approval, &shown, ScopeLimit::Narrow, to, field, &said)
    });
    let view = ApprovalLinkPage {
        frame: PageLayout::bare(shown.name()),
        shown,
        outcome,
        choices,
        problem,
    };
    Ok(render_page(status, &view))
}

fn path(sealed: &str) -> String {
    format!("/a/{sealed}")
}

async fn open(pages: &DashboardState, sealed: &str) -> Result<(Approval, ApprovalLink), PageError> {
    let forged = || {
        PageError::new(
            StatusCode::NOT_FOUND,
            "Invalid link",
            "The link is incomplete or was changed, or this gateway did not create it.",
        )
        .and("Open it again from the original message and make sure that it is complete.")
    };
    if sealed.len() > MAX {
        return Err(forged());
    }
    let opened = pages.gateway.approvals().open_link(sealed).await;
    opened.map_err(|error| match error {
        ApprovalLinkError::Forged => forged(),
        ApprovalLinkError::Gone => PageError::new(
            StatusCode::GONE,
            "This link has expired",
            "Its call is no longer stored.",
        ),
        ApprovalLinkError::Seal(error) => PageError::failed(&error),
        ApprovalLinkError::Store(error) => PageError::failed(&error),
    })
}
