//! The sealed, unmasked cards of approval requests, for users who may see them.

use candor_boxed::boxed;
use candor_model::{Approval, ApprovalId, ApprovalState, ChangeRecord};

use super::row::{self, ApprovalColumns};
use crate::{Store, StoreResult};

/// The result of revealing a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RevealOutcome {
    /// The sealed card. Reading it was recorded.
    Sealed(String),
    /// No unmasked card is stored, or not any more; this is the state of the request.
    Nothing(Box<Approval>),
    /// There is no such request.
    Unknown,
}

impl Store {
    /// Reads the sealed card of a pending request and records who did, in one transaction, so that
    /// neither happens without the other.
    #[boxed]
    pub async fn reveal_approval(
        &self,
        id: ApprovalId,
        now_micros: i64,
        record: &ChangeRecord,
    ) -> StoreResult<RevealOutcome> {
        let mut write = self.uncounted("reveal a call").await?;
        let key = [id.to_string().into()];
        let Some(found) = write.one::<ApprovalColumns>(row::ONE, &key).await? else {
            return Ok(RevealOutcome::Unknown);
        };
        let mut approval = found.read()?;
        approval.state = approval.state_at(now_micros);
        let query = "SELECT sealed FROM approvals WHERE id = $1 AND state = 'pending'";
        let sealed: Option<(Option<String>,)> = write.one(query, &key).await?;
        let sealed = sealed.and_then(|(sealed,)| sealed);
        let Some(sealed) = sealed.filter(|_| approval.state == ApprovalState::Pending) else {
            return Ok(RevealOutcome::Nothing(Box::new(approval)));
        };
        write.commit_one(record).await?;
        Ok(RevealOutcome::Sealed(sealed))
    }
}
