//! Accepts changed definitions of tools.

use std::slice;

use candor_boxed::boxed;
use candor_model::{ChangeRecord, Digest, DriftRecord, QualifiedName};

use super::{drifts, put, row::place};
use crate::{Store, StoreError, StoreResult, opinions, toolsets, write::WriteTransaction};

impl Store {
    /// Accepts the found definitions as new pins, all or none. Each must still be the recorded one,
    /// so that a source cannot change a definition between review and acceptance.
    ///
    /// With `renamed_from`, the old name's pin is removed, and opinions about exactly the old name
    /// move to the new one in every scope, unless it already has one. Toolsets and notes that refer
    /// to exactly the old name are updated.
    #[boxed]
    pub async fn accept_drifts(
        &self,
        drifts: &[DriftRecord],
        changes: &[ChangeRecord],
    ) -> StoreResult<()> {
        if drifts.is_empty() {
            return Ok(());
        }
        let mut write = self.write("accept a changed definition").await?;
        for drift in drifts {
            still_found(&mut write, drift).await?;
            remember(&mut write, drift).await?;
            hold(&mut write, drift).await?;
        }
        toolsets::rename::follow(&mut write, drifts, changes.first()).await?;
        write.commit(changes).await
    }

    /// Pins a found definition without review, if the tool's pin is still `drift.pinned` (or still
    /// missing); returns whether it was. Otherwise nothing is changed or recorded.
    #[boxed]
    pub async fn repin(&self, drift: &DriftRecord, change: &ChangeRecord) -> StoreResult<bool> {
        let mut write = self.write("pin a changed definition").await?;
        let held = drift.renamed_from.as_ref().unwrap_or(&drift.name);
        if pinned(&mut write, held).await? != drift.pinned {
            return Ok(false);
        }
        // A tool whose new name already has a pin was not renamed.
        if held != &drift.name && pinned(&mut write, &drift.name).await?.is_some() {
            return Ok(false);
        }
        hold(&mut write, drift).await?;
        toolsets::rename::follow(&mut write, slice::from_ref(drift), Some(change)).await?;
        write.commit_one(change).await?;
        Ok(true)
    }
}

/// Fails unless this is the recorded definition.
async fn still_found(write: &mut WriteTransaction<'_>, drift: &DriftRecord) -> StoreResult<()> {
    let query = "SELECT found_hash FROM drifts WHERE source = $1 AND tool = $2";
    let found: Option<(String,)> = write.one(query, &place(&drift.name)?).await?;
    match found {
        None => Err(StoreError::Missing {
            what: format!("changed definition of `{}` to accept", drift.name),
        }),
        Some((hash,)) if hash == drift.found.hash.to_string() => Ok(()),
        Some(_) => Err(StoreError::Stale {
            subject: format!("the definition of `{}`", drift.name),
            found: write.revision().saturating_sub(1),
        }),
    }
}

/// The pinned hash of a tool.
pub(super) async fn pinned(
    write: &mut WriteTransaction<'_>,
    name: &QualifiedName,
) -> StoreResult<Option<Digest>> {
    let query = "SELECT hash FROM pins WHERE source = $1 AND tool = $2";
    let hash: Option<(String,)> = write.one(query, &place(name)?).await?;
    // An unreadable hash must not allow a pin to be replaced: it equals no other.
    Ok(hash.map(|(hash,)| Digest::parse(&hash).unwrap_or(Digest::UNKNOWN)))
}

/// Remembers the old and the new definition as accepted.
async fn remember(write: &mut WriteTransaction<'_>, drift: &DriftRecord) -> StoreResult<()> {
    let statement = "INSERT INTO accepted_definitions (source, tool, hash) VALUES ($1, $2, $3) \
                     ON CONFLICT DO NOTHING";
    for hash in drift.pinned.into_iter().chain([drift.found.hash]) {
        let [source, tool] = place(&drift.name)?;
        let values = [source, tool, hash.to_string().into()];
        write.execute(statement, &values).await?;
    }
    Ok(())
}

/// Pins the found definition and removes the pin of the old name.
async fn hold(write: &mut WriteTransaction<'_>, drift: &DriftRecord) -> StoreResult<()> {
    drifts::remove(write, &drift.name).await?;
    put(write, &drift.found).await?;
    let old = drift.renamed_from.as_ref();
    let Some(old) = old.filter(|old| **old != drift.name) else {
        return Ok(());
    };
    let statement = "DELETE FROM pins WHERE source = $1 AND tool = $2";
    write.execute(statement, &place(old)?).await?;
    drifts::remove(write, old).await?;
    opinions::rename(write, old, &drift.name).await
}
