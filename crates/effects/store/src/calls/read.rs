//! Reading and counting calls.

use candor_boxed::boxed;
use candor_model::CallId;

use super::{
    block::BlockBody,
    blocks::{BlockLook, BlockVisitor, CallBlock},
    matcher::CallMatcher,
    newest_calls::NewestCalls,
};
use crate::{CallFilter, CallPage, RecordedCall, Store, StoreResult};

/// The maximum number of calls on a page.
pub const PAGE_MAX: usize = 1000;

/// Collects the calls of a page, and one more to detect the next page.
struct CallPageVisitor<'f> {
    matcher: CallMatcher<'f>,
    before: Option<CallId>,
    newest: NewestCalls<RecordedCall>,
}

/// Counts the calls that match a filter.
struct CallCounter<'f> {
    matcher: CallMatcher<'f>,
    count: u64,
}

impl Store {
    /// A page of the calls that match the filter, newest first, starting after `before`. `limit` is
    /// clamped to 1..=[`PAGE_MAX`].
    #[boxed]
    pub async fn calls_page(
        &self,
        filter: &CallFilter,
        before: Option<CallId>,
        limit: usize,
    ) -> StoreResult<CallPage> {
        let limit = limit.clamp(1, PAGE_MAX);
        let mut page = CallPageVisitor {
            matcher: CallMatcher::new(filter),
            before,
            newest: NewestCalls::new(limit + 1),
        };
        let range = page.matcher.range(before);
        let mut snapshot = self.snapshot("read calls").await?;
        snapshot.visit_blocks(&range, &mut page).await?;

        let mut calls: Vec<RecordedCall> = page.newest.into_values().collect();
        let more = calls.len() > limit;
        calls.truncate(limit);
        let next = calls.last().filter(|_| more).map(|call| call.id);
        Ok(CallPage { calls, next })
    }

    /// The number of calls that match the filter.
    #[boxed]
    pub async fn count_calls(&self, filter: &CallFilter) -> StoreResult<u64> {
        let mut counter = CallCounter {
            matcher: CallMatcher::new(filter),
            count: 0,
        };
        let range = counter.matcher.range(None);
        let mut snapshot = self.snapshot("count calls").await?;
        snapshot.visit_blocks(&range, &mut counter).await?;
        Ok(counter.count)
    }
}

// === impl CallPageVisitor ===

impl BlockVisitor for CallPageVisitor<'_> {
    fn look(&mut self, block: &CallBlock) -> StoreResult<BlockLook> {
        if !self.newest.wants(block.span.last_call) {
            return Ok(BlockLook::Stop);
        }
        if self.matcher.may_be_in(block)? {
            return Ok(BlockLook::Read);
        }
        Ok(BlockLook::Skip)
    }

    fn read(&mut self, body: &BlockBody<'_>) -> StoreResult<()> {
        for call in body.calls() {
            let call = call?;
            let id = call.id;
            let is_before = self.before.is_none_or(|before| id < before);
            if is_before && self.newest.wants(id) && self.matcher.fits(&call) {
                self.newest.insert(id, call.record()?);
            }
        }
        Ok(())
    }
}

// === impl CallCounter ===

impl BlockVisitor for CallCounter<'_> {
    fn look(&mut self, block: &CallBlock) -> StoreResult<BlockLook> {
        if !self.matcher.may_be_in(block)? {
            return Ok(BlockLook::Skip);
        }
        let Some(count) = self.matcher.count_in(block)? else {
            return Ok(BlockLook::Read);
        };
        self.count = self.count.saturating_add(count);
        Ok(BlockLook::Skip)
    }

    fn read(&mut self, body: &BlockBody<'_>) -> StoreResult<()> {
        for call in body.calls() {
            self.count += u64::from(self.matcher.fits(&call?));
        }
        Ok(())
    }
}
