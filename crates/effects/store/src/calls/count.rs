//! Call counts per time step.

use std::collections::BTreeMap;

use candor_boxed::boxed;
use candor_model::CallOutcome;

use super::{
    block::BlockBody,
    blocks::{BlockLook, BlockRange, BlockVisitor, CallBlock},
};
use crate::{Store, StoreResult, row_label::RowLabel};

/// The number of calls of one kind within a time step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallCount {
    /// When the step begins, in microseconds since the Unix epoch.
    pub start_micros: i64,
    /// The outcome of the calls.
    pub outcome: CallOutcome,
    /// Whether approval was required.
    pub asked: bool,
    /// The number of calls.
    pub count: u64,
}

/// Counts calls by step, outcome and whether approval was required. The key contains the outcome's
/// word, for sorting.
struct StepCounter {
    since_micros: i64,
    step_micros: i64,
    until_micros: i64,
    counts: BTreeMap<(i64, &'static str, bool), CallCount>,
}

impl Store {
    /// Counts the calls that arrived from `since_micros` until before `until_micros`, in steps of
    /// `step_micros`, at least one microsecond. Empty steps are omitted. Oldest first.
    #[boxed]
    pub async fn call_counts(
        &self,
        since_micros: i64,
        step_micros: i64,
        until_micros: i64,
    ) -> StoreResult<Vec<CallCount>> {
        let mut counter = StepCounter {
            since_micros,
            step_micros: step_micros.max(1),
            until_micros,
            counts: BTreeMap::new(),
        };
        let range = BlockRange::new(None, Some(since_micros), Some(until_micros));
        let mut snapshot = self.snapshot("count calls").await?;
        snapshot.visit_blocks(&range, &mut counter).await?;
        Ok(counter.counts.into_values().collect())
    }
}

// === impl StepCounter ===

impl StepCounter {
    /// The step of a moment, if it is in range.
    fn step(&self, at_micros: i64) -> Option<i64> {
        let counts = at_micros >= self.since_micros && at_micros < self.until_micros;
        counts.then(|| at_micros.saturating_sub(self.since_micros) / self.step_micros)
    }

    fn add(&mut self, step: i64, outcome: CallOutcome, asked: bool, count: u64) {
        let start = self.since_micros;
        let start_micros = start.saturating_add(step.saturating_mul(self.step_micros));
        let key = (step, outcome.as_str(), asked);
        let kept = self.counts.entry(key).or_insert(CallCount {
            start_micros,
            outcome,
            asked,
            count: 0,
        });
        kept.count = kept.count.saturating_add(count);
    }
}

impl BlockVisitor for StepCounter {
    /// Most blocks lie within one step and are counted by their summary.
    fn look(&mut self, block: &CallBlock) -> StoreResult<BlockLook> {
        let Some(step) = self.step(block.span.first_micros) else {
            return Ok(BlockLook::Read);
        };
        if self.step(block.span.last_micros) != Some(step) {
            return Ok(BlockLook::Read);
        }
        let label = RowLabel::new("block of calls", &block.id);
        for tally in block.tallies() {
            let tally = tally?;
            let outcome = label.word("outcome", tally.outcome, CallOutcome::parse)?;
            self.add(step, outcome, tally.asked, tally.count);
        }
        Ok(BlockLook::Skip)
    }

    fn read(&mut self, body: &BlockBody<'_>) -> StoreResult<()> {
        for call in body.calls() {
            let call = call?;
            if let Some(step) = self.step(call.at_micros) {
                self.add(step, call.outcome()?, call.approval.is_some(), 1);
            }
        }
        Ok(())
    }
}
