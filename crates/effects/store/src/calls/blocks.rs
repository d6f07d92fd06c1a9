//! Iteration over the audit log's blocks, newest first.
//!
//! Calls end out of order and several processes write concurrently, so blocks overlap. They are
//! visited in descending order of their last call: once that is older than the range, so are all
//! remaining blocks.

use candor_boxed::boxed;
use candor_model::CallId;

use super::block::{BlockBody, BlockSpan, BlockSummary, CallTally, unread_block};
use crate::{
    StoreResult,
    row_label::RowLabel,
    sql::{SqlValue, column, from_row},
    write::WriteTransaction,
};

/// A block without its calls.
#[derive(Clone, Debug)]
pub(super) struct CallBlock {
    pub(super) id: String,
    pub(super) span: BlockSpan,
    pub(super) summary: BlockSummary,
}

/// What to do with a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockLook {
    /// Read its calls.
    Read,
    /// Skip its calls.
    Skip,
    /// Stop: the remaining blocks are not needed either.
    Stop,
}

impl CallBlock {
    /// The number of calls of each kind.
    pub(super) fn tallies(&self) -> impl Iterator<Item = StoreResult<CallTally<'_>>> {
        let tallies = self.summary.tallies();
        tallies.map(|tally| tally.map_err(|error| unread_block(&self.id, error)))
    }
}

/// Visits blocks, newest first.
pub(super) trait BlockVisitor: Send {
    /// Decides what to do with a block.
    fn look(&mut self, block: &CallBlock) -> StoreResult<BlockLook>;

    /// Receives the calls of a block.
    fn read(&mut self, body: &BlockBody<'_>) -> StoreResult<()>;
}

/// The blocks to visit: those that overlap all of these ranges.
#[derive(Clone, Debug)]
pub(super) struct BlockRange {
    /// The exclusive upper bound of call ids.
    before: String,
    /// The inclusive lower bound of call ids.
    from: String,
    since_micros: i64,
    /// The inclusive upper bound of arrival times.
    last_micros: i64,
}

struct CallBlockColumns {
    id: String,
    first_call: String,
    last_call: String,
    first_micros: i64,
    last_micros: i64,
    summary: Vec<u8>,
}

from_row!(CallBlockColumns:
    id, first_call, last_call, first_micros, last_micros, summary
);

const SELECT: &str = "SELECT id, first_call, last_call, first_micros, last_micros, summary \
     FROM call_blocks WHERE first_call < $1 AND last_call >= $2 AND last_micros >= $3 \
     AND first_micros <= $4 AND last_call < $5 ORDER BY last_call DESC LIMIT $6";

/// Sorts after every id.
const AFTER_ALL: &str = "~";

/// The number of blocks per query: few at first, because a page usually ends there.
const FIRST_LOOK: usize = 8;
const NEXT_LOOK: usize = 256;

impl WriteTransaction<'_> {
    /// Visits the blocks of a range until the visitor stops.
    #[boxed]
    pub(super) async fn visit_blocks(
        &mut self,
        range: &BlockRange,
        visitor: &mut dyn BlockVisitor,
    ) -> StoreResult<()> {
        let mut before = AFTER_ALL.to_owned();
        let mut most = FIRST_LOOK;
        loop {
            let values = range.values(&before, most);
            let rows: Vec<CallBlockColumns> = self.rows(SELECT, &values).await?;
            let is_last = rows.len() < most;
            for row in rows {
                before.clone_from(&row.last_call);
                let block = row.read()?;
                match visitor.look(&block)? {
                    BlockLook::Stop => return Ok(()),
                    BlockLook::Skip => {}
                    BlockLook::Read => {
                        // A block that was removed in the meantime has no calls any more.
                        if let Some(body) = self.block_body(&block.id).await? {
                            visitor.read(&BlockBody::read(&block.id, &body)?)?;
                        }
                    }
                }
            }
            if is_last {
                return Ok(());
            }
            most = NEXT_LOOK;
        }
    }

    /// The body of a block, if it exists.
    pub(super) async fn block_body(&mut self, id: &str) -> StoreResult<Option<Vec<u8>>> {
        let query = "SELECT body FROM call_bodies WHERE block = $1";
        let found: Option<(Vec<u8>,)> = self.one(query, &[id.into()]).await?;
        Ok(found.map(|(body,)| body))
    }
}

// === impl BlockRange ===

impl BlockRange {
    /// The blocks with calls before `before` that arrived within a time range; absent limits do not
    /// apply.
    pub(super) fn new(
        before: Option<CallId>,
        since_micros: Option<i64>,
        until_micros: Option<i64>,
    ) -> Self {
        Self {
            before: before.map_or_else(|| AFTER_ALL.to_owned(), |before| before.to_string()),
            from: String::new(),
            since_micros: since_micros.unwrap_or(i64::MIN),
            last_micros: until_micros.map_or(i64::MAX, |until| until.saturating_sub(1)),
        }
    }

    /// The blocks that may contain calls between two ids, both inclusive.
    pub(super) fn between(first: CallId, last: CallId) -> Self {
        Self {
            before: format!("{last}{AFTER_ALL}"),
            from: first.to_string(),
            ..Self::new(None, None, None)
        }
    }

    /// The query values for blocks whose last call precedes `before`.
    fn values<'v>(&'v self, before: &'v str, most: usize) -> [SqlValue<'v>; 6] {
        [
            self.before.as_str().into(),
            self.from.as_str().into(),
            self.since_micros.into(),
            self.last_micros.into(),
            before.into(),
            column(most as u64).into(),
        ]
    }
}

// === impl CallBlockColumns ===

impl CallBlockColumns {
    fn read(self) -> StoreResult<CallBlock> {
        let label = RowLabel::new("block of calls", &self.id);
        let summary = BlockSummary::read(self.summary);
        Ok(CallBlock {
            span: BlockSpan {
                first_call: label.word("first call", &self.first_call, CallId::parse)?,
                last_call: label.word("last call", &self.last_call, CallId::parse)?,
                first_micros: self.first_micros,
                last_micros: self.last_micros,
            },
            summary: summary.map_err(|error| unread_block(&self.id, error))?,
            id: self.id,
        })
    }
}

#[cfg(test)]
mod tests {
    use sqlx::AssertSqlSafe;

    use super::*;
    use crate::{DatabaseTarget, Store, pool::DatabasePool};

    #[tokio::test]
    async fn blocks_are_found_by_the_index_in_their_order() {
        let folder = tempfile::tempdir().unwrap();
        let target = DatabaseTarget::Sqlite(folder.path().join("candor.db"));
        let store = Store::open(&target).await.unwrap();
        let DatabasePool::Sqlite(connections) = &store.pool else {
            panic!("a file was opened");
        };
        let query = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {SELECT}"));
        let query = sqlx::query_as(query).bind("~").bind("").bind(0_i64);
        let query = query.bind(1_i64).bind("~").bind(8_i64);
        let steps: Vec<(i64, i64, i64, String)> = query.fetch_all(connections).await.unwrap();
        let steps: Vec<String> = steps.into_iter().map(|(.., step)| step).collect();
        let range = "SEARCH call_blocks USING INDEX call_blocks_by_last_call \
                     (last_call>? AND last_call<?)";
        assert_eq!(steps, [range]);
        store.close().await;
    }
}
