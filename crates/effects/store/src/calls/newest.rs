//! How the newest calls of a source went, for figures about it.

use candor_boxed::boxed;
use candor_model::{CallOutcome, SourceName};

use crate::{
    Store, StoreResult,
    row_label::RowLabel,
    sql::{from_row, number},
};

/// How one call went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallSample {
    /// How it ended.
    pub outcome: CallOutcome,
    /// Whether an approval was asked for, so that its duration includes the time of a person.
    pub asked: bool,
    /// From arrival to end; 0 where the end is not known.
    pub duration_micros: u64,
}

struct CallSampleColumns {
    outcome: String,
    asked: i64,
    duration_micros: i64,
}

from_row!(CallSampleColumns: outcome, asked, duration_micros);

/// The limit comes before the time, so that a source with many old calls costs no more than one
/// with many new ones. The index by source has all that is asked for.
const QUERY: &str = "SELECT outcome, asked, duration_micros FROM (\
     SELECT at_micros, outcome, \
     CAST(CASE WHEN approval IS NULL THEN 0 ELSE 1 END AS BIGINT) AS asked, duration_micros \
     FROM calls WHERE source = $1 ORDER BY id DESC LIMIT $2) AS newest WHERE at_micros >= $3";

impl Store {
    /// The newest calls of a source, at most `limit`, that arrived at `since_micros` or later, in
    /// no particular order.
    #[boxed]
    pub async fn newest_calls(
        &self,
        source: &SourceName,
        since_micros: i64,
        limit: usize,
    ) -> StoreResult<Vec<CallSample>> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let values = [source.as_str().into(), limit.into(), since_micros.into()];
        let rows: Vec<CallSampleColumns> = self.rows("read calls", QUERY, &values).await?;
        rows.into_iter().map(|row| row.read(source)).collect()
    }
}

// === impl CallSampleColumns ===

impl CallSampleColumns {
    fn read(self, source: &SourceName) -> StoreResult<CallSample> {
        let id = format!("of `{source}`");
        let label = RowLabel::new("call", &id);
        Ok(CallSample {
            outcome: label.word("outcome", &self.outcome, CallOutcome::parse)?,
            asked: self.asked != 0,
            duration_micros: number(self.duration_micros),
        })
    }
}

#[cfg(test)]
mod tests {
    use sqlx::AssertSqlSafe;

    use super::*;
    use crate::DatabaseTarget;
    use crate::pool::DatabasePool;

    #[tokio::test]
    async fn no_row_is_looked_up() {
        let folder = tempfile::tempdir().unwrap();
        let target = DatabaseTarget::Sqlite(folder.path().join("candor.db"));
        let store = Store::open(&target).await.unwrap();
        let DatabasePool::Sqlite(connections) = &store.pool else {
            panic!("a file was opened");
        };
        let query = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {QUERY}"));
        let query = sqlx::query_as(query).bind("shop").bind(10_i64).bind(0_i64);
        let steps: Vec<(i64, i64, i64, String)> = query.fetch_all(connections).await.unwrap();
        let steps: Vec<String> = steps.into_iter().map(|(.., step)| step).collect();
        let range = "SEARCH calls USING COVERING INDEX calls_by_source (source=?)";
        assert!(steps.iter().any(|step| step == range), "{steps:?}");
        assert!(
            !steps.iter().any(|step| step.contains("TEMP B-TREE")),
            "{steps:?}"
        );
        store.close().await;
    }
}
