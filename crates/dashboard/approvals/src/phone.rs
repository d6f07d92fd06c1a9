//! A QR code for a pending call, with which its approver answers on a phone.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PageLayout, PathSegment, SiteSection, render_page,
    to_sentence,
};
use candor_gateway::{AnswerLinkError, DecideError};
use candor_model::{ApprovalId, Role};
use candor_qr::QrModules;
use http::StatusCode;

use crate::TABS;
use crate::card_view::ApprovalCardView;
use crate::decision_summary::DecisionSummary;
use crate::show::{find, parse, path};

#[derive(Template)]
#[template(path = "phone.html")]
struct PhonePage {
    frame: PageLayout,
    /// The page of the approval.
    back: String,
    shown: ApprovalCardView,
    /// The recorded author of the decision.
    who: String,
    outcome: Option<DecisionSummary>,
    code: Option<LinkCode>,
    /// Why there is no code for a call that is pending.
    closed: Option<String>,
}

/// A link, and how a camera reads it.
struct LinkCode {
    url: String,
    /// The width and height in modules.
    size: usize,
    /// The dark modules, as the data of an SVG path.
    dark: String,
}

/// `GET /approvals/{id}/phone`: shows the code that opens a call on a phone.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    PathSegment(id): PathSegment,
    visitor: CurrentUser,
) -> Result<Response, PageError> {
    let id = parse(&id)?;
    visitor.needs(Role::Approver, &phone_path(id))?;
    let approval = find(&pages, id).await?;
    let made = pages.gateway.approvals();
    let made = made.answer_link(id, &visitor.identity).await;
    let (code, closed) = match made {
        Ok(link) => code(link.url),
        Err(error) => (None, reason(&error)?),
    };
    let shown = ApprovalCardView::of(&approval)?;
    let view = PhonePage {
        frame: PageLayout::of("Decide on a phone", SiteSection::Approvals, &visitor)
            .beside("", &TABS),
        back: path(id),
        shown,
        who: visitor.identity.name.clone(),
        outcome: DecisionSummary::of(&approval),
        code,
        closed,
    };
    Ok(render_page(StatusCode::OK, &view))
}

/// The path of the page.
pub(crate) fn phone_path(id: ApprovalId) -> String {
    format!("{}/phone", path(id))
}

/// The code for a link, or why there is none.
fn code(url: String) -> (Option<LinkCode>, Option<String>) {
    match QrModules::of(&url) {
        Ok(modules) => {
            let code = LinkCode {
                url,
                size: modules.size(),
                dark: modules.svg_path(),
            };
            (Some(code), None)
        }
        Err(error) => (None, Some(to_sentence(&error.to_string()))),
    }
}

/// Why there is no link. `None` for a decided call, whose page shows the outcome.
fn reason(error: &AnswerLinkError) -> Result<Option<String>, PageError> {
    match error {
        AnswerLinkError::Decide(DecideError::Already(_)) => Ok(None),
        AnswerLinkError::Decide(DecideError::Store(error)) => Err(PageError::failed(error)),
        AnswerLinkError::Link(error) => Err(PageError::failed(error)),
        AnswerLinkError::Decide(_)
        | AnswerLinkError::NoAddress
        | AnswerLinkError::ThisMachineOnly(_) => Ok(Some(to_sentence(&error.to_string()))),
    }
}
