//! Stores the pinned definitions of tools.

mod accept;
pub(crate) mod drifts;
mod row;

use std::{borrow::Cow, collections::HashSet, slice};

use candor_boxed::boxed;
use candor_model::{ChangeRecord, DefinitionPin, Digest, QualifiedName, SourceName};

use self::row::{AcceptedColumns, PinColumns, place};
use crate::{
    Store, StoreResult,
    column_text::without_nul,
    error::check_bytes,
    row_label::{readable, tool_columns},
    sql::SqlValue,
    write::WriteTransaction,
};

/// The maximum size of a definition, as canonical JSON, in bytes.
pub const DEFINITION_MAX: usize = 4 << 20;

/// Identifies a state of the pins: writing a pin raises the version, and removing one lowers the
/// count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PinMark {
    pins: i64,
    version: i64,
}

const READ: &str = "read the pinned definitions";
const INSERT: &str =
    "INSERT INTO pins (source, tool, hash, ref_id, definition, at_micros, version)";

impl Store {
    /// All pins, ordered by name. Unreadable rows are skipped with a warning.
    #[boxed]
    pub async fn pins(&self) -> StoreResult<Vec<DefinitionPin>> {
        let query = "SELECT source, tool, hash, ref_id, definition, at_micros FROM pins \
                     ORDER BY source, tool";
        let rows: Vec<PinColumns> = self.rows(READ, query, &[]).await?;
        Ok(readable(row::WHAT, rows, PinColumns::read))
    }

    /// The definitions that people have accepted, by tool. Unreadable rows are skipped with a
    /// warning.
    #[boxed]
    pub async fn accepted_definitions(&self) -> StoreResult<Vec<(QualifiedName, Digest)>> {
        let task = "read the accepted definitions";
        let query = "SELECT source, tool, hash FROM accepted_definitions";
        let rows: Vec<AcceptedColumns> = self.rows(task, query, &[]).await?;
        Ok(readable(
            "an accepted definition",
            rows,
            AcceptedColumns::read,
        ))
    }

    /// The current state of the pins: while the mark is the same, so are the pins.
    #[boxed]
    pub async fn pin_mark(&self) -> StoreResult<PinMark> {
        let query = "SELECT COUNT(*), COALESCE(MAX(version), 0) FROM pins";
        let mark: Option<(i64, i64)> = self.one(READ, query, &[]).await?;
        let (pins, version) = mark.unwrap_or_default();
        Ok(PinMark { pins, version })
    }

    /// Returns the pin of one tool. An unreadable one is an error, because treating it as missing
    /// would trust the next definition that is seen.
    #[boxed]
    pub async fn pin(&self, name: &QualifiedName) -> StoreResult<Option<DefinitionPin>> {
        let query = "SELECT source, tool, hash, ref_id, definition, at_micros FROM pins \
                     WHERE source = $1 AND tool = $2";
        let row: Option<PinColumns> = self.one(READ, query, &place(name)?).await?;
        row.map(PinColumns::read).transpose()
    }

    /// Pins tools that are seen for the first time. Existing pins are unchanged; if all tools are
    /// pinned, nothing is written. If a definition exceeds [`DEFINITION_MAX`], none is pinned and
    /// an error returned.
    #[boxed]
    pub async fn pin_first(&self, pins: &[DefinitionPin]) -> StoreResult<()> {
        for pin in pins {
            check_size(pin)?;
        }
        // Usually all are known; checking first avoids waiting for other writers.
        let query = "SELECT source, tool FROM pins";
        let known: Vec<(String, String)> = self.rows(READ, query, &[]).await?;
        let known: HashSet<(String, String)> = known.into_iter().collect();
        let mut new = Vec::new();
        for pin in pins {
            let [source, tool] = tool_columns(&pin.name)?.map(Cow::into_owned);
            if !known.contains(&(source, tool)) {
                new.push(pin);
            }
        }
        if new.is_empty() {
            return Ok(());
        }
        let mut write = self.write("pin definitions").await?;
        let rows = new.into_iter().map(|pin| pin_row(pin, &write));
        let rows = rows.collect::<Result<Vec<_>, _>>()?;
        match write
            .insert(INSERT, &rows, "ON CONFLICT DO NOTHING")
            .await?
        {
            0 => Ok(()),
            _ => write.commit(&[]).await,
        }
    }

    /// Deletes the pins and drift records of a source; returns the number of pins. If there are
    /// none, nothing is written or recorded.
    #[boxed]
    pub async fn forget_pins(
        &self,
        source: &SourceName,
        change: &ChangeRecord,
    ) -> StoreResult<usize> {
        let mut write = self.write("forget pinned definitions").await?;
        let source: SqlValue<'_> = source.as_str().into();
        let source = slice::from_ref(&source);
        let statement = "DELETE FROM pins WHERE source = $1";
        let pins = write.execute(statement, source).await?;
        let statement = "DELETE FROM drifts WHERE source = $1";
        let drifts = write.execute(statement, source).await?;
        if pins + drifts > 0 {
            write.commit_one(change).await?;
        }
        Ok(usize::try_from(pins).unwrap_or(usize::MAX))
    }
}

/// Inserts or replaces a pin.
async fn put(write: &mut WriteTransaction<'_>, pin: &DefinitionPin) -> StoreResult<()> {
    check_size(pin)?;
    let or = "ON CONFLICT (source, tool) DO UPDATE SET hash = excluded.hash, \
              ref_id = excluded.ref_id, definition = excluded.definition, \
              at_micros = excluded.at_micros, version = excluded.version";
    let row = pin_row(pin, write)?;
    write.insert(INSERT, &[row], or).await.map(drop)
}

fn pin_row<'a>(
    pin: &'a DefinitionPin,
    write: &WriteTransaction<'_>,
) -> StoreResult<Vec<SqlValue<'a>>> {
    let [source, tool] = place(&pin.name)?;
    Ok(vec![
        source,
        tool,
        pin.hash.to_string().into(),
        pin.ref_id.to_string().into(),
        without_nul(&pin.definition).into(),
        pin.at_micros.into(),
        write.version().into(),
    ])
}

fn check_size(pin: &DefinitionPin) -> StoreResult<()> {
    let what = || format!("the definition of `{}`", pin.name);
    check_bytes(pin.definition.len(), DEFINITION_MAX, what)
}
