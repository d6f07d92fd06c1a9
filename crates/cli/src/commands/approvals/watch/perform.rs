//! What the screen wants done, and what comes of it.

use candor_gateway::{DecideError, Gateway};
use candor_model::{Approval, ApprovalState, Author};
use candor_store::ApprovalFilter;

use super::screen::{Decided, Effect, Event, MOST};
use crate::author::whoever;
use crate::when;

/// So many bytes of cards are held at once.
const BYTES: usize = 32 << 20;
/// How many questions are read at once.
const PAGE: usize = 100;

/// Does it.
pub(super) async fn perform(effect: Effect, gateway: &Gateway) -> Event {
    match effect {
        Effect::Decide { id, answer, why } => {
            let author = Author { why, ..whoever() };
            let decided = gateway.approvals().decide(id, answer, author).await;
            Event::Decided(match decided {
                Ok(approval) => Decided::Now(approval),
                Err(DecideError::Already(approval)) => Decided::Before(approval),
                Err(error) => Decided::Not(error.to_string()),
            })
        }
        Effect::Reread => waiting(gateway).await,
        Effect::ReadStanding => standing(gateway).await,
        Effect::Revoke(id) => {
            let revoked = gateway.approvals().revoke(id, whoever()).await;
            match revoked {
                Ok(()) => standing(gateway).await,
                Err(error) => Event::Failed(error.to_string()),
            }
        }
        Effect::Quit => Event::Resized,
    }
}

/// What waits now: as many as can be shown, the newest if there are more.
pub(super) async fn waiting(gateway: &Gateway) -> Event {
    match read(gateway).await {
        Ok((approvals, more)) => Event::Waiting { approvals, more },
        Err(error) => Event::Failed(error.to_string()),
    }
}

async fn read(gateway: &Gateway) -> Result<(Vec<Approval>, bool), candor_gateway::DeskError> {
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
        let now = when::now();
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

async fn standing(gateway: &Gateway) -> Event {
    match gateway.approvals().grants().await {
        Ok(grants) => Event::Standing(grants),
        Err(error) => Event::Failed(error.to_string()),
    }
}
