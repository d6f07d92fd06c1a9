//! Reading toolsets.

use std::collections::{HashMap, HashSet};

use candor_model::{Toolset, ToolsetName};

use super::{
    StoredToolset,
    body::{self, ToolsetReadError},
};
use crate::{Store, StoreError, row_label::readable, sql::number, write::WriteTransaction};

/// How the toolsets have changed since a revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolsetChanges {
    /// Those that are as they were; any other that is not among the rest is gone.
    pub unchanged: HashSet<ToolsetName>,
    /// Those that are new or were changed, by name. A row that cannot be read is left out, with a
    /// warning.
    pub written: Vec<StoredToolset>,
}

/// A query for whole toolsets, as a literal so that queries stay constant.
macro_rules! select {
    ($conditions:literal) => {
        concat!(
            "SELECT name, body, version, created_micros FROM toolsets ",
            $conditions
        )
    };
}

#[derive(sqlx::FromRow)]
struct ToolsetColumns {
    name: String,
    body: String,
    version: i64,
    created_micros: Option<i64>,
}

impl Store {
    /// Every toolset, by name. A row that cannot be read is left out, with a warning.
    pub async fn toolsets(&self) -> Result<Vec<StoredToolset>, StoreError> {
        let rows: Vec<ToolsetColumns> = self
            .rows("read the toolsets", select!("ORDER BY name"), &[])
            .await?;
        Ok(readable("a toolset", rows, ToolsetColumns::read))
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
    pub async fn toolset_news(&self, since: u64) -> Result<ToolsetChanges, StoreError> {
        let states = self.toolset_states().await?;
        let rows: Vec<ToolsetColumns> = self
            .rows(
                "read the toolsets",
                select!("WHERE version > $1 ORDER BY name"),
                &[since.into()],
            )
            .await?;
        let old = states.into_iter().filter(|(_, version)| *version <= since);
        Ok(ToolsetChanges {
            unchanged: old.map(|(name, _)| name).collect(),
            written: readable("a toolset", rows, ToolsetColumns::read),
        })
    }

    /// One toolset. If there is one that cannot be read, that is an error: to take it for
    /// missing would be to overwrite it.
    pub async fn toolset(&self, name: &ToolsetName) -> Result<Option<StoredToolset>, StoreError> {
        let rows: Vec<ToolsetColumns> = self
            .rows(
                "read a toolset",
                select!("WHERE name = $1"),
                &[name.as_str().into()],
            )
            .await?;
        rows.into_iter()
            .next()
            .map(ToolsetColumns::read)
            .transpose()
    }
}

/// Every toolset that can be read, inside a change.
pub(super) async fn all(
    write: &mut WriteTransaction<'_>,
) -> Result<Vec<StoredToolset>, StoreError> {
    let rows: Vec<ToolsetColumns> = write.rows(select!("ORDER BY name"), &[]).await?;
    Ok(readable("a toolset", rows, ToolsetColumns::read))
}

/// What a body says of a toolset of this name.
pub(super) fn named(name: &str, text: &str) -> Result<Toolset, StoreError> {
    let unread = |ToolsetReadError(column, value): ToolsetReadError| StoreError::Row {
        kind: "toolset",
        id: name.to_owned(),
        column,
        value,
    };
    let parsed =
        ToolsetName::parse(name).map_err(|_| unread(ToolsetReadError("name", name.to_owned())))?;
    body::read(parsed, text).map_err(unread)
}

// === impl ToolsetColumns ===

impl ToolsetColumns {
    fn read(self) -> Result<StoredToolset, StoreError> {
        Ok(StoredToolset {
            toolset: named(&self.name, &self.body)?,
            version: number(self.version),
            created_micros: self.created_micros.filter(|micros| *micros > 0),
        })
    }
}
