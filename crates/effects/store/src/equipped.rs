//! The toolset in use: the one that the plain endpoint serves.

use std::slice;

use candor_model::{ChangeRecord, ToolsetName};

use crate::{Store, StoreError, write::WriteTransaction};

impl Store {
    /// The toolset in use; none means every tool.
    pub async fn equipped(&self) -> Result<Option<ToolsetName>, StoreError> {
        let rows: Vec<(Option<String>,)> = self
            .rows(
                "read which toolset is equipped",
                "SELECT toolset FROM equipped WHERE id = 1",
                &[],
            )
            .await?;
        let Some(name) = rows.into_iter().next().and_then(|(name,)| name) else {
            return Ok(None);
        };
        // To take it for none would be to serve every tool.
        let parsed = ToolsetName::parse(&name).map_err(|_| StoreError::Row {
            kind: "setting",
            id: "equipped".to_owned(),
            column: "toolset",
            value: name,
        });
        parsed.map(Some)
    }

    /// Puts a toolset into use, or none. Whether there is such a toolset is for the caller to
    /// know: it may be one that the configuration file declares. The one that is in use already
    /// changes nothing and is not written down.
    pub async fn equip(
        &self,
        name: Option<&ToolsetName>,
        change: &ChangeRecord,
    ) -> Result<(), StoreError> {
        let mut write = self.write("equip a toolset").await?;
        let version = write.revision();
        let equipped = write
            .execute(
                "INSERT INTO equipped (id, toolset, version) VALUES (1, $1, $2) \
                 ON CONFLICT (id) DO UPDATE SET toolset = excluded.toolset, \
                 version = excluded.version \
                 WHERE equipped.toolset IS DISTINCT FROM excluded.toolset",
                &[name.map(ToolsetName::as_str).into(), version.into()],
            )
            .await?;
        if equipped == 0 {
            return Ok(());
        }
        write.commit(slice::from_ref(change)).await
    }
}

/// If the first toolset is in use, puts the other one in its place, or none.
pub(crate) async fn replace(
    write: &mut WriteTransaction<'_>,
    name: &ToolsetName,
    by: Option<&ToolsetName>,
) -> Result<(), StoreError> {
    let version = write.revision();
    write
        .execute(
            "UPDATE equipped SET toolset = $2, version = $3 WHERE toolset = $1",
            &[
                name.as_str().into(),
                by.map(ToolsetName::as_str).into(),
                version.into(),
            ],
        )
        .await?;
    Ok(())
}
