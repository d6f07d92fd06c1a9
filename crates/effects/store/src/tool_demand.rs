//! How often tools are called and need approval, for statistics.

use std::collections::HashMap;

use candor_boxed::boxed;
use candor_model::QualifiedName;

use crate::{Store, StoreResult, row_label::RowLabel, sql::number};

/// The number of newest calls considered, so that the cost does not grow with the audit log.
pub const DEMAND_CALLS: usize = 10_000;

/// How much a tool is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ToolDemand {
    /// The number of stored approval requests for it.
    pub questions: u64,
    /// The number of its calls among the newest calls of all tools.
    pub calls: u64,
}

const QUESTIONS: &str = "SELECT source, tool, COUNT(*) FROM approvals GROUP BY source, tool";

impl Store {
    /// The usage of each recently called tool. Unreadable rows are skipped with a warning.
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
