//! How many calls there were, step by step.

use candor_model::Outcome;

use crate::{Store, StoreError};

/// How many calls of a kind arrived within a step of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallCount {
    /// When the step begins, in microseconds since the Unix epoch.
    pub start_micros: i64,
    /// How the calls ended.
    pub outcome: Outcome,
    /// Whether somebody was asked about them.
    pub asked: bool,
    /// How many.
    pub count: u64,
}

#[derive(sqlx::FromRow)]
struct Row {
    step: i64,
    outcome: String,
    asked: i64,
    number: i64,
}

/// The index by time finds the rows; both engines divide whole numbers alike, as none is below
/// zero here.
const QUERY: &str = "SELECT (at_micros - $1) / $2 AS step, outcome, \
     CAST(CASE WHEN approval IS NULL THEN 0 ELSE 1 END AS BIGINT) AS asked, \
     COUNT(*) AS number FROM calls WHERE at_micros >= $1 AND at_micros < $3 \
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3";

impl Store {
    /// Counts the calls that arrived at `since_micros` or later and before `until_micros`, in
    /// steps of `step_micros` from the beginning on; a step of nothing is one of a microsecond.
    /// Steps in which nothing arrived are left out. The oldest come first.
    pub async fn call_counts(
        &self,
        since_micros: i64,
        step_micros: i64,
        until_micros: i64,
    ) -> Result<Vec<CallCount>, StoreError> {
        let step = step_micros.max(1);
        let values = [since_micros.into(), step.into(), until_micros.into()];
        let rows: Vec<Row> = self.rows("count calls", QUERY, &values).await?;
        rows.into_iter()
            .map(|row| row.read(since_micros, step))
            .collect()
    }
}

// === impl Row ===

impl Row {
    fn read(self, since: i64, step: i64) -> Result<CallCount, StoreError> {
        let start_micros = since.saturating_add(self.step.saturating_mul(step));
        let outcome = Outcome::parse(&self.outcome).ok_or_else(|| StoreError::Row {
            kind: "call",
            id: format!("at {start_micros} or soon after"),
            column: "outcome",
            value: self.outcome.clone(),
        })?;
        Ok(CallCount {
            start_micros,
            outcome,
            asked: self.asked != 0,
            count: u64::try_from(self.number).unwrap_or_default(),
        })
    }
}
