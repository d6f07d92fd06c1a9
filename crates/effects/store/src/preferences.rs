//! The preferences of the default policy and of each toolset, with their versions.

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

/// The preferences of the default policy or of a toolset, and their version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPreferences {
    /// The toolset that it holds in; none means everywhere.
    pub toolset: Option<ToolsetName>,
    /// What is stated.
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
    /// The default policy, then the toolsets by name. One that cannot be read is
    /// an error: to take it for none could be to ask less often than was set.
    #[boxed]
    pub async fn preferences(&self) -> StoreResult<Vec<StoredPreferences>> {
        let query = "SELECT toolset, body, version FROM preferences";
        let rows: Vec<PreferenceColumns> = self.rows("read the preferences", query, &[]).await?;
        let read: Result<Vec<_>, _> = rows.into_iter().map(PreferenceColumns::read).collect();
        let mut stored = read?;
        stored.sort_by(|one, other| one.toolset.cmp(&other.toolset));
        Ok(stored)
    }

    /// Replaces the preferences of the default policy, or of a toolset, which are at version
    /// `expected`, 0 if there is nothing yet. Returns the new version. To state nothing removes the
    /// entry, and its version is 0; where there was none, that changes nothing and is not written
    /// down.
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

/// Moves what a toolset has stated to another name. No toolset had that name, so what may stand
/// there counted nowhere.
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

/// Forgets what a toolset has stated: it is gone, or another one begins under its name.
pub(crate) async fn remove(write: &mut WriteTransaction<'_>, name: &str) -> StoreResult<()> {
    let statement = "DELETE FROM preferences WHERE toolset = $1";
    write.execute(statement, &[name.into()]).await.map(drop)
}

/// The default policy has the empty name, which no toolset can have.
fn column(toolset: Option<&ToolsetName>) -> &str {
    toolset.map_or("", ToolsetName::as_str)
}

/// How an entry is called in a sentence.
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
