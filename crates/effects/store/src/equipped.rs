//! The toolset in use: the one that the plain endpoint serves.

use candor_boxed::boxed;
use candor_model::{ChangeRecord, ToolsetName};

use crate::{
    Store, StoreResult,
    row_label::{ReadError, RowLabel},
    write::WriteTransaction,
};

impl Store {
    /// The toolset in use; none means every tool.
    #[boxed]
    pub async fn equipped(&self) -> StoreResult<Option<ToolsetName>> {
        let query = "SELECT toolset FROM equipped WHERE id = 1";
        let task = "read which toolset is equipped";
        let found: Option<(Option<String>,)> = self.one(task, query, &[]).await?;
        let Some(name) = found.and_then(|(name,)| name) else {
            return Ok(None);
        };
        // To take it for none would be to serve every tool.
        let parsed = ToolsetName::parse(&name);
        let label = RowLabel::new("setting", "equipped");
        let unread = |_| label.unread(ReadError("toolset", name));
        parsed.map(Some).map_err(unread)
    }

    /// Puts a toolset into use, or none. Whether there is such a toolset is for the caller to
    /// know: it may be one that the configuration file declares. The one that is in use already
    /// changes nothing and is not written down.
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

/// If the first toolset is in use, puts the other one in its place, or none.
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
