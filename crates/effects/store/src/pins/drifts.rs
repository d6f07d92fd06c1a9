//! Drift: definitions that differ from their pins.

use std::collections::HashSet;

use candor_boxed::boxed;
use candor_model::{ChangeRecord, DriftRecord, QualifiedName};

use super::{
    accept::pinned,
    check_size,
    row::{self, DriftColumns, NOT_PINNED, place},
};
use crate::{
    Store, StoreResult,
    column_text::{escaped_key, without_nul},
    row_label::readable,
    sql::SqlValue,
    write::WriteTransaction,
};

impl Store {
    /// All drift, ordered by current name. Unreadable rows are skipped with a warning.
    #[boxed]
    pub async fn drifts(&self) -> StoreResult<Vec<DriftRecord>> {
        let query = "SELECT source, tool, renamed_from, pinned, found_hash, found_ref_id, \
             found_definition, differences, loosens, quarantined, at_micros FROM drifts \
             ORDER BY source, tool";
        let task = "read the changed definitions";
        let rows: Vec<DriftColumns> = self.rows(task, query, &[]).await?;
        Ok(readable(row::WHAT, rows, DriftColumns::read))
    }

    /// Records drift, replacing earlier records of the same tools.
    ///
    /// A drift that is already recorded (same hashes, same old name, same quarantine) is unchanged,
    /// and the entries of `changes` about it are not recorded: replicas that see the same drift
    /// record it once. If nothing is new, nothing is changed.
    #[boxed]
    pub async fn record_drifts(
        &self,
        drifts: &[DriftRecord],
        changes: &[ChangeRecord],
    ) -> StoreResult<()> {
        for drift in drifts {
            check_size(&drift.found)?;
        }
        if drifts.is_empty() {
            return Ok(());
        }
        let mut write = self.write("record a changed definition").await?;
        let mut known = HashSet::new();
        for drift in drifts {
            if !record(&mut write, drift).await? {
                known.insert(drift.name.to_string());
            }
        }
        if known.len() == drifts.len() {
            return Ok(());
        }
        let new = changes
            .iter()
            .filter(|change| !known.contains(&change.subject));
        write.commit(&new.cloned().collect::<Vec<_>>()).await
    }

    /// Deletes the drift records of tools whose definitions match their pins again. If there are
    /// none, nothing is changed.
    #[boxed]
    pub async fn clear_drifts(&self, names: &[QualifiedName]) -> StoreResult<()> {
        if names.is_empty() {
            return Ok(());
        }
        let mut write = self.write("clear a changed definition").await?;
        let mut cleared = 0;
        for name in names {
            cleared += remove(&mut write, name).await?;
        }
        match cleared {
            0 => Ok(()),
            _ => write.commit(&[]).await,
        }
    }
}

/// Deletes the drift record of a tool; returns the number of rows.
pub(super) async fn remove(
    write: &mut WriteTransaction<'_>,
    name: &QualifiedName,
) -> StoreResult<u64> {
    let statement = "DELETE FROM drifts WHERE source = $1 AND tool = $2";
    write.execute(statement, &place(name)?).await
}

/// Records one drift; returns whether it is new. It is not if it was accepted in the meantime.
async fn record(write: &mut WriteTransaction<'_>, drift: &DriftRecord) -> StoreResult<bool> {
    if pinned(write, &drift.name).await? == Some(drift.found.hash) {
        return Ok(false);
    }
    put(write, drift).await
}

/// Writes one drift record, replacing the tool's earlier one; returns whether it is new.
pub(crate) async fn put(
    write: &mut WriteTransaction<'_>,
    drift: &DriftRecord,
) -> StoreResult<bool> {
    check_size(&drift.found)?;
    let [source, tool] = place(&drift.name)?;
    let renamed_from = drift.renamed_from.as_ref().map(ToString::to_string);
    let renamed_from = renamed_from.as_deref().map(escaped_key).transpose()?;
    let pinned = drift.pinned.map(|hash| hash.to_string());
    let differences = serde_json::Value::from(drift.differences.as_slice()).to_string();
    let row: Vec<SqlValue<'_>> = vec![
        source,
        tool,
        renamed_from.into(),
        pinned.unwrap_or_else(|| NOT_PINNED.to_owned()).into(),
        drift.found.hash.to_string().into(),
        drift.found.ref_id.to_string().into(),
        without_nul(&drift.found.definition).into(),
        differences.into(),
        drift.loosens.into(),
        drift.quarantined.into(),
        drift.found.at_micros.into(),
    ];
    let into = "INSERT INTO drifts (source, tool, renamed_from, pinned, found_hash, \
         found_ref_id, found_definition, differences, loosens, quarantined, at_micros)";
    let or = "ON CONFLICT (source, tool) DO UPDATE SET renamed_from = excluded.renamed_from, \
         pinned = excluded.pinned, found_hash = excluded.found_hash, \
         found_ref_id = excluded.found_ref_id, found_definition = excluded.found_definition, \
         differences = excluded.differences, loosens = excluded.loosens, \
         quarantined = excluded.quarantined, at_micros = excluded.at_micros \
         WHERE drifts.found_hash <> excluded.found_hash OR drifts.pinned <> excluded.pinned \
         OR drifts.quarantined <> excluded.quarantined OR drifts.loosens <> excluded.loosens \
         OR COALESCE(drifts.renamed_from, '') <> COALESCE(excluded.renamed_from, '')";
    Ok(write.insert(into, &[row], or).await? > 0)
}
