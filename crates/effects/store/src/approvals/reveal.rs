//! What a question's card masks, sealed, for users who may see it.

use candor_boxed::boxed;
use candor_model::{Approval, ApprovalId, ApprovalState, ChangeRecord};

use super::row::{self, ApprovalColumns};
use crate::{Store, StoreResult};

/// What there is to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RevealOutcome {
    /// The sealed card. That it was read is written down.
    Sealed(String),
    /// Nothing is kept of this question, or nothing any more. This is how it stands.
    Nothing(Box<Approval>),
    /// There is no such question.
    Unknown,
}

impl Store {
    /// Reads the sealed card of a question that waits, and writes down who does, in one
    /// transaction: nobody reads it without a record, and there is no record of what was not read.
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
