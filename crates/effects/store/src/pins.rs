//! The definitions that tools are held to.

mod accept;
mod drifts;
mod row;

use std::{collections::HashSet, slice};

use candor_model::{ChangeRecord, DefinitionPin, QualifiedName, SourceName};

use self::row::{PinColumns, place};
use crate::{
    Store, StoreError, column_text::without_nul, row_label::readable, sql::SqlValue,
    write::WriteTransaction,
};

/// The most bytes of a definition, as canonical JSON.
pub const DEFINITION_MAX: usize = 4 << 20;

/// A state of the pins. A pin that is written gets a version that none had before, and one that
/// is removed is missed in the count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PinMark {
    pins: i64,
    version: i64,
}

const READ: &str = "read the pinned definitions";

impl Store {
    /// Every pin, by name. A row that cannot be read is left out, with a warning.
    pub async fn pins(&self) -> Result<Vec<DefinitionPin>, StoreError> {
        let rows: Vec<PinColumns> = self
            .rows(
                READ,
                "SELECT source, tool, hash, ref_id, definition, at_micros FROM pins \
                 ORDER BY source, tool",
                &[],
            )
            .await?;
        Ok(readable(row::WHAT, rows, PinColumns::read))
    }

    /// Which state of the pins this is: as long as the mark is the same, so are they.
    pub async fn pin_mark(&self) -> Result<PinMark, StoreError> {
        let query = "SELECT COUNT(*), COALESCE(MAX(version), 0) FROM pins";
        let mut marks: Vec<(i64, i64)> = self.rows(READ, query, &[]).await?;
        let (pins, version) = marks.pop().unwrap_or_default();
        Ok(PinMark { pins, version })
    }

    /// The pin of one tool. If there is one that cannot be read, that is an error: to take it
    /// for missing would be to trust whatever comes next.
    pub async fn pin(&self, name: &QualifiedName) -> Result<Option<DefinitionPin>, StoreError> {
        let rows: Vec<PinColumns> = self
            .rows(
                READ,
                "SELECT source, tool, hash, ref_id, definition, at_micros FROM pins \
                 WHERE source = $1 AND tool = $2",
                &place(name)?,
            )
            .await?;
        rows.into_iter().next().map(PinColumns::read).transpose()
    }

    /// Pins tools that are seen for the first time. A tool that has a pin keeps it; if all have,
    /// nothing is changed. A definition of more than [`DEFINITION_MAX`] bytes is an error, and
    /// then none is pinned.
    pub async fn pin_first(&self, pins: &[DefinitionPin]) -> Result<(), StoreError> {
        for pin in pins {
            check_size(pin)?;
        }
        // Most often all are known; then there is no need to wait for other writers.
        let known: Vec<(String, String)> = self
            .rows(READ, "SELECT source, tool FROM pins", &[])
            .await?;
        let known: HashSet<(String, String)> = known.into_iter().collect();
        let mut new = Vec::new();
        for pin in pins {
            let [source, tool] = row::key_of(&pin.name)?;
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
        let into = "INSERT INTO pins (source, tool, hash, ref_id, definition, at_micros, version)";
        let pinned = write.insert(into, &rows, "ON CONFLICT DO NOTHING").await?;
        if pinned == 0 {
            return Ok(());
        }
        write.commit(&[]).await
    }

    /// Forgets the pins of a source and what was found in their place; returns how many pins
    /// there were. If there was nothing, nothing is changed or written down.
    pub async fn forget_pins(
        &self,
        source: &SourceName,
        change: &ChangeRecord,
    ) -> Result<usize, StoreError> {
        let mut write = self.write("forget pinned definitions").await?;
        let source: SqlValue<'_> = source.as_str().into();
        let source = slice::from_ref(&source);
        let pins = write
            .execute("DELETE FROM pins WHERE source = $1", source)
            .await?;
        let drifts = write
            .execute("DELETE FROM drifts WHERE source = $1", source)
            .await?;
        if pins + drifts > 0 {
            write.commit(slice::from_ref(change)).await?;
        }
        Ok(usize::try_from(pins).unwrap_or(usize::MAX))
    }
}

/// Writes a pin in place of the one that is there, if any.
async fn put(write: &mut WriteTransaction<'_>, pin: &DefinitionPin) -> Result<(), StoreError> {
    check_size(pin)?;
    let into = "INSERT INTO pins (source, tool, hash, ref_id, definition, at_micros, version)";
    let or = "ON CONFLICT (source, tool) DO UPDATE SET hash = excluded.hash, \
              ref_id = excluded.ref_id, definition = excluded.definition, \
              at_micros = excluded.at_micros, version = excluded.version";
    let row = pin_row(pin, write)?;
    write.insert(into, &[row], or).await?;
    Ok(())
}

fn pin_row<'a>(
    pin: &'a DefinitionPin,
    write: &WriteTransaction<'_>,
) -> Result<Vec<SqlValue<'a>>, StoreError> {
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

fn check_size(pin: &DefinitionPin) -> Result<(), StoreError> {
    if pin.definition.len() <= DEFINITION_MAX {
        return Ok(());
    }
    Err(StoreError::TooLarge {
        what: format!("the definition of `{}`", pin.name),
        size: pin.definition.len(),
        limit: DEFINITION_MAX,
        unit: "bytes",
    })
}
