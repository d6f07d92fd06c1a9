//! Reading toolsets.

use std::collections::{HashMap, HashSet};

use candor_model::{Toolset, ToolsetName};

use super::{
    StoredToolset,
    body::{self, Unread},
};
use crate::{Store, StoreError, write::Write};

/// What has become of the toolsets since somebody read them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolsetNews {
    /// Those that are as they were; any other that is not among the rest is gone.
    pub unchanged: HashSet<ToolsetName>,
    /// Those that are new or were changed, by name. A row that cannot be read is left out, with a
    /// warning.
    pub written: Vec<StoredToolset>,
}

#[derive(sqlx::FromRow)]
struct Row {
    name: String,
    body: String,
    version: i64,
    created_micros: Option<i64>,
}

impl Store {
    /// Every toolset, by name. A row that cannot be read is left out, with a warning.
    pub async fn toolsets(&self) -> Result<Vec<StoredToolset>, StoreError> {
        let rows: Vec<Row> = self
            .rows(
                "read the toolsets",
                "SELECT name, body, version, created_micros FROM toolsets ORDER BY name",
                &[],
            )
            .await?;
        Ok(readable(rows))
    }

    /// Which state every toolset is at, without reading what is in them.
    pub async fn toolset_states(&self) -> Result<HashMap<ToolsetName, u64>, StoreError> {
        let rows: Vec<(String, i64)> = self
            .rows(
                "read the toolsets",
                "SELECT name, version FROM toolsets",
                &[],
            )
            .await?;
        let readable = |(name, version): (String, i64)| {
            let name = ToolsetName::parse(&name).ok()?;
            Some((name, u64::try_from(version).ok()?))
        };
        Ok(rows.into_iter().filter_map(readable).collect())
    }

    /// What has become of the toolsets since a revision. What is written meanwhile may be in it or
    /// not; it has a later revision.
    pub async fn toolset_news(&self, since: u64) -> Result<ToolsetNews, StoreError> {
        let states = self.toolset_states().await?;
        let rows: Vec<Row> = self
            .rows(
                "read the toolsets",
                "SELECT name, body, version, created_micros FROM toolsets WHERE version > $1 ORDER BY name",
                &[since.into()],
            )
            .await?;
        let old = states.into_iter().filter(|(_, version)| *version <= since);
        Ok(ToolsetNews {
            unchanged: old.map(|(name, _)| name).collect(),
            written: readable(rows),
        })
    }

    /// One toolset. If there is one that cannot be read, that is an error: to take it for
    /// missing would be to overwrite it.
    pub async fn toolset(&self, name: &ToolsetName) -> Result<Option<StoredToolset>, StoreError> {
        let rows: Vec<Row> = self
            .rows(
                "read a toolset",
                "SELECT name, body, version, created_micros FROM toolsets WHERE name = $1",
                &[name.as_str().into()],
            )
            .await?;
        rows.into_iter().next().map(Row::read).transpose()
    }
}

/// Every toolset that can be read, inside a change.
pub(super) async fn all(write: &mut Write<'_>) -> Result<Vec<StoredToolset>, StoreError> {
    let rows: Vec<Row> = write
        .rows(
            "SELECT name, body, version, created_micros FROM toolsets ORDER BY name",
            &[],
        )
        .await?;
    Ok(readable(rows))
}

/// What a body says of a toolset of this name.
pub(super) fn named(name: &str, text: &str) -> Result<Toolset, StoreError> {
    let unread = |Unread(column, value): Unread| StoreError::Row {
        kind: "toolset",
        id: name.to_owned(),
        column,
        value,
    };
    let parsed = ToolsetName::parse(name).map_err(|_| unread(Unread("name", name.to_owned())))?;
    body::read(parsed, text).map_err(unread)
}

fn readable(rows: Vec<Row>) -> Vec<StoredToolset> {
    let read = |row: Row| {
        row.read()
            .inspect_err(|error| tracing::warn!("left out a toolset: {error}"))
            .ok()
    };
    rows.into_iter().filter_map(read).collect()
}

// === impl Row ===

impl Row {
    fn read(self) -> Result<StoredToolset, StoreError> {
        Ok(StoredToolset {
            toolset: named(&self.name, &self.body)?,
            version: u64::try_from(self.version).unwrap_or_default(),
            created_micros: self.created_micros.filter(|micros| *micros > 0),
        })
    }
}
