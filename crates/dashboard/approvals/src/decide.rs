//! Deciding on the page of an approval.

use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PathSegment, SubmittedForm, see_other,
};
use candor_gateway::DecideError;
use candor_model::Role;
use http::StatusCode;

use crate::decision_form::DecisionForm;
use crate::decision_panel::ScopeLimit;
use crate::show::{ApprovalReply, draw, find, parse, path};

/// `POST /approvals/{id}`: approves or denies a call from its own page.
pub(crate) async fn decide(
    State(pages): State<DashboardState>,
    PathSegment(id): PathSegment,
    visitor: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let id = parse(&id)?;
    let here = path(id);
    visitor.check(&here, &form)?;
    visitor.needs(Role::Approver, &here)?;
    let said = DecisionForm::of(&form);
    let answer = said.answer(&form, ScopeLimit::Full)?;
    let author = visitor.author(said.why.clone());
    let approvals = pages.gateway.approvals();
    let Err(error) = approvals.decide(id, answer, author).await else {
        return Ok(see_other(&here));
    };
    let (status, sentence) = rejection(&error, &id.to_string())?;
    let approval = find(&pages, id).await?;
    let reply = ApprovalReply::NotDecided(status, said, sentence);
    draw(&pages, &visitor, &approval, reply).await
}

/// The status and message of a decision that was refused.
pub(crate) fn rejection(error: &DecideError, id: &str) -> Result<(StatusCode, String), PageError> {
    let status = match error {
        DecideError::Unknown(_) => return Err(PageError::no_approval(id)),
        DecideError::Store(error) => return Err(PageError::failed(error)),
        DecideError::Already(_) => StatusCode::CONFLICT,
        DecideError::Own(_) | DecideError::OutOfBand => StatusCode::FORBIDDEN,
        DecideError::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
    };
    Ok((status, format!("Your decision was not saved: {error}.")))
}
