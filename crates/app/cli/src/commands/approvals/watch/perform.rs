//! Performs the effects of the screen.

use candor_model::Approval;

use super::screen::{AnswerOutcome, MOST, ScreenEffect, ScreenEvent};
use crate::commands::approvals::client::{ApprovalsClient, ApprovalsQuery, DecisionFailure};
use crate::prelude::CommandResult;

/// The maximum total size of loaded cards, in bytes.
const BYTES: usize = 32 << 20;
/// The number of approvals read per query.
const PAGE: usize = 100;

/// Performs an effect and returns the event that it leads to.
pub(super) async fn perform(effect: ScreenEffect, client: &ApprovalsClient) -> ScreenEvent {
    match effect {
        ScreenEffect::Decide { id, answer, why } => {
            let decided = client.decide(id, answer, why).await;
            ScreenEvent::Decided(match decided {
                Ok(approval) => AnswerOutcome::Now(approval),
                Err(DecisionFailure::Already { approval, .. }) => AnswerOutcome::Before(approval),
                Err(DecisionFailure::Invalid(sentence)) => AnswerOutcome::Not(sentence),
                Err(DecisionFailure::Other(failure)) => AnswerOutcome::Not(failure.to_string()),
            })
        }
        ScreenEffect::Reread => waiting(client).await,
        ScreenEffect::ReadStanding => standing(client).await,
        ScreenEffect::Revoke(id) => match client.revoke(id, None).await {
            Ok(()) => standing(client).await,
            Err(error) => ScreenEvent::Failed(error.to_string()),
        },
        ScreenEffect::Notify(_) | ScreenEffect::Quit => ScreenEvent::Resized,
    }
}

/// The pending approvals, as many as can be shown, newest first.
pub(super) async fn waiting(client: &ApprovalsClient) -> ScreenEvent {
    match read(client).await {
        Ok((approvals, more)) => ScreenEvent::Waiting { approvals, more },
        Err(error) => ScreenEvent::Failed(error.to_string()),
    }
}

async fn read(client: &ApprovalsClient) -> CommandResult<(Vec<Approval>, bool)> {
    let pending = ApprovalsQuery::pending();
    let mut approvals: Vec<Approval> = Vec::new();
    let mut bytes = 0;
    let mut before = None;
    loop {
        let room = MOST.saturating_sub(approvals.len()).min(PAGE);
        let page = client.list(&pending, before, room).await?;
        bytes += page
            .approvals
            .iter()
            .map(|one| one.card.len())
            .sum::<usize>();
        approvals.extend(page.approvals);
        before = page.next;
        if before.is_none() || approvals.len() >= MOST || bytes > BYTES {
            return Ok((approvals, before.is_some()));
        }
    }
}

async fn standing(client: &ApprovalsClient) -> ScreenEvent {
    match client.grants().await {
        Ok(grants) => ScreenEvent::Standing(grants),
        Err(error) => ScreenEvent::Failed(error.to_string()),
    }
}
