//! What a link leads to that was sent to somebody who need not be known here.
//!
//! Looking changes nothing, so that it does no harm if a mail program or a chat looks first. The
//! link answers for one call, or for the same call again, and only as long as nobody has
//! answered; from then on it shows what became of the call, and nothing of what was in it.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_gateway::{ApprovalLink, ApprovalLinkError};
use candor_model::{Approval, ChangeAuthor, ChangeChannel};
use http::StatusCode;

use crate::approvals::card_view::ApprovalCardView;
use crate::approvals::decide::rejection;
use crate::approvals::decision_form::DecisionForm;
use crate::approvals::decision_panel::{DecisionPanel, ScopeLimit};
use crate::approvals::decision_summary::DecisionSummary;
use candor_dashboard_kit::DashboardState;
use candor_dashboard_kit::csrf::{self, CsrfKey};
use candor_dashboard_kit::form::SubmittedForm;
use candor_dashboard_kit::layout::{PageLayout, render_page, see_other};
use candor_dashboard_kit::page_error::PageError;
use candor_dashboard_kit::path_segment::PathSegment;

/// The longest link that can be one of ours, in bytes.
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

/// `GET /a/{link}`
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    PathSegment(sealed): PathSegment,
) -> Result<Response, PageError> {
    let (approval, link) = open(&pages, &sealed).await?;
    draw(&sealed, &link, &approval, StatusCode::OK, None)
}

/// `POST /a/{link}`
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
    let desk = pages.gateway.approvals();
    let Err(error) = desk.decide(approval.id, answer, author).await else {
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
            "This link is not whole",
            "It was changed or cut short on its way, or it is not one of ours.",
        )
        .and("Open it again from where it was sent to you, and see that all of it is taken.")
    };
    if sealed.len() > MAX {
        return Err(forged());
    }
    let opened = pages.gateway.approvals().open_link(sealed).await;
    opened.map_err(|error| match error {
        ApprovalLinkError::Forged => forged(),
        ApprovalLinkError::Gone => PageError::new(
            StatusCode::GONE,
            "This link is too old",
            "The call that it is about is not kept any more.",
        ),
        ApprovalLinkError::Seal(error) => PageError::failed(&error),
        ApprovalLinkError::Store(error) => PageError::failed(&error),
    })
}
