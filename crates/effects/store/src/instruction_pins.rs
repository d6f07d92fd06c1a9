//! Pinned instructions of sources.

use candor_boxed::boxed;
use candor_model::{ChangeRecord, InstructionPin, SourceName};

use crate::{
    Store, StoreError, StoreResult,
    column_text::without_nul,
    error::check_bytes,
    row_label::{RowLabel, readable},
    sql::{SqlValue, from_row},
    write::WriteTransaction,
};

/// The maximum size of a source's instructions, in bytes.
pub const INSTRUCTIONS_MAX: usize = 1 << 20;

struct InstructionColumns {
    source: String,
    accepted: String,
    found: Option<String>,
    at_micros: i64,
}

from_row!(InstructionColumns: source, accepted, found, at_micros);

impl Store {
    /// The pinned instructions of all sources, ordered by name. Unreadable rows are skipped with a
    /// warning.
    #[boxed]
    pub async fn instruction_pins(&self) -> StoreResult<Vec<InstructionPin>> {
        let query = "SELECT source, accepted, found, at_micros FROM instruction_pins \
                     ORDER BY source";
        let task = "read the pinned instructions";
        let rows: Vec<InstructionColumns> = self.rows(task, query, &[]).await?;
        let what = "the instructions of a source";
        Ok(readable(what, rows, InstructionColumns::read))
    }

    /// Pins the instructions that were seen first. If the source already has pinned instructions,
    /// nothing changes.
    #[boxed]
    pub async fn pin_instructions(&self, pin: &InstructionPin) -> StoreResult<()> {
        check_size(pin)?;
        let mut write = self.write("pin instructions").await?;
        let into = "INSERT INTO instruction_pins (source, accepted, found, at_micros)";
        match write
            .insert(into, &[row(pin)], "ON CONFLICT DO NOTHING")
            .await?
        {
            0 => Ok(()),
            _ => write.commit(&[]).await,
        }
    }

    /// Records instructions that differ from the pinned ones, or that they are the same again.
    /// Nothing changes if that is already known or if other instructions were accepted in the
    /// meantime.
    #[boxed]
    pub async fn record_instructions(
        &self,
        pin: &InstructionPin,
        changes: &[ChangeRecord],
    ) -> StoreResult<()> {
        check_size(pin)?;
        let mut write = self.write("record changed instructions").await?;
        let statement = "UPDATE instruction_pins SET found = $1, at_micros = $2 \
             WHERE source = $3 AND accepted = $4 AND COALESCE(found, '') <> COALESCE($1, '')";
        let values = [
            pin.found.as_deref().map(without_nul).into(),
            pin.at_micros.into(),
            pin.source.as_str().into(),
            without_nul(&pin.accepted).into(),
        ];
        match write.execute(statement, &values).await? {
            0 => Ok(()),
            _ => write.commit(changes).await,
        }
    }

    /// Accepts `pin.accepted`. If `seen` is given, it must still be the recorded text, so that a
    /// source cannot change its instructions between review and acceptance.
    #[boxed]
    pub async fn accept_instructions(
        &self,
        pin: &InstructionPin,
        seen: Option<&str>,
        change: &ChangeRecord,
    ) -> StoreResult<()> {
        check_size(pin)?;
        let mut write = self.write("accept changed instructions").await?;
        if let Some(seen) = seen {
            still_found(&mut write, &pin.source, seen).await?;
        }
        let into = "INSERT INTO instruction_pins (source, accepted, found, at_micros)";
        let or = "ON CONFLICT (source) DO UPDATE SET accepted = excluded.accepted, \
                  found = NULL, at_micros = excluded.at_micros";
        write.insert(into, &[row(pin)], or).await?;
        write.commit_one(change).await.map(drop)
    }
}

async fn still_found(
    write: &mut WriteTransaction<'_>,
    source: &SourceName,
    seen: &str,
) -> StoreResult<()> {
    let query = "SELECT found FROM instruction_pins WHERE source = $1";
    let found: Option<(Option<String>,)> = write.one(query, &[source.as_str().into()]).await?;
    match found.and_then(|(found,)| found) {
        None => Err(StoreError::Missing {
            what: format!("changed instructions of `{source}` to accept"),
        }),
        Some(found) if found == without_nul(seen) => Ok(()),
        Some(_) => Err(StoreError::Stale {
            subject: format!("the instructions of `{source}`"),
            found: write.revision().saturating_sub(1),
        }),
    }
}

fn row(pin: &InstructionPin) -> Vec<SqlValue<'_>> {
    vec![
        pin.source.as_str().into(),
        without_nul(&pin.accepted).into(),
        pin.found.as_deref().map(without_nul).into(),
        pin.at_micros.into(),
    ]
}

fn check_size(pin: &InstructionPin) -> StoreResult<()> {
    let what = || format!("the instructions of `{}`", pin.source);
    check_bytes(pin.accepted.len(), INSTRUCTIONS_MAX, what)?;
    check_bytes(
        pin.found.as_ref().map_or(0, |text| text.len()),
        INSTRUCTIONS_MAX,
        what,
    )
}

// === impl InstructionColumns ===

impl InstructionColumns {
    fn read(self) -> StoreResult<InstructionPin> {
        let label = RowLabel::new("source", &self.source);
        Ok(InstructionPin {
            source: label.word("name", &self.source, |text| SourceName::parse(text).ok())?,
            accepted: self.accepted.into(),
            found: self.found.map(Into::into),
            at_micros: self.at_micros,
        })
    }
}
