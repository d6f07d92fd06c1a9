//! Matching of calls and blocks against a filter.

use std::borrow::Cow;

use candor_model::{CallId, CallOutcome, SourceName};

use super::{
    block::{BlockCall, MarkRole, mark},
    blocks::{BlockRange, CallBlock},
};
use crate::{
    CallFilter, StoreResult,
    column_text::{NAME_MAX, TARGET_MAX, truncated_option},
};

/// A filter prepared for matching.
#[derive(Clone, Debug)]
pub(super) struct CallMatcher<'f> {
    source: Option<&'f str>,
    target: Option<Cow<'f, str>>,
    outcome: Option<&'static str>,
    approval: Option<String>,
    principal: Option<Cow<'f, str>>,
    since_micros: Option<i64>,
    until_micros: Option<i64>,
    /// A block without all of these marks has no matching calls.
    marks: Vec<u32>,
}

impl<'f> CallMatcher<'f> {
    pub(super) fn new(filter: &'f CallFilter) -> Self {
        let mut matcher = Self {
            source: filter.source.as_ref().map(SourceName::as_str),
            // Texts are compared in their stored form.
            target: truncated_option(filter.target.as_deref(), TARGET_MAX),
            outcome: filter.outcome.map(CallOutcome::as_str),
            approval: filter.approval.map(|id| id.to_string()),
            principal: truncated_option(filter.principal.as_deref(), NAME_MAX),
            since_micros: filter.since_micros,
            until_micros: filter.until_micros,
            marks: Vec::new(),
        };
        let marks = [
            (MarkRole::Target, matcher.target.as_deref()),
            (MarkRole::Principal, matcher.principal.as_deref()),
            (MarkRole::Approval, matcher.approval.as_deref()),
        ];
        let marks = marks.into_iter();
        let marks = marks.filter_map(|(role, text)| Some(mark(role, text?.as_bytes())));
        matcher.marks = marks.collect();
        matcher
    }

    /// The blocks that may contain matching calls before `before`.
    pub(super) fn range(&self, before: Option<CallId>) -> BlockRange {
        BlockRange::new(before, self.since_micros, self.until_micros)
    }

    /// Whether a call matches.
    pub(super) fn fits(&self, call: &BlockCall<'_>) -> bool {
        let is = |wanted: Option<&str>, found| wanted.is_none_or(|wanted| wanted == found);
        let has = |wanted: Option<&str>, found| wanted.is_none() || wanted == found;
        has(self.source, call.source)
            && is(self.target.as_deref(), call.target)
            && is(self.outcome, call.outcome)
            && has(self.approval.as_deref(), call.approval)
            && is(self.principal.as_deref(), call.principal)
            && self
                .since_micros
                .is_none_or(|since| call.at_micros >= since)
            && self.until_micros.is_none_or(|until| call.at_micros < until)
    }

    /// Whether a block may contain matching calls.
    pub(super) fn may_be_in(&self, block: &CallBlock) -> StoreResult<bool> {
        if !self.marks.iter().all(|mark| block.summary.may_have(*mark)) {
            return Ok(false);
        }
        // Most filters need no tallies.
        let is_any = self.source.is_none() && self.outcome.is_none();
        Ok(is_any || self.tallied(block)? > 0)
    }

    /// The number of matching calls in a block, if the summary suffices to tell.
    pub(super) fn count_in(&self, block: &CallBlock) -> StoreResult<Option<u64>> {
        let is_whole = self
            .since_micros
            .is_none_or(|it| it <= block.span.first_micros)
            && self
                .until_micros
                .is_none_or(|it| it > block.span.last_micros);
        if is_whole && self.marks.is_empty() {
            return self.tallied(block).map(Some);
        }
        Ok(None)
    }

    /// The number of calls with the filter's source and outcome.
    fn tallied(&self, block: &CallBlock) -> StoreResult<u64> {
        let mut count = 0_u64;
        for tally in block.tallies() {
            let tally = tally?;
            let is_source = self.source.is_none() || self.source == tally.source;
            if is_source && self.outcome.is_none_or(|it| it == tally.outcome) {
                // Stored data may contain any number.
                count = count.saturating_add(tally.count);
            }
        }
        Ok(count)
    }
}
