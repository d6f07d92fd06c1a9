//! Reading requests, by page or by version.

use candor_boxed::boxed;
use candor_model::{Approval, ApprovalId, ApprovalState, QualifiedName, SourceName};
use futures_util::{Stream, TryStreamExt as _};
use sqlx::AssertSqlSafe;

use super::row::{self, ApprovalColumns};
use crate::{
    PAGE_MAX, Store, StoreResult,
    pool::on_pool,
    row_label::{full_text, readable, tool_columns},
    sql::{SqlQuery, bind},
};

/// The maximum total size of the cards in one read, not counting the last one: a page of the
/// largest cards would use too much memory.
const BYTES_MAX: usize = 8 << 20;

/// A filter for requests. Unset fields match everything; set fields must all match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ApprovalFilter {
    /// Requests in one of these stored states; empty matches any.
    pub states: Vec<ApprovalState>,
    /// Questions about tools of this source.
    pub source: Option<SourceName>,
    /// Questions about this tool.
    pub tool: Option<QualifiedName>,
    /// Requests of exactly this caller.
    pub principal: Option<String>,
}

/// A page of requests, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApprovalPage {
    /// The approvals on this page.
    pub approvals: Vec<Approval>,
    /// What to pass as `before` for the next page; `None` on the last one.
    pub next: Option<ApprovalId>,
}

/// Rows, and whether there may be more.
struct ApprovalBatch {
    rows: Vec<ApprovalColumns>,
    more: bool,
}

impl Store {
    /// A page of the requests that match the filter, newest first, starting after `before`. `limit`
    /// is clamped to 1..=[`PAGE_MAX`]; a page with large cards may be shorter. Unreadable rows are
    /// skipped with a warning.
    #[boxed]
    pub async fn approvals(
        &self,
        filter: &ApprovalFilter,
        before: Option<ApprovalId>,
        limit: usize,
    ) -> StoreResult<ApprovalPage> {
        let limit = limit.clamp(1, PAGE_MAX);
        let mut before = before.map(|id| id.to_string());
        loop {
            let mut query = filtered(filter)?;
            query.and("id <", before).page("id DESC", limit);
            let batch = self.approval_batch(query, limit).await?;
            before = batch.rows.last().map(|row| row.id.clone());
            let more = batch.more;
            let approvals = readable("an approval", batch.rows, ApprovalColumns::read);
            // A page without readable rows is not necessarily the last one.
            if approvals.is_empty() && more {
                continue;
            }
            let next = approvals.last().filter(|_| more).map(|last| last.id);
            return Ok(ApprovalPage { approvals, next });
        }
    }

    /// Requests that changed after a version, in their current state, ordered by version. `limit`
    /// is clamped to 1..=[`PAGE_MAX`].
    ///
    /// Every request has a distinct version, and versions are committed in order, so a reader that
    /// continues from the last version it saw until the result is empty misses nothing. Unreadable
    /// rows are skipped with a warning.
    #[boxed]
    pub async fn approvals_since(&self, version: u64, limit: usize) -> StoreResult<Vec<Approval>> {
        let limit = limit.clamp(1, PAGE_MAX);
        let mut after = i64::try_from(version).unwrap_or(i64::MAX);
        loop {
            let mut query = SqlQuery::new(row::ALL);
            query.and("version >", Some(after)).page("version", limit);
            let batch = self.approval_batch(query, limit).await?;
            after = batch.rows.last().map_or(after, |row| row.version);
            let approvals = readable("an approval", batch.rows, ApprovalColumns::read);
            if !approvals.is_empty() || !batch.more {
                return Ok(approvals);
            }
        }
    }

    async fn approval_batch(
        &self,
        query: SqlQuery<'_>,
        limit: usize,
    ) -> StoreResult<ApprovalBatch> {
        let (text, values) = query.into_parts();
        on_pool!(&self.pool, connections => {
            let select = bind!(sqlx::query_as(AssertSqlSafe(text)), &values);
            ApprovalBatch::gather(select.fetch(connections), limit).await
        })
        .map_err(self.failed("read approvals"))
    }
}

// === impl ApprovalBatch ===

impl ApprovalBatch {
    /// Collects rows up to `limit` and [`BYTES_MAX`].
    async fn gather(
        mut found: impl Stream<Item = Result<ApprovalColumns, sqlx::Error>> + Unpin,
        limit: usize,
    ) -> Result<Self, sqlx::Error> {
        let mut rows: Vec<ApprovalColumns> = Vec::new();
        let mut bytes = 0;
        while let Some(row) = found.try_next().await? {
            if rows.len() == limit || bytes > BYTES_MAX {
                return Ok(Self { rows, more: true });
            }
            bytes += row.card.len();
            rows.push(row);
        }
        Ok(Self { rows, more: false })
    }
}

/// A query for the requests that match a filter.
fn filtered(filter: &ApprovalFilter) -> StoreResult<SqlQuery<'_>> {
    let mut query = SqlQuery::new(row::ALL);
    if !filter.states.is_empty() {
        query.and_in("state", filter.states.iter().map(|it| it.as_str().into()));
    }
    query.and("source =", filter.source.as_ref().map(SourceName::as_str));
    if let Some(tool) = &filter.tool {
        let [source, tool] = tool_columns(tool)?;
        query
            .and("source =", Some(source))
            .and("tool =", Some(tool));
    }
    let principal = filter.principal.as_deref();
    let principal = principal.map(|name| full_text("caller", name));
    query.and("principal =", principal.transpose()?);
    Ok(query)
}
