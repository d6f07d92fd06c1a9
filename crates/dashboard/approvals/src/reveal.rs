//! Revealing what a card masks.
//!
//! The unmasked card is only in the response to a form: no URL shows it again, and responses of
//! these pages are not cached.

use axum::extract::State;
use axum::response::Response;
use candor_card::ApprovalCard;
use candor_dashboard_kit::wording::channel_phrase;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, DisplayTime, PageError, PathSegment, SubmittedForm, now_micros,
    see_other,
};
use candor_gateway::RevealError;
use candor_model::{Approval, ApprovalId, ApprovalState, ChangeRecord, Role};
use http::StatusCode;

use crate::show::{ApprovalReply, draw, find, parse, path};

/// The form that reveals.
pub(crate) struct RevealForm {
    pub(crate) to: String,
    /// The CSRF token.
    pub(crate) field: String,
}

/// A user who has looked.
pub(crate) struct RevealLine {
    pub(crate) who: String,
    pub(crate) channel: &'static str,
    pub(crate) at: DisplayTime,
}

/// `POST /approvals/{id}/reveal`: shows masked arguments, and records that they were shown.
pub(crate) async fn reveal(
    State(pages): State<DashboardState>,
    PathSegment(id): PathSegment,
    visitor: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let id = parse(&id)?;
    let here = reveal_path(id);
    visitor.check(&here, &form)?;
    visitor.needs(Role::Approver, &path(id))?;
    let approvals = pages.gateway.approvals();
    let reply = match approvals.reveal(id, visitor.author(None)).await {
        Ok(card) => ApprovalReply::Revealed(Box::new(card)),
        Err(error) => refusal(&error, id)?,
    };
    let approval = find(&pages, id).await?;
    draw(&pages, &visitor, &approval, reply).await
}

/// `GET /approvals/{id}/reveal`: a page that was revealed and is loaded again is masked again.
pub(crate) async fn masked_again(
    PathSegment(id): PathSegment,
    _: CurrentUser,
) -> Result<Response, PageError> {
    Ok(see_other(&path(parse(&id)?)))
}

fn refusal(error: &RevealError, id: ApprovalId) -> Result<ApprovalReply, PageError> {
    let status = match error {
        RevealError::Unknown(_) => return Err(PageError::no_approval(&id.to_string())),
        RevealError::Store(error) => return Err(PageError::failed(error)),
        RevealError::Over => StatusCode::CONFLICT,
        RevealError::Sealed(_)
        | RevealError::Card(_)
        | RevealError::NotMasked
        | RevealError::NotKept => StatusCode::UNPROCESSABLE_ENTITY,
    };
    Ok(ApprovalReply::Refused(status, error.to_string()))
}

fn reveal_path(id: ApprovalId) -> String {
    format!("{}/reveal", path(id))
}

// === impl RevealForm ===

impl RevealForm {
    /// The form, where something is masked and the user may see it.
    pub(crate) fn of(
        visitor: &CurrentUser,
        approval: &Approval,
        card: &ApprovalCard,
    ) -> Option<Self> {
        let pending = approval.state_at(now_micros()) == ApprovalState::Pending;
        if !pending || !card.is_masked() || !visitor.identity.may(Role::Approver) {
            return None;
        }
        let to = reveal_path(approval.id);
        let field = visitor.field(&to);
        Some(Self { to, field })
    }
}

// === impl RevealLine ===

impl RevealLine {
    pub(crate) fn of(record: &ChangeRecord) -> Self {
        Self {
            who: record.author.name.clone(),
            channel: channel_phrase(record.author.channel),
            at: DisplayTime::seen(record.at_micros, now_micros()),
        }
    }
}
