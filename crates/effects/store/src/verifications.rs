//! Results of verifying tools.

use std::borrow::Cow;

use candor_boxed::boxed;
use candor_model::{
    ChangeRecord, Digest, DriftRecord, Hint, ObservedHint, SourceName, Verification,
};
use serde::{Deserialize, Serialize};

use crate::{
    Store, StoreResult,
    column_text::{NAME_MAX, truncated, without_nul},
    error::check_bytes,
    pins::drifts,
    row_label::{RowLabel, readable, tool_columns},
    sql::{SqlValue, from_row},
    write::WriteTransaction,
};

/// The maximum size of the evidence for one tool, in bytes.
pub const EVIDENCE_MAX: usize = 64 << 10;

const INTO: &str = "INSERT INTO verifications (source, tool, definition, server_version, \
                    scenario, observed, verified_by, at_micros)";

const REPLACE: &str = "ON CONFLICT (source, tool) DO UPDATE SET \
     definition = excluded.definition, server_version = excluded.server_version, \
     scenario = excluded.scenario, observed = excluded.observed, \
     verified_by = excluded.verified_by, at_micros = excluded.at_micros";

struct VerificationColumns {
    source: String,
    tool: String,
    definition: String,
    server_version: String,
    scenario: Option<String>,
    observed: String,
    verified_by: String,
    at_micros: i64,
}

from_row!(VerificationColumns: source, tool, definition, server_version, scenario, observed,
    verified_by, at_micros);

/// One hint, as stored.
#[derive(Serialize, Deserialize)]
struct ObservedBody<'a> {
    hint: Cow<'a, str>,
    value: bool,
    contradicts: bool,
    evidence: Cow<'a, str>,
}

impl Store {
    /// All verifications, ordered by tool name. Unreadable rows are skipped with a warning.
    #[boxed]
    pub async fn verifications(&self) -> StoreResult<Vec<Verification>> {
        let query = "SELECT source, tool, definition, server_version, scenario, observed, \
                     verified_by, at_micros FROM verifications ORDER BY source, tool";
        let task = "read the verifications";
        let rows: Vec<VerificationColumns> = self.rows(task, query, &[]).await?;
        Ok(readable(
            "the verification of a tool",
            rows,
            VerificationColumns::read,
        ))
    }

    /// Stores the results for some tools, replacing earlier ones, and quarantines those that must
    /// be reviewed before they are called.
    #[boxed]
    pub async fn save_verifications(
        &self,
        verifications: &[Verification],
        held: &[DriftRecord],
        change: &ChangeRecord,
    ) -> StoreResult<()> {
        let observed: Vec<_> = verifications
            .iter()
            .map(observed)
            .collect::<Result<_, _>>()?;
        let rows = verifications.iter().zip(&observed);
        let rows: Vec<_> = rows
            .map(|(verification, observed)| row(verification, observed))
            .collect::<Result<_, _>>()?;
        let mut write = self.write("keep a verification").await?;
        write.insert(INTO, &rows, REPLACE).await?;
        for kept in verifications {
            if kept.contradictions().next().is_none() {
                release(&mut write, kept).await?;
            }
        }
        for drift in held {
            drifts::put(&mut write, drift).await?;
        }
        write.commit_one(change).await.map(drop)
    }

    /// Deletes the verification results and instance check of a source, and returns how many there
    /// were. Tools quarantined because of them are released. If there are none, nothing is changed.
    #[boxed]
    pub async fn forget_verifications(
        &self,
        source: &SourceName,
        change: &ChangeRecord,
    ) -> StoreResult<u64> {
        let mut write = self.write("forget a verification").await?;
        let statement = "DELETE FROM verifications WHERE source = $1";
        let mut forgotten = write.execute(statement, &[source.as_str().into()]).await?;
        let statement = "DELETE FROM instance_checks WHERE source = $1";
        forgotten += write.execute(statement, &[source.as_str().into()]).await?;
        // Drift whose found definition is the pinned one was only due to observed behaviour.
        let statement = "DELETE FROM drifts WHERE source = $1 AND pinned = found_hash";
        write.execute(statement, &[source.as_str().into()]).await?;
        if forgotten > 0 {
            write.commit_one(change).await?;
        }
        Ok(forgotten)
    }
}

/// Releases a tool that was quarantined for its behaviour, if the new results no longer contradict
/// it.
async fn release(write: &mut WriteTransaction<'_>, kept: &Verification) -> StoreResult<()> {
    let [source, tool] = tool_columns(&kept.tool)?;
    let statement = "DELETE FROM drifts WHERE source = $1 AND tool = $2 AND pinned = found_hash";
    let values: [SqlValue<'_>; 2] = [source.into(), tool.into()];
    write.execute(statement, &values).await.map(drop)
}

fn row<'a>(verification: &'a Verification, observed: &'a str) -> StoreResult<Vec<SqlValue<'a>>> {
    let [source, tool] = tool_columns(&verification.tool)?;
    let scenario = verification.scenario.map(|scenario| scenario.to_string());
    Ok(vec![
        source.into(),
        tool.into(),
        verification.definition.to_string().into(),
        truncated(&verification.server_version, NAME_MAX).into(),
        scenario.into(),
        observed.into(),
        truncated(&verification.by, NAME_MAX).into(),
        verification.at_micros.into(),
    ])
}

fn observed(verification: &Verification) -> StoreResult<String> {
    let hints = verification.hints.iter().map(|observed| ObservedBody {
        hint: Cow::Borrowed(observed.hint.key()),
        value: observed.value,
        contradicts: observed.contradicts,
        evidence: without_nul(&observed.evidence),
    });
    let hints: Vec<_> = hints.collect();
    let text = serde_json::to_string(&hints).unwrap_or_default();
    let what = || format!("the evidence about `{}`", verification.tool);
    check_bytes(text.len(), EVIDENCE_MAX, what)?;
    Ok(text)
}

// === impl VerificationColumns ===

impl VerificationColumns {
    fn read(self) -> StoreResult<Verification> {
        let label = RowLabel::new("verification", &self.tool);
        let hints = label.word("observed", &self.observed, read_observed)?;
        Ok(Verification {
            tool: label.tool(&self.source, self.tool.clone())?,
            definition: label.digest("definition", &self.definition)?,
            server_version: self.server_version.into(),
            scenario: label.optional("scenario", self.scenario.as_deref(), Digest::parse)?,
            hints,
            by: self.verified_by.into(),
            at_micros: self.at_micros,
        })
    }
}

fn read_observed(text: &str) -> Option<Vec<ObservedHint>> {
    let hints: Vec<ObservedBody<'_>> = serde_json::from_str(text).ok()?;
    let hints = hints.into_iter().map(|observed| {
        Some(ObservedHint {
            hint: Hint::parse(&observed.hint)?,
            value: observed.value,
            contradicts: observed.contradicts,
            evidence: observed.evidence.into(),
        })
    });
    hints.collect()
}
