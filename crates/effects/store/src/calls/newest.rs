//! Samples of a source's newest calls, for statistics.

use candor_boxed::boxed;
use candor_model::{CallOutcome, SourceName};

use super::{
    block::BlockBody,
    blocks::{BlockLook, BlockVisitor, CallBlock},
    matcher::CallMatcher,
    newest_calls::NewestCalls,
};
use crate::{CallFilter, Store, StoreResult};

/// The outcome and duration of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallSample {
    /// The outcome of the call.
    pub outcome: CallOutcome,
    /// Whether approval was required; the duration then includes the waiting time.
    pub asked: bool,
    /// The time from arrival to end; 0 if the end is unknown.
    pub duration_micros: u64,
}

/// Samples calls that match a filter.
struct CallSampler<'f> {
    matcher: CallMatcher<'f>,
    newest: NewestCalls<CallSample>,
}

impl Store {
    /// The newest calls of a source since `since_micros`, at most `limit`, in no particular order.
    #[boxed]
    pub async fn newest_calls(
        &self,
        source: &SourceName,
        since_micros: i64,
        limit: usize,
    ) -> StoreResult<Vec<CallSample>> {
        let filter = CallFilter {
            source: Some(source.clone()),
            since_micros: Some(since_micros),
            ..CallFilter::default()
        };
        let mut sampler = CallSampler {
            matcher: CallMatcher::new(&filter),
            newest: NewestCalls::new(limit),
        };
        let range = sampler.matcher.range(None);
        let mut snapshot = self.snapshot("read calls").await?;
        snapshot.visit_blocks(&range, &mut sampler).await?;
        Ok(sampler.newest.into_values().collect())
    }
}

// === impl CallSampler ===

impl BlockVisitor for CallSampler<'_> {
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
            if self.newest.wants(call.id) && self.matcher.fits(&call) {
                let sample = CallSample {
                    outcome: call.outcome()?,
                    asked: call.approval.is_some(),
                    duration_micros: call.duration_micros,
                };
                self.newest.insert(call.id, sample);
            }
        }
        Ok(())
    }
}
