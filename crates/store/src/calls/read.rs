//! Reading, counting and forgetting calls.

use candor_model::CallId;
use sqlx::{Database, Encode, QueryBuilder, Type};

use super::row::{COLUMNS, Row};
use crate::{
    CallFilter, CallPage, Finished, Store, StoreError,
    pool::on_pool,
    text::{NAME_MAX, TARGET_MAX, fit},
};

/// The most calls on a page.
pub const PAGE_MAX: usize = 1000;

/// How many calls one statement deletes: each holds the write lock for a moment only.
const PRUNE_BATCH: i64 = 1000;

impl Store {
    /// A page of the calls that pass the filter, newest first, from the one after `before`.
    /// `limit` is brought into the range from 1 to [`PAGE_MAX`].
    pub async fn calls_page(
        &self,
        filter: &CallFilter,
        before: Option<CallId>,
        limit: usize,
    ) -> Result<CallPage, StoreError> {
        let limit = limit.clamp(1, PAGE_MAX);
        // One more than asked for tells whether there is a next page.
        let rows: Vec<Row> = on_pool!(&self.pool, Db, connections => {
            let mut select = QueryBuilder::<Db>::new("SELECT ");
            select.push(COLUMNS).push(" FROM calls WHERE 1 = 1");
            push_filter(&mut select, filter);
            if let Some(before) = before {
                select.push(" AND id < ").push_bind(before.to_string());
            }
            select.push(" ORDER BY id DESC LIMIT ");
            select.push_bind(i64::try_from(limit + 1).unwrap_or(i64::MAX));
            select.build_query_as().fetch_all(connections).await
        })
        .map_err(self.failed("read calls"))?;

        let more = rows.len() > limit;
        let calls: Vec<Finished> = rows
            .into_iter()
            .take(limit)
            .map(Row::read)
            .collect::<Result<_, _>>()?;
        let next = if more {
            calls.last().map(|call| call.id)
        } else {
            None
        };
        Ok(CallPage { calls, next })
    }

    /// How many calls pass the filter.
    pub async fn count_calls(&self, filter: &CallFilter) -> Result<u64, StoreError> {
        let count: i64 = on_pool!(&self.pool, Db, connections => {
            let mut select = QueryBuilder::<Db>::new("SELECT COUNT(*) FROM calls WHERE 1 = 1");
            push_filter(&mut select, filter);
            select.build_query_scalar().fetch_one(connections).await
        })
        .map_err(self.failed("count calls"))?;
        Ok(u64::try_from(count).unwrap_or_default())
    }

    /// Forgets the calls that arrived before a moment, in batches; returns how many.
    pub async fn prune_calls(&self, before_micros: i64) -> Result<u64, StoreError> {
        let mut pruned = 0;
        loop {
            let batch = on_pool!(&self.pool, connections => sqlx::query(
                "DELETE FROM calls WHERE id IN \
                 (SELECT id FROM calls WHERE at_micros < $1 ORDER BY at_micros LIMIT $2)",
            )
            .bind(before_micros)
            .bind(PRUNE_BATCH)
            .execute(connections)
            .await
            .map(|done| done.rows_affected()))
            .map_err(self.failed("prune calls"))?;
            pruned += batch;
            if batch == 0 {
                return Ok(pruned);
            }
        }
    }
}

fn push_filter<DB>(query: &mut QueryBuilder<DB>, filter: &CallFilter)
where
    DB: Database,
    String: for<'q> Encode<'q, DB> + Type<DB>,
    i64: for<'q> Encode<'q, DB> + Type<DB>,
{
    if let Some(source) = &filter.source {
        query
            .push(" AND source = ")
            .push_bind(source.as_str().to_owned());
    }
    if let Some(target) = &filter.target {
        query
            .push(" AND target = ")
            .push_bind(fit(target, TARGET_MAX).into_owned());
    }
    if let Some(outcome) = filter.outcome {
        query
            .push(" AND outcome = ")
            .push_bind(outcome.as_str().to_owned());
    }
    if let Some(approval) = filter.approval {
        query
            .push(" AND approval = ")
            .push_bind(approval.to_string());
    }
    if let Some(principal) = &filter.principal {
        query
            .push(" AND principal = ")
            .push_bind(fit(principal, NAME_MAX).into_owned());
    }
    if let Some(since) = filter.since_micros {
        query.push(" AND at_micros >= ").push_bind(since);
    }
    if let Some(until) = filter.until_micros {
        query.push(" AND at_micros < ").push_bind(until);
    }
}
