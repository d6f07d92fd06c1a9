//! The equipped toolset: the one that the plain endpoint serves.

use candor_boxed::boxed;
use candor_model::{ChangeRecord, ToolsetName};

use crate::{
    Store, StoreResult,
    row_label::{ReadError, RowLabel},
    write::WriteTransaction,
};

impl Store {
    /// The equipped toolset; `None` means that every tool is served.
    #[boxed]
    pub async fn equipped(&self) -> StoreResult<Option<ToolsetName>> {
        let query = "SELECT toolset FROM equipped WHERE id = 1";
        let task = "read which toolset is equipped";
        let found: Option<(Option<String>,)> = self.one(task, query, &[]).await?;
        let Some(name) = found.and_then(|(name,)| name) else {
            return Ok(None);
        };
        // An unreadable name must not count as none, because then every tool would be served.
        let parsed = ToolsetName::parse(&name);
        let label = RowLabel::new("setting", "equipped");
        let unread = |_| label.unread(ReadError("toolset", name));
        parsed.map(Some).map_err(unread)
    }

    /// Equips a toolset, or none. The caller checks that it exists, because the configuration file
    /// may declare it. Equipping the same toolset again changes nothing and is not recorded.
    #[boxed]
    pub async fn equip(
        &self,
        name: Option<&ToolsetName>,
        change: &ChangeRecord,
    ) -> StoreResult<()> {
        let mut write = self.write("equip a toolset").await?;
        let values = [
            name.map(ToolsetName::as_str).into(),
            write.revision().into(),
        ];
        let statement = "INSERT INTO equipped (id, toolset, version) VALUES (1, $1, $2) \
                         ON CONFLICT (id) DO UPDATE SET toolset = excluded.toolset, \
                         version = excluded.version \
                         WHERE equipped.toolset IS DISTINCT FROM excluded.toolset";
        if write.execute(statement, &values).await? == 0 {
            return Ok(());
        }
        write.commit_one(change).await.map(drop)
    }
}

/// If the first toolset is equipped, replaces it by the other one or by none.
pub(crate) async fn replace(
    write: &mut WriteTransaction<'_>,
    name: &ToolsetName,
    by: Option<&ToolsetName>,
) -> StoreResult<()> {
    let values = [
        name.as_str().into(),
        by.map(ToolsetName::as_str).into(),
        write.revision().into(),
    ];
    let statement = "UPDATE equipped SET toolset = $2, version = $3 WHERE toolset = $1";
    write.execute(statement, &values).await.map(drop)
}
