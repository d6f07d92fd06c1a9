//! Deciding requests and consuming approvals.

use std::slice;

use candor_boxed::boxed;
use candor_model::{
    Approval, ApprovalAnswer, ApprovalGrant, ApprovalId, ApprovalState, ApprovalVerdict, CallId,
    ChangeRecord,
};

use super::{
    row::{self, ApprovalColumns},
    set_expired,
};
use crate::{
    Store, StoreResult,
    column_text::escaped,
    grants,
    row_label::{check_pattern, fit_author},
    write::WriteTransaction,
};

/// The result of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecideOutcome {
    /// The decision was recorded.
    Now(Approval),
    /// The request was already decided or had expired; this is its state.
    Before(Approval),
    /// There is no such request.
    Unknown,
}

impl Store {
    /// Decides a request. The first decision wins. Only a pending, unexpired request can be
    /// decided; an expired one is marked as expired.
    ///
    /// An approval can be used until `use_by_micros`. `grant`, the standing approval for further
    /// calls, and its history record are written in the same transaction, if and only if this
    /// decision is the one recorded. It is an error if the reason or pattern is too long or there
    /// are already [`GRANTS_MAX`](crate::GRANTS_MAX) standing approvals; the request then stays
    /// pending.
    #[boxed]
    pub async fn decide_approval(
        &self,
        id: ApprovalId,
        verdict: &ApprovalVerdict,
        use_by_micros: i64,
        grant: Option<(&ApprovalGrant, &ChangeRecord)>,
    ) -> StoreResult<DecideOutcome> {
        let verdict = as_kept(verdict)?;
        let mut write = self.write_ledger("decide about a call").await?;
        let found: Option<ApprovalColumns> = write.one(row::ONE, &[id.to_string().into()]).await?;
        let Some(row) = found else {
            return Ok(DecideOutcome::Unknown);
        };
        let mut approval = row.read()?;
        let state = approval.state_at(verdict.at_micros);
        if state != approval.state {
            set_expired(&mut write, id).await?;
            approval.state = state;
            approval.version = write.revision();
            write.commit(&[]).await?;
            return Ok(DecideOutcome::Before(approval));
        }
        if state != ApprovalState::Pending {
            return Ok(DecideOutcome::Before(approval));
        }
        let grant = grant.filter(|_| verdict.is_yes());
        answer(&mut write, &mut approval, verdict, use_by_micros).await?;
        if let Some((grant, _)) = grant {
            grants::insert(&mut write, grant).await?;
        }
        let record = grant.map(|(_, record)| slice::from_ref(record));
        write.commit(record.unwrap_or_default()).await?;
        Ok(DecideOutcome::Now(approval))
    }

    /// Uses an approval for a call. Returns true at most once, and only while the approval is
    /// usable.
    #[boxed]
    pub async fn consume_approval(
        &self,
        id: ApprovalId,
        call: CallId,
        now_micros: i64,
    ) -> StoreResult<bool> {
        let mut write = self.write_ledger("use an approval").await?;
        let values = [
            id.to_string().into(),
            call.to_string().into(),
            write.revision().into(),
            now_micros.into(),
        ];
        let statement = "UPDATE approvals SET state = 'consumed', consumed_by = $2, version = $3 \
             WHERE id = $1 AND state = 'approved' AND expires_micros > $4";
        if write.execute(statement, &values).await? == 0 {
            return Ok(false);
        }
        write.commit(&[]).await?;
        Ok(true)
    }
}

/// The verdict as it will be read back, if it is not too long.
fn as_kept(verdict: &ApprovalVerdict) -> StoreResult<ApprovalVerdict> {
    if let ApprovalAnswer::Approve(scope) = &verdict.answer {
        check_pattern(scope.pattern())?;
    }
    Ok(ApprovalVerdict {
        author: fit_author(&verdict.author)?,
        ..verdict.clone()
    })
}

/// Records the decision of a pending request, in the database and in `approval`.
async fn answer(
    write: &mut WriteTransaction<'_>,
    approval: &mut Approval,
    verdict: ApprovalVerdict,
    use_by_micros: i64,
) -> StoreResult<()> {
    let (word, pattern) = match &verdict.answer {
        ApprovalAnswer::Approve(scope) => (scope.as_str(), scope.pattern().map(escaped)),
        ApprovalAnswer::Deny => (row::DENY, None),
    };
    if verdict.is_yes() {
        approval.state = ApprovalState::Approved;
        approval.expires_micros = use_by_micros;
    } else {
        approval.state = ApprovalState::Denied;
    }
    approval.version = write.revision();
    let values = [
        approval.id.to_string().into(),
        approval.state.as_str().into(),
        approval.expires_micros.into(),
        approval.version.into(),
        word.into(),
        pattern.into(),
        verdict.author.name.as_str().into(),
        verdict.author.channel.as_str().into(),
        verdict.author.why.as_deref().into(),
        verdict.at_micros.into(),
    ];
    let statement = "UPDATE approvals SET state = $2, expires_micros = $3, version = $4, \
         answer = $5, pattern = $6, author = $7, door = $8, reason = $9, at_micros = $10, \
         sealed = NULL \
         WHERE id = $1";
    write.execute(statement, &values).await?;
    approval.verdict = Some(verdict);
    Ok(())
}
