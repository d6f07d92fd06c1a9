//! How often tools are called and asked about, for figures about them.

use std::collections::HashMap;

use candor_boxed::boxed;
use candor_model::QualifiedName;

use crate::{Store, StoreResult, row_label::RowLabel, sql::number};

/// How many calls are looked at, the newest first: a look costs the same however many there are.
pub const DEMAND_CALLS: usize = 10_000;

/// How much a tool is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ToolDemand {
    /// How often a person was asked about a call of it, as far as that is kept.
    pub questions: u64,
    /// How many of the newest calls of any tool are of it.
    pub calls: u64,
}

const QUESTIONS: &str = "SELECT source, tool, COUNT(*) FROM approvals GROUP BY source, tool";

impl Store {
    /// How much each tool is wanted that was called or asked about lately. A row that cannot be
    /// read is left out, with a warning.
    #[boxed]
    pub async fn tool_demand(&self) -> StoreResult<HashMap<QualifiedName, ToolDemand>> {
        let mut demand: HashMap<QualifiedName, ToolDemand> = HashMap::new();
        for (tool, count) in self.counted_questions().await? {
            demand.entry(tool).or_default().questions = count;
        }
        for (tool, count) in self.counted_calls(DEMAND_CALLS).await? {
            demand.entry(tool).or_default().calls = count;
        }
        Ok(demand)
    }

    async fn counted_questions(&self) -> StoreResult<Vec<(QualifiedName, u64)>> {
        let rows: Vec<(String, String, i64)> = self.rows("count questions", QUESTIONS, &[]).await?;
        let read = |(source, tool, count): (String, String, i64)| {
            let named = RowLabel::new("tool", &tool).tool(&source, tool.clone());
            let warn = |error: &crate::StoreError| tracing::warn!("left out a count: {error}");
            let named = named.inspect_err(warn).ok()?;
            Some((named, number(count)))
        };
        Ok(rows.into_iter().filter_map(read).collect())
    }
}
