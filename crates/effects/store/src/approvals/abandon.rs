//! Requests without remaining callers.
//!
//! A request counts the calls that can use its decision. A call with a waiting client is counted
//! until the client disconnects; a call whose client polls for the decision stays counted.

use candor_boxed::boxed;
use candor_model::{Approval, ApprovalId, ApprovalState};

use super::row::{self, ApprovalColumns};
use crate::{Store, StoreResult, sql::SqlValue};

impl Store {
    /// Removes one caller from a request. If none remains that could use the decision, the request
    /// is marked as abandoned and returned. A decided or expired request is unchanged.
    #[boxed]
    pub async fn leave_approval(
        &self,
        id: ApprovalId,
        now_micros: i64,
    ) -> StoreResult<Option<Approval>> {
        let who = id.to_string();
        let of_others = "UPDATE approvals SET callers = callers - 1 \
             WHERE id = $1 AND state = 'pending' AND callers > 1";
        // From the given moment on it can no longer be decided.
        let of_nobody = "UPDATE approvals SET state = 'abandoned', callers = 0, \
             expires_micros = $2, version = $3, sealed = NULL \
             WHERE id = $1 AND state = 'pending' AND callers < 2 AND expires_micros > $2";
        loop {
            if self
                .change_callers(of_others, &[who.as_str().into()])
                .await?
            {
                return Ok(None);
            }
            let mut write = self.write_ledger("end an approval").await?;
            let values = [
                who.as_str().into(),
                now_micros.into(),
                write.revision().into(),
            ];
            let has_ended = write.execute(of_nobody, &values).await? > 0;
            let found: Option<ApprovalColumns> =
                write.one(row::ONE, &[who.as_str().into()]).await?;
            let found = found.map(ApprovalColumns::read).transpose()?;
            if has_ended {
                write.commit(&[]).await?;
                return Ok(found);
            }
            // Another caller may have joined in the meantime.
            let is_open = |one: &Approval| one.state_at(now_micros) == ApprovalState::Pending;
            if !found.as_ref().is_some_and(is_open) {
                return Ok(None);
            }
        }
    }

    /// Adds a caller to a pending request. Returns false if it is no longer pending.
    pub(super) async fn join_approval(&self, id: ApprovalId) -> StoreResult<bool> {
        let joined =
            "UPDATE approvals SET callers = callers + 1 WHERE id = $1 AND state = 'pending'";
        self.change_callers(joined, &[id.to_string().into()]).await
    }

    /// Executes an update of the caller count and returns whether a request was changed. No
    /// follower needs the count, so the revision stays the same.
    async fn change_callers(
        &self,
        statement: &'static str,
        values: &[SqlValue<'_>],
    ) -> StoreResult<bool> {
        let mut write = self.uncounted("count the callers of an approval").await?;
        let is_changed = write.execute(statement, values).await? > 0;
        if is_changed {
            write.commit(&[]).await?;
        }
        Ok(is_changed)
    }
}
