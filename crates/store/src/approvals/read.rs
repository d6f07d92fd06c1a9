//! Reading questions by page, and those that have changed.

use candor_model::{Approval, ApprovalId, ApprovalState, QualifiedName, SourceName};
use futures_util::{Stream, TryStreamExt as _};
use sqlx::{Database, Encode, QueryBuilder, Type};

use super::row::{self, Row};
use crate::{
    PAGE_MAX, Store, StoreError,
    pool::on_pool,
    words::{tool_columns, whole},
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
    /// The questions.
    pub approvals: Vec<Approval>,
    /// What to pass as `before` for the next page; `None` on the last one.
    pub next: Option<ApprovalId>,
}

/// Rows that were read, and whether there may be more.
struct Batch {
    rows: Vec<Row>,
    more: bool,
}

impl Store {
    /// A page of the questions that pass the filter, newest first, from the one after `before`.
    /// `limit` is brought into the range from 1 to [`PAGE_MAX`]; a page whose cards are long may
    /// be shorter. A row that cannot be read is left out, with a warning.
    pub async fn approvals(
        &self,
        filter: &ApprovalFilter,
        before: Option<ApprovalId>,
        limit: usize,
    ) -> Result<ApprovalPage, StoreError> {
        let limit = limit.clamp(1, PAGE_MAX);
        let columns = Columns::of(filter)?;
        let mut before = before.map(|id| id.to_string());
        loop {
            let batch = on_pool!(&self.pool, Db, connections => {
                let mut select = QueryBuilder::<Db>::new(row::ALL);
                columns.push(&mut select);
                if let Some(before) = &before {
                    select.push(" AND id < ").push_bind(before.clone());
                }
                select.push(" ORDER BY id DESC LIMIT ").push_bind(one_more(limit));
                Batch::gather(select.build_query_as().fetch(connections), limit).await
            })
            .map_err(self.failed("read approvals"))?;
            before = batch.rows.last().map(|row| row.id.clone());
            let more = batch.more;
            let approvals = batch.heard();
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
    /// Every question has a version of its own, and versions are committed in their order. So
    /// whoever begins anew after the last one, until nothing is returned, has missed nothing. A
    /// row that cannot be read is left out, with a warning.
    pub async fn approvals_since(
        &self,
        version: u64,
        limit: usize,
    ) -> Result<Vec<Approval>, StoreError> {
        let limit = limit.clamp(1, PAGE_MAX);
        let mut after = i64::try_from(version).unwrap_or(i64::MAX);
        loop {
            let batch = on_pool!(&self.pool, connections => {
                let select = sqlx::query_as(row::SINCE).bind(after).bind(one_more(limit));
                Batch::gather(select.fetch(connections), limit).await
            })
            .map_err(self.failed("read changed approvals"))?;
            after = batch.rows.last().map_or(after, |row| row.version);
            let more = batch.more;
            let approvals = batch.heard();
            if approvals.is_empty() && more {
                continue;
            }
            return Ok(approvals);
        }
    }
}

/// One more than asked for tells whether there is more.
fn one_more(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX).saturating_add(1)
}

// === impl Batch ===

impl Batch {
    /// Takes rows as they come, up to `limit` and [`BYTES_MAX`].
    async fn gather(
        mut found: impl Stream<Item = Result<Row, sqlx::Error>> + Unpin,
        limit: usize,
    ) -> Result<Self, sqlx::Error> {
        let mut rows: Vec<Row> = Vec::new();
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

    /// What can be read of it.
    fn heard(self) -> Vec<Approval> {
        self.rows.into_iter().filter_map(Row::heard).collect()
    }
}

/// A filter as the columns say it.
struct Columns {
    states: Vec<&'static str>,
    source: Option<String>,
    tool: Option<[String; 2]>,
    principal: Option<String>,
}

// === impl Columns ===

impl Columns {
    fn of(filter: &ApprovalFilter) -> Result<Self, StoreError> {
        let tool = filter.tool.as_ref().map(tool_columns).transpose()?;
        let principal = filter.principal.as_deref();
        let principal = principal.map(|name| whole("caller", name)).transpose()?;
        Ok(Self {
            states: filter.states.iter().map(|state| state.as_str()).collect(),
            source: filter.source.as_ref().map(|name| name.as_str().to_owned()),
            tool: tool.map(|columns| columns.map(std::borrow::Cow::into_owned)),
            principal: principal.map(std::borrow::Cow::into_owned),
        })
    }

    fn push<DB>(&self, query: &mut QueryBuilder<DB>)
    where
        DB: Database,
        String: for<'q> Encode<'q, DB> + Type<DB>,
    {
        if !self.states.is_empty() {
            query.push(" AND state IN (");
            let mut states = query.separated(", ");
            for state in &self.states {
                states.push_bind((*state).to_owned());
            }
            query.push(")");
        }
        if let Some(source) = &self.source {
            query.push(" AND source = ").push_bind(source.clone());
        }
        if let Some([source, tool]) = &self.tool {
            query.push(" AND source = ").push_bind(source.clone());
            query.push(" AND tool = ").push_bind(tool.clone());
        }
        if let Some(principal) = &self.principal {
            query.push(" AND principal = ").push_bind(principal.clone());
        }
    }
}
