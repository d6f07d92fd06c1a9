//! Reading questions by page, and those that have changed.

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

/// The most bytes of cards that are read at once, but for the last card: a page of the longest
/// ones would fill the memory.
const BYTES_MAX: usize = 8 << 20;

/// Which questions to read. Nothing set means all; what is set must all hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ApprovalFilter {
    /// Questions in one of these states, as they are written down; none named means any.
    pub states: Vec<ApprovalState>,
    /// Questions about tools of this source.
    pub source: Option<SourceName>,
    /// Questions about this tool.
    pub tool: Option<QualifiedName>,
    /// Questions about the calls of exactly this caller.
    pub principal: Option<String>,
}

/// A page of questions, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApprovalPage {
    /// The approvals on this page.
    pub approvals: Vec<Approval>,
    /// What to pass as `before` for the next page; `None` on the last one.
    pub next: Option<ApprovalId>,
}

/// Rows that were read, and whether there may be more.
struct ApprovalBatch {
    rows: Vec<ApprovalColumns>,
    more: bool,
}

impl Store {
    /// A page of the questions that pass the filter, newest first, from the one after `before`.
    /// `limit` is brought into the range from 1 to [`PAGE_MAX`]; a page whose cards are long may
    /// be shorter. A row that cannot be read is left out, with a warning.
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
            // A page of which nothing can be read is not the last one.
            if approvals.is_empty() && more {
                continue;
            }
            let next = approvals.last().filter(|_| more).map(|last| last.id);
            return Ok(ApprovalPage { approvals, next });
        }
    }

    /// Questions that have changed after a version, each as it is now, by version. `limit` is
    /// brought into the range from 1 to [`PAGE_MAX`].
    ///
    /// Every question has a version of its own, and versions are committed in their order. A
    /// reader that continues after the last one until nothing is returned has missed nothing. A
    /// row that cannot be read is left out, with a warning.
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
    /// Takes rows as they come, up to `limit` and [`BYTES_MAX`].
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

/// The questions that pass a filter.
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
