//! Deletion of old calls.

use candor_boxed::boxed;

use super::{
    append::{OpenBlock, copied},
    block::BlockBody,
};
use crate::{Store, StoreResult, sql::number};

/// The number of blocks deleted per statement, so that the write lock is held only briefly.
const PRUNE_BLOCKS: i64 = 64;

const DELETE: &str = "DELETE FROM call_blocks WHERE id IN \
     (SELECT id FROM call_blocks WHERE last_micros < $1 LIMIT $2) RETURNING calls";
const DELETE_ONE: &str = "DELETE FROM call_blocks WHERE id = $1 AND version = $2";
const OVERLAPPING: &str = "SELECT id, version, calls FROM call_blocks WHERE first_micros < $1";

impl Store {
    /// Deletes the calls that arrived before a moment, in batches; returns how many.
    #[boxed]
    pub async fn prune_calls(&self, before_micros: i64) -> StoreResult<u64> {
        let mut pruned = 0;
        loop {
            let values = [before_micros.into(), PRUNE_BLOCKS.into()];
            let deleted: Vec<(i64,)> = self.rows("prune calls", DELETE, &values).await?;
            if deleted.is_empty() {
                break;
            }
            let counts = deleted.iter().map(|(calls,)| number(*calls));
            pruned = counts.fold(pruned, u64::saturating_add);
        }
        // The remaining blocks contain newer calls as well.
        let values = [before_micros.into()];
        let blocks: Vec<(String, i64, i64)> =
            self.rows("prune calls", OVERLAPPING, &values).await?;
        for (id, version, calls) in blocks {
            let count = self.prune_block(id, version, calls, before_micros).await?;
            pruned = pruned.saturating_add(count);
        }
        Ok(pruned)
    }

    /// Removes the older calls from a block. A block changed by another process is left for the
    /// next run.
    async fn prune_block(
        &self,
        id: String,
        version: i64,
        calls: i64,
        before_micros: i64,
    ) -> StoreResult<u64> {
        let mut write = self.uncounted("prune calls").await?;
        let Some(body) = write.block_body(&id).await? else {
            return Ok(0);
        };
        let body = BlockBody::read(&id, &body)?;
        let writer = copied(&body, |call| call.at_micros >= before_micros)?;
        let left = writer.count() as u64;
        let written = if left == 0 {
            let values = [id.as_str().into(), version.into()];
            write.execute(DELETE_ONE, &values).await? > 0
        } else {
            let mut block = OpenBlock {
                id: id.clone(),
                version,
                writer,
            };
            write.replace_block(&mut block).await?
        };
        if !written {
            return Ok(0);
        }
        write.commit(&[]).await?;
        Ok(number(calls).saturating_sub(left))
    }
}
