//! Expiry of requests, and pruning of old ones.

use candor_boxed::boxed;
use candor_model::ApprovalId;

use crate::{Store, StoreError, StoreResult, counter::RevisionCounter, row_label::RowLabel};

/// The number of requests marked per transaction, so that the lock is held only briefly.
const BATCH: i64 = 1000;

impl Store {
    /// Marks up to 1,000 expired requests, earliest first, and returns their ids. Changes nothing
    /// if none is due, so callers can repeat it until the result is empty.
    #[boxed]
    pub async fn expire_approvals(&self, now_micros: i64) -> StoreResult<Vec<ApprovalId>> {
        // Usually nothing is due; checking first avoids waiting for other writers.
        let next = self.next_expiry().await?;
        if next.is_none_or(|next| next > now_micros) {
            return Ok(Vec::new());
        }
        let mut write = self.write_ledger("expire approvals").await?;
        let before = write.version() - 1;
        // Each gets its own version, so that a reader can page by version.
        let statement = "WITH due AS \
             (SELECT due_id, row_number() OVER (ORDER BY due_at, due_id) AS place \
             FROM (SELECT id AS due_id, expires_micros AS due_at FROM approvals \
             WHERE state IN ('pending', 'approved') AND expires_micros <= $1 \
             ORDER BY expires_micros, id LIMIT $2) AS soonest) \
             UPDATE approvals SET state = 'expired', version = $3 + due.place, sealed = NULL \
             FROM due WHERE id = due.due_id RETURNING id";
        let values = [now_micros.into(), BATCH.into(), before.into()];
        let marked: Vec<(String,)> = write.rows(statement, &values).await?;
        let Some(further) = marked.len().checked_sub(1) else {
            return Ok(Vec::new());
        };
        let further = i64::try_from(further).unwrap_or(i64::MAX);
        write.count(RevisionCounter::Ledger, further).await?;
        write.commit(&[]).await?;
        // A request whose id cannot be parsed is marked all the same; no call waits for it.
        let read = |(id,): (String,)| {
            let warn = |error: &StoreError| tracing::warn!("an approval has expired: {error}");
            let read = RowLabel::new("approval", &id).word("id", &id, ApprovalId::parse);
            read.inspect_err(warn).ok()
        };
        Ok(marked.into_iter().filter_map(read).collect())
    }

    /// When the next pending request or unused approval expires.
    #[boxed]
    pub async fn next_expiry(&self) -> StoreResult<Option<i64>> {
        // One index lookup per state.
        let query = "SELECT MIN(soonest) FROM (\
             SELECT MIN(expires_micros) AS soonest FROM approvals WHERE state = 'pending' \
             UNION ALL \
             SELECT MIN(expires_micros) AS soonest FROM approvals WHERE state = 'approved'\
             ) AS open";
        let task = "look up the next expiry";
        let next: Option<(Option<i64>,)> = self.one(task, query, &[]).await?;
        Ok(next.and_then(|(next,)| next))
    }

    /// Deletes finished requests that expired before a moment, in batches; returns how many. No
    /// follower needs to know, so the revision stays the same.
    #[boxed]
    pub async fn prune_approvals(&self, before_micros: i64) -> StoreResult<u64> {
        let statement = "DELETE FROM approvals WHERE id IN (SELECT id FROM approvals \
                         WHERE state IN ('denied', 'expired', 'consumed', 'abandoned') \
                         AND expires_micros < $1 LIMIT $2)";
        self.prune("prune approvals", statement, before_micros)
            .await
    }
}
