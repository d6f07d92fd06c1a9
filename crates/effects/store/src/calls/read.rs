//! Reading, counting and forgetting calls.

use candor_boxed::boxed;
use candor_model::{CallId, CallOutcome, SourceName};

use super::row::{self, CallColumns};
use crate::{
    CallFilter, CallPage, RecordedCall, Store, StoreResult,
    column_text::{NAME_MAX, TARGET_MAX, truncated_option},
    sql::SqlQuery,
};

/// The most calls on a page.
pub const PAGE_MAX: usize = 1000;

impl Store {
    /// A page of the calls that pass the filter, newest first, from the one after `before`.
    /// `limit` is brought into the range from 1 to [`PAGE_MAX`].
    #[boxed]
    pub async fn calls_page(
        &self,
        filter: &CallFilter,
        before: Option<CallId>,
        limit: usize,
    ) -> StoreResult<CallPage> {
        let limit = limit.clamp(1, PAGE_MAX);
        let mut query = filtered(row::SELECT, filter);
        query
            .and("id <", before.map(|before| before.to_string()))
            .page("id DESC", limit);
        let rows: Vec<CallColumns> = self.find("read calls", query).await?;

        let more = rows.len() > limit;
        let calls = rows.into_iter().take(limit).map(CallColumns::read);
        let calls: Vec<RecordedCall> = calls.collect::<Result<_, _>>()?;
        let next = calls.last().filter(|_| more).map(|call| call.id);
        Ok(CallPage { calls, next })
    }

    /// How many calls pass the filter.
    #[boxed]
    pub async fn count_calls(&self, filter: &CallFilter) -> StoreResult<u64> {
        let query = filtered("SELECT COUNT(*) FROM calls WHERE 1 = 1", filter);
        self.count_of("count calls", query).await
    }

    /// Forgets the calls that arrived before a moment, in batches; returns how many.
    #[boxed]
    pub async fn prune_calls(&self, before_micros: i64) -> StoreResult<u64> {
        let statement = "DELETE FROM calls WHERE id IN \
                         (SELECT id FROM calls WHERE at_micros < $1 ORDER BY at_micros LIMIT $2)";
        self.prune("prune calls", statement, before_micros).await
    }
}

/// The calls that pass a filter; `select` is the query up to its conditions.
fn filtered<'f>(select: &str, filter: &'f CallFilter) -> SqlQuery<'f> {
    let target = truncated_option(filter.target.as_deref(), TARGET_MAX);
    let principal = truncated_option(filter.principal.as_deref(), NAME_MAX);
    let mut query = SqlQuery::new(select);
    query
        .and("source =", filter.source.as_ref().map(SourceName::as_str))
        .and("target =", target)
        .and("outcome =", filter.outcome.map(CallOutcome::as_str))
        .and("approval =", filter.approval.map(|id| id.to_string()))
        .and("principal =", principal)
        .and("at_micros >=", filter.since_micros)
        .and("at_micros <", filter.until_micros);
    query
}
