//! Policy preferences: the defaults and those of toolsets, with their versions.

mod body;

use candor_boxed::boxed;
use candor_model::{ChangeRecord, PreferenceEdits, ToolsetName};

use crate::{
    Store, StoreError, StoreResult,
    error::not_json,
    row_label::{ReadError, RowLabel},
    sql::{from_row, number},
    write::WriteTransaction,
};

/// The default preferences or those of a toolset, and their version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPreferences {
    /// The toolset; `None` for the defaults.
    pub toolset: Option<ToolsetName>,
    /// The preferences that are set.
    pub edits: PreferenceEdits,
    /// The revision at which it was written.
    pub version: u64,
}

struct PreferenceColumns {
    toolset: String,
    body: String,
    version: i64,
}

from_row!(PreferenceColumns: toolset, body, version);

impl Store {
    /// The default preferences, then those of toolsets by name. An unreadable row is an error:
    /// ignoring it could mean that approval is required less often than configured.
    #[boxed]
    pub async fn preferences(&self) -> StoreResult<Vec<StoredPreferences>> {
        let query = "SELECT toolset, body, version FROM preferences";
        let rows: Vec<PreferenceColumns> = self.rows("read the preferences", query, &[]).await?;
        let read: Result<Vec<_>, _> = rows.into_iter().map(PreferenceColumns::read).collect();
        let mut stored = read?;
        stored.sort_by(|one, other| one.toolset.cmp(&other.toolset));
        Ok(stored)
    }

    /// Replaces the default preferences or those of a toolset, which must be at version `expected`,
    /// 0 if there are none. Returns the new version. Setting no preferences removes the row, and
    /// the version is then 0; if there was no row, nothing is changed or recorded.
    #[boxed]
    pub async fn set_preferences(
        &self,
        toolset: Option<&ToolsetName>,
        edits: &PreferenceEdits,
        expected: u64,
        change: &ChangeRecord,
    ) -> StoreResult<u64> {
        let name = column(toolset);
        let mut write = self.write("change the preferences").await?;
        let query = "SELECT version FROM preferences WHERE toolset = $1";
        let found = write.number(query, &[name.into()]).await?;
        if found != expected {
            let subject = called(name);
            return Err(StoreError::Stale { subject, found });
        }
        if edits.is_empty() {
            if found > 0 {
                remove(&mut write, name).await?;
                write.commit_one(change).await?;
            }
            return Ok(0);
        }
        let body = body::write(edits).map_err(not_json(called(name)))?;
        let values = [name.into(), body.into(), write.revision().into()];
        let statement = "INSERT INTO preferences (toolset, body, version) VALUES ($1, $2, $3) \
             ON CONFLICT (toolset) DO UPDATE SET body = excluded.body, version = excluded.version";
        write.execute(statement, &values).await?;
        write.commit_one(change).await
    }
}

/// Moves the preferences of a toolset to another name. No toolset had that name, so any preferences
/// stored under it had no effect.
pub(crate) async fn move_toolset(
    write: &mut WriteTransaction<'_>,
    old: &ToolsetName,
    new: &ToolsetName,
) -> StoreResult<()> {
    remove(write, new.as_str()).await?;
    let statement = "UPDATE preferences SET toolset = $2, version = $3 WHERE toolset = $1";
    let values = [
        old.as_str().into(),
        new.as_str().into(),
        write.revision().into(),
    ];
    write.execute(statement, &values).await.map(drop)
}

/// Removes the preferences of a toolset that was deleted or is about to be created.
pub(crate) async fn remove(write: &mut WriteTransaction<'_>, name: &str) -> StoreResult<()> {
    let statement = "DELETE FROM preferences WHERE toolset = $1";
    write.execute(statement, &[name.into()]).await.map(drop)
}

/// The column value; the defaults have the empty name, which no toolset can have.
fn column(toolset: Option<&ToolsetName>) -> &str {
    toolset.map_or("", ToolsetName::as_str)
}

/// The preferences as named in messages.
fn called(name: &str) -> String {
    match name {
        "" => "the preferences for every toolset".to_owned(),
        name => format!("the preferences of toolset `{name}`"),
    }
}

// === impl PreferenceColumns ===

impl PreferenceColumns {
    fn read(self) -> StoreResult<StoredPreferences> {
        let name = Some(self.toolset.as_str()).filter(|name| !name.is_empty());
        let id = match name {
            None => "preferences for every toolset".to_owned(),
            Some(name) => format!("preferences of {name}"),
        };
        let label = RowLabel::new("setting", &id);
        let parse = |name: &str| ToolsetName::parse(name).ok();
        let unread = |ReadError(part, value)| label.word(part, &value, |_| None);
        Ok(StoredPreferences {
            toolset: label.optional("toolset", name, parse)?,
            edits: body::read(&self.body).or_else(unread)?,
            version: number(self.version),
        })
    }
}
