//! Performs the effects of the screen.

use candor_gateway::{DecideError, Gateway};
use candor_model::{Approval, ApprovalState, ChangeAuthor};
use candor_store::ApprovalFilter;

use super::screen::{AnswerOutcome, MOST, ScreenEffect, ScreenEvent};
use crate::author::current_author;
use crate::timestamp;

/// So many bytes of cards are held at once.
const BYTES: usize = 32 << 20;
/// How many questions are read at once.
const PAGE: usize = 100;

/// Performs an effect and returns the event that it leads to.
pub(super) async fn perform(effect: ScreenEffect, gateway: &Gateway) -> ScreenEvent {
    match effect {
        ScreenEffect::Decide { id, answer, why } => {
            let author = ChangeAuthor {
                why,
                ..current_author()
            };
            let decided = gateway.approvals().decide(id, answer, author).await;
            ScreenEvent::Decided(match decided {
                Ok(approval) => AnswerOutcome::Now(approval),
                Err(DecideError::Already(approval)) => AnswerOutcome::Before(approval),
                Err(error) => AnswerOutcome::Not(error.to_string()),
            })
        }
        ScreenEffect::Reread => waiting(gateway).await,
        ScreenEffect::ReadStanding => standing(gateway).await,
        ScreenEffect::Revoke(id) => {
            let revoked = gateway.approvals().revoke(id, current_author()).await;
            match revoked {
                Ok(()) => standing(gateway).await,
                Err(error) => ScreenEvent::Failed(error.to_string()),
            }
        }
        ScreenEffect::Quit => ScreenEvent::Resized,
    }
}

/// What waits now: as many as can be shown, the newest if there are more.
pub(super) async fn waiting(gateway: &Gateway) -> ScreenEvent {
    match read(gateway).await {
        Ok((approvals, more)) => ScreenEvent::Waiting { approvals, more },
        Err(error) => ScreenEvent::Failed(error.to_string()),
    }
}

async fn read(gateway: &Gateway) -> Result<(Vec<Approval>, bool), candor_gateway::EditError> {
    let filter = ApprovalFilter {
        states: vec![ApprovalState::Pending],
        ..ApprovalFilter::default()
    };
    let mut approvals: Vec<Approval> = Vec::new();
    let mut bytes = 0;
    let mut before = None;
    loop {
        let room = MOST.saturating_sub(approvals.len()).min(PAGE);
        let page = gateway.approvals().list(&filter, before, room).await?;
        let now = timestamp::now();
        for approval in page.approvals {
            if approval.state_at(now) == ApprovalState::Pending {
                bytes += approval.card.len();
                approvals.push(approval);
            }
        }
        before = page.next;
        if before.is_none() || approvals.len() >= MOST || bytes > BYTES {
            return Ok((approvals, before.is_some()));
        }
    }
}

async fn standing(gateway: &Gateway) -> ScreenEvent {
    match gateway.approvals().grants().await {
        Ok(grants) => ScreenEvent::Standing(grants),
        Err(error) => ScreenEvent::Failed(error.to_string()),
    }
}
