//! Results of checks whether two instances of a server share state.

use candor_boxed::boxed;
use candor_model::{ChangeRecord, EVIDENCE_MAX, InstanceCheck, SourceName};

use crate::{
    Store, StoreResult,
    column_text::{NAME_MAX, truncated},
    row_label::{RowLabel, readable},
    sql::from_row,
};

const INTO: &str = "INSERT INTO instance_checks (source, server_version, shared, evidence, \
                    verified_by, at_micros)";

const REPLACE: &str = "ON CONFLICT (source) DO UPDATE SET \
     server_version = excluded.server_version, shared = excluded.shared, \
     evidence = excluded.evidence, verified_by = excluded.verified_by, \
     at_micros = excluded.at_micros";

struct CheckColumns {
    source: String,
    server_version: String,
    shared: bool,
    evidence: String,
    verified_by: String,
    at_micros: i64,
}

from_row!(CheckColumns: source, server_version, shared, evidence, verified_by, at_micros);

impl Store {
    /// All results, ordered by source. Unreadable rows are skipped with a warning.
    #[boxed]
    pub async fn instance_checks(&self) -> StoreResult<Vec<InstanceCheck>> {
        let query = "SELECT source, server_version, shared, evidence, verified_by, at_micros \
                     FROM instance_checks ORDER BY source";
        let task = "read whether instances share their state";
        let rows: Vec<CheckColumns> = self.rows(task, query, &[]).await?;
        Ok(readable("a check of instances", rows, CheckColumns::read))
    }

    /// Stores a result, replacing the previous one.
    #[boxed]
    pub async fn save_instance_check(
        &self,
        check: &InstanceCheck,
        change: &ChangeRecord,
    ) -> StoreResult<()> {
        let row = vec![
            check.source.as_str().into(),
            truncated(&check.server_version, NAME_MAX).into(),
            check.shared.into(),
            truncated(&check.evidence, EVIDENCE_MAX).into(),
            truncated(&check.by, NAME_MAX).into(),
            check.at_micros.into(),
        ];
        let mut write = self.write("keep a check of instances").await?;
        write.insert(INTO, &[row], REPLACE).await?;
        write.commit_one(change).await.map(drop)
    }
}

// === impl CheckColumns ===

impl CheckColumns {
    fn read(self) -> StoreResult<InstanceCheck> {
        let label = RowLabel::new("check of instances", &self.source);
        let parse = |name: &str| SourceName::parse(name).ok();
        Ok(InstanceCheck {
            source: label.word("source", &self.source, parse)?,
            server_version: self.server_version.clone().into(),
            shared: self.shared,
            evidence: self.evidence.clone().into(),
            by: self.verified_by.clone().into(),
            at_micros: self.at_micros,
        })
    }
}
