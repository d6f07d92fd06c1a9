//! Recent call counts per tool.

use std::collections::HashMap;

use candor_model::{CallKind, QualifiedName};

use super::{
    block::BlockBody,
    blocks::{BlockLook, BlockRange, BlockVisitor, CallBlock},
    newest_calls::NewestCalls,
};
use crate::{Store, StoreError, StoreResult, row_label::RowLabel};

/// Counts the newest calls per tool.
struct DemandCounter {
    /// The index of each tool, by source and name.
    tools: HashMap<String, HashMap<String, usize>>,
    seen: usize,
    /// The tool index of each call, `None` if it is not a tool call.
    newest: NewestCalls<Option<usize>>,
}

impl Store {
    /// The number of calls of each tool among the newest `most` calls.
    pub(crate) async fn counted_calls(
        &self,
        most: usize,
    ) -> StoreResult<Vec<(QualifiedName, u64)>> {
        let mut counter = DemandCounter {
            tools: HashMap::new(),
            seen: 0,
            newest: NewestCalls::new(most),
        };
        let mut snapshot = self.snapshot("count calls").await?;
        let all = BlockRange::new(None, None, None);
        snapshot.visit_blocks(&all, &mut counter).await?;
        Ok(counter.counts())
    }
}

// === impl DemandCounter ===

impl DemandCounter {
    /// The index of a tool.
    fn place(&mut self, source: &str, target: &str) -> usize {
        if let Some(place) = self.tools.get(source).and_then(|tools| tools.get(target)) {
            return *place;
        }
        let place = self.seen;
        self.seen += 1;
        let tools = self.tools.entry(source.to_owned()).or_default();
        tools.insert(target.to_owned(), place);
        place
    }

    /// The counts. Tools with an unreadable name are skipped with a warning.
    fn counts(self) -> Vec<(QualifiedName, u64)> {
        let mut counts = vec![0_u64; self.seen];
        for place in self.newest.into_values().flatten() {
            if let Some(count) = counts.get_mut(place) {
                *count += 1;
            }
        }
        let warn = |error: &StoreError| tracing::warn!("left out a count: {error}");
        let mut counted = Vec::new();
        for (source, tools) in self.tools {
            for (target, place) in tools {
                let named = RowLabel::new("tool", &target).tool(&source, target.clone());
                let count = counts.get(place).copied().unwrap_or_default();
                let named = named.inspect_err(warn).ok().filter(|_| count > 0);
                counted.extend(named.map(|name| (name, count)));
            }
        }
        counted
    }
}

impl BlockVisitor for DemandCounter {
    fn look(&mut self, block: &CallBlock) -> StoreResult<BlockLook> {
        if self.newest.wants(block.span.last_call) {
            return Ok(BlockLook::Read);
        }
        Ok(BlockLook::Stop)
    }

    fn read(&mut self, body: &BlockBody<'_>) -> StoreResult<()> {
        for call in body.calls() {
            let call = call?;
            if self.newest.wants(call.id) {
                let source = call.source.filter(|_| call.kind == CallKind::Tool.as_str());
                let place = source.map(|source| self.place(source, call.target));
                self.newest.insert(call.id, place);
            }
        }
        Ok(())
    }
}
