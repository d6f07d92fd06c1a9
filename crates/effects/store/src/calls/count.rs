//! How many calls there were, step by step.

use candor_boxed::boxed;
use candor_model::CallOutcome;

use crate::{
    Store, StoreResult,
    row_label::RowLabel,
    sql::{from_row, number},
};

/// How many calls of a kind arrived within a step of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallCount {
    /// When the step begins, in microseconds since the Unix epoch.
    pub start_micros: i64,
    /// How the calls ended.
    pub outcome: CallOutcome,
    /// Whether an approval was asked for.
    pub asked: bool,
    /// The number of calls.
    pub count: u64,
}

struct CallCountColumns {
    step: i64,
    outcome: String,
    asked: i64,
    number: i64,
}

from_row!(CallCountColumns: step, outcome, asked, number);

/// The index by time has all that is asked for; both engines divide whole numbers alike, as none is
/// below zero here.
const QUERY: &str = "SELECT (at_micros - $1) / $2 AS step, outcome, \
     CAST(CASE WHEN approval IS NULL THEN 0 ELSE 1 END AS BIGINT) AS asked, \
     COUNT(*) AS number FROM calls WHERE at_micros >= $1 AND at_micros < $3 \
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3";

impl Store {
    /// Counts the calls that arrived at `since_micros` or later and before `until_micros`, in
    /// steps of `step_micros` from the beginning on; a step of nothing is one of a microsecond.
    /// Steps in which nothing arrived are left out. The oldest come first.
    #[boxed]
    pub async fn call_counts(
        &self,
        since_micros: i64,
        step_micros: i64,
        until_micros: i64,
    ) -> StoreResult<Vec<CallCount>> {
        let step = step_micros.max(1);
        let values = [since_micros.into(), step.into(), until_micros.into()];
        let rows: Vec<CallCountColumns> = self.rows("count calls", QUERY, &values).await?;
        rows.into_iter()
            .map(|row| row.read(since_micros, step))
            .collect()
    }
}

// === impl CallCountColumns ===

impl CallCountColumns {
    fn read(self, since: i64, step: i64) -> StoreResult<CallCount> {
        let start_micros = since.saturating_add(self.step.saturating_mul(step));
        let id = format!("at {start_micros} or soon after");
        let label = RowLabel::new("call", &id);
        Ok(CallCount {
            start_micros,
            outcome: label.word("outcome", &self.outcome, CallOutcome::parse)?,
            asked: self.asked != 0,
            count: number(self.number),
        })
    }
}

#[cfg(test)]
mod tests {
    use sqlx::AssertSqlSafe;

    use super::*;
    use crate::DatabaseTarget;
    use crate::pool::DatabasePool;

    /// How the engine goes about it, step by step.
    async fn plan(store: &Store) -> Vec<String> {
        let DatabasePool::Sqlite(connections) = &store.pool else {
            panic!("a file was opened");
        };
        let query = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {QUERY}"));
        let query = sqlx::query_as(query)
            .bind(100_i64)
            .bind(10_i64)
            .bind(150_i64);
        let steps: Vec<(i64, i64, i64, String)> = query.fetch_all(connections).await.unwrap();
        steps.into_iter().map(|(.., step)| step).collect()
    }

    #[tokio::test]
    async fn calls_are_counted_without_looking_at_them() {
        let folder = tempfile::tempdir().unwrap();
        let target = DatabaseTarget::Sqlite(folder.path().join("candor.db"));
        let store = Store::open(&target).await.unwrap();
        let range = "SEARCH calls USING COVERING INDEX calls_by_time (at_micros>? AND at_micros<?)";
        let plan = plan(&store).await;
        assert_eq!(plan.first().map(String::as_str), Some(range), "{plan:?}");
        assert!(!plan.iter().any(|step| step.contains("SCAN")), "{plan:?}");
        store.close().await;
    }
}
