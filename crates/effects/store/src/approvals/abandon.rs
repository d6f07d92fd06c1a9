//! Questions whose callers have all gone.
//!
//! A question counts the calls that can use its answer. A call whose client waits on the line is
//! counted until the client goes away; one whose client comes back for the answer stays counted.

use candor_boxed::boxed;
use candor_model::{Approval, ApprovalId};

use super::row::{self, ApprovalColumns};
use crate::{Store, StoreResult, write::WriteTransaction};

impl Store {
    /// One of the callers of a question has gone. If nobody is left who could use the answer, the
    /// question ends, and is returned as it then stands. One that was decided or whose time is over
    /// stays as it is.
    #[boxed]
    pub async fn leave_approval(
        &self,
        id: ApprovalId,
        now_micros: i64,
    ) -> StoreResult<Option<Approval>> {
        let mut write = self.write_ledger("take a caller off an approval").await?;
        let left = "UPDATE approvals SET callers = callers - 1 \
             WHERE id = $1 AND state = 'pending' AND expires_micros > $2";
        let values = [id.to_string().into(), now_micros.into()];
        if write.execute(left, &values).await? == 0 {
            return Ok(None);
        }
        // From now on it cannot be answered.
        let ended = "UPDATE approvals SET state = 'abandoned', expires_micros = $3, \
             version = $2, sealed = NULL WHERE id = $1 AND callers < 1";
        let values = [
            id.to_string().into(),
            write.revision().into(),
            now_micros.into(),
        ];
        let found: Option<ApprovalColumns> = if write.execute(ended, &values).await? == 0 {
            None
        } else {
            write.one(row::ONE, &[id.to_string().into()]).await?
        };
        write.commit(&[]).await?;
        found.map(ApprovalColumns::read).transpose()
    }
}

/// Counts one more caller of an open question.
pub(super) async fn join(write: &mut WriteTransaction<'_>, id: ApprovalId) -> StoreResult<()> {
    let statement = "UPDATE approvals SET callers = callers + 1 WHERE id = $1";
    write
        .execute(statement, &[id.to_string().into()])
        .await
        .map(drop)
}
