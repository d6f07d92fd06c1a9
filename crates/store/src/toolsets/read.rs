//! Reading toolsets.

use candor_model::{Toolset, ToolsetName};

use super::{
    StoredToolset,
    body::{self, Unread},
};
use crate::{Store, StoreError, write::Write};

#[derive(sqlx::FromRow)]
struct Row {
    name: String,
    body: String,
    version: i64,
}

impl Store {
    /// Every toolset, by name. A row that cannot be read is left out, with a warning.
    pub async fn toolsets(&self) -> Result<Vec<StoredToolset>, StoreError> {
        let rows: Vec<Row> = self
            .rows(
                "read the toolsets",
                "SELECT name, body, version FROM toolsets ORDER BY name",
                &[],
            )
            .await?;
        Ok(readable(rows))
    }

    /// One toolset. If there is one that cannot be read, that is an error: to take it for
    /// missing would be to overwrite it.
    pub async fn toolset(&self, name: &ToolsetName) -> Result<Option<StoredToolset>, StoreError> {
        let rows: Vec<Row> = self
            .rows(
                "read a toolset",
                "SELECT name, body, version FROM toolsets WHERE name = $1",
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
            "SELECT name, body, version FROM toolsets ORDER BY name",
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
        })
    }
}
