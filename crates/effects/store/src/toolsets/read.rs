//! Reads toolsets, with their members and notes.

use std::collections::{HashMap, HashSet};

use candor_boxed::boxed;
use candor_model::{Toolset, ToolsetName};

use super::{StoredToolset, body};
use crate::{
    Store, StoreResult,
    row_label::{ReadError, RowLabel, readable},
    sql::{from_row, number},
    write::WriteTransaction,
};

const READ: &str = "read the toolsets";

/// The current version of a toolset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToolsetState {
    /// The number of its latest version.
    pub number: u64,
    /// The revision at which it was last written.
    pub version: u64,
}

/// The changes to toolsets since a revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolsetChanges {
    /// Unchanged toolsets; all others not in `written` were deleted.
    pub unchanged: HashSet<ToolsetName>,
    /// New or changed toolsets, ordered by name. Unreadable rows are skipped with a warning.
    pub written: Vec<StoredToolset>,
}

/// A query for toolsets, as a literal so that queries stay constant.
macro_rules! select {
    ($conditions:literal) => {
        concat!(
            "SELECT name, body, number, version, created_micros FROM toolsets ",
            $conditions
        )
    };
}

struct ToolsetColumns {
    name: String,
    body: String,
    number: i64,
    version: i64,
    created_micros: Option<i64>,
}

from_row!(ToolsetColumns: name, body, number, version, created_micros);

impl Store {
    /// All toolsets, ordered by name. Unreadable rows are skipped with a warning.
    #[boxed]
    pub async fn toolsets(&self) -> StoreResult<Vec<StoredToolset>> {
        let query = select!("ORDER BY name");
        let rows: Vec<ToolsetColumns> = self.rows(READ, query, &[]).await?;
        Ok(readable("a toolset", rows, ToolsetColumns::read))
    }

    /// The version of every toolset, without its contents.
    #[boxed]
    pub async fn toolset_states(&self) -> StoreResult<HashMap<ToolsetName, ToolsetState>> {
        let query = "SELECT name, number, version FROM toolsets";
        let rows: Vec<(String, i64, i64)> = self.rows(READ, query, &[]).await?;
        let readable = |(name, at, version): (String, i64, i64)| {
            let name = ToolsetName::parse(&name).ok()?;
            let version = u64::try_from(version).ok()?;
            let number = number(at);
            Some((name, ToolsetState { number, version }))
        };
        Ok(rows.into_iter().filter_map(readable).collect())
    }

    /// The changes since a revision. Concurrent writes may or may not be included; their revision
    /// is later.
    #[boxed]
    pub async fn toolset_news(&self, since: u64) -> StoreResult<ToolsetChanges> {
        let states = self.toolset_states().await?;
        let query = select!("WHERE version > $1 ORDER BY name");
        let rows: Vec<ToolsetColumns> = self.rows(READ, query, &[since.into()]).await?;
        let old = states
            .into_iter()
            .filter(|(_, state)| state.version <= since);
        Ok(ToolsetChanges {
            unchanged: old.map(|(name, _)| name).collect(),
            written: readable("a toolset", rows, ToolsetColumns::read),
        })
    }

    /// Returns one toolset. An unreadable one is an error, because treating it as missing would
    /// overwrite it.
    #[boxed]
    pub async fn toolset(&self, name: &ToolsetName) -> StoreResult<Option<StoredToolset>> {
        let query = select!("WHERE name = $1");
        let values = [name.as_str().into()];
        let row: Option<ToolsetColumns> = self.one("read a toolset", query, &values).await?;
        row.map(ToolsetColumns::read).transpose()
    }
}

/// All readable toolsets, within a transaction.
pub(super) async fn all(write: &mut WriteTransaction<'_>) -> StoreResult<Vec<StoredToolset>> {
    let rows: Vec<ToolsetColumns> = write.rows(select!("ORDER BY name"), &[]).await?;
    Ok(readable("a toolset", rows, ToolsetColumns::read))
}

/// Parses the body of a toolset with this name.
pub(super) fn named(name: &str, text: &str) -> StoreResult<Toolset> {
    let parsed = ToolsetName::parse(name).map_err(|_| ReadError("name", name.to_owned()));
    let read = parsed.and_then(|parsed| body::read(parsed, text));
    read.map_err(|error| RowLabel::new("toolset", name).unread(error))
}

// === impl ToolsetColumns ===

impl ToolsetColumns {
    fn read(self) -> StoreResult<StoredToolset> {
        Ok(StoredToolset {
            toolset: named(&self.name, &self.body)?,
            number: number(self.number),
            version: number(self.version),
            created_micros: self.created_micros.filter(|micros| *micros > 0),
        })
    }
}
