//! Somebody answers on the page of a question. The desk decides whether it counts.

use axum::extract::State;
use axum::response::Response;
use candor_gateway::DecideError;
use candor_model::Role;
use http::StatusCode;

use crate::approvals::answer::Said;
use crate::approvals::choices::Reach;
use crate::approvals::show::{draw, find, parse, path};
use candor_frame::Pages;
use candor_frame::form::Form;
use candor_frame::frame::see;
use candor_frame::segment::Segment;
use candor_frame::visitor::Visitor;
use candor_frame::wrong::Wrong;

/// `POST /approvals/{id}`
pub(crate) async fn decide(
    State(pages): State<Pages>,
    Segment(id): Segment,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Wrong> {
    let id = parse(&id)?;
    let here = path(id);
    visitor.check(&here, &form)?;
    visitor.needs(Role::Approver, &here)?;
    let said = Said::of(&form);
    let answer = said.answer(&form, Reach::Full)?;
    let author = visitor.author(said.why.clone());
    let desk = pages.gateway.approvals();
    let Err(error) = desk.decide(id, answer, author).await else {
        return Ok(see(&here));
    };
    let (status, sentence) = judge(&error, &id.to_string())?;
    let approval = find(&pages, id).await?;
    draw(&pages, &visitor, &approval, status, Some((said, sentence))).await
}

/// What is said on the page of a question whose answer did not count.
pub(super) fn judge(error: &DecideError, id: &str) -> Result<(StatusCode, String), Wrong> {
    let status = match error {
        DecideError::Unknown(_) => return Err(Wrong::no_approval(id)),
        DecideError::Store(error) => return Err(Wrong::failed(error)),
        DecideError::Already(_) => StatusCode::CONFLICT,
        DecideError::Own(_) | DecideError::OutOfBand => StatusCode::FORBIDDEN,
        DecideError::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
    };
    Ok((status, format!("Your answer did not count: {error}.")))
}
