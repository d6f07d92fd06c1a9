//! How the house, and each toolset, wants to be asked, with the version of each.

mod body;

use std::slice;

use candor_model::{ChangeRecord, PreferenceEdits, ToolsetName};

use crate::{Store, StoreError, sql::number, write::WriteTransaction};

/// What the house or a toolset has stated, and the version it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPreferences {
    /// The toolset that it holds in; none means everywhere.
    pub toolset: Option<ToolsetName>,
    /// What is stated.
    pub edits: PreferenceEdits,
    /// The revision at which it was written.
    pub version: u64,
}

#[derive(sqlx::FromRow)]
struct PreferenceColumns {
    toolset: String,
    body: String,
    version: i64,
}

impl Store {
    /// What the house has stated, then what toolsets have, by name. One that cannot be read is
    /// an error: to take it for none could be to ask less often than was set.
    pub async fn preferences(&self) -> Result<Vec<StoredPreferences>, StoreError> {
        let rows: Vec<PreferenceColumns> = self
            .rows(
                "read the preferences",
                "SELECT toolset, body, version FROM preferences",
                &[],
            )
            .await?;
        let read: Result<Vec<_>, _> = rows.into_iter().map(PreferenceColumns::read).collect();
        let mut stored = read?;
        stored.sort_by(|one, other| one.toolset.cmp(&other.toolset));
        Ok(stored)
    }

    /// Replaces what the house, or a toolset, has stated, which is at version `expected`, 0 if
    /// there is nothing yet. Returns the new version. To state nothing removes the entry, and its
    /// version is 0; where there was none, that changes nothing and is not written down.
    pub async fn set_preferences(
        &self,
        toolset: Option<&ToolsetName>,
        edits: &PreferenceEdits,
        expected: u64,
        change: &ChangeRecord,
    ) -> Result<u64, StoreError> {
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
                write.commit(slice::from_ref(change)).await?;
            }
            return Ok(0);
        }
        let body = body::write(edits).map_err(|cause| StoreError::NotJson {
            what: called(name),
            cause: cause.into(),
        })?;
        let version = write.revision();
        write
            .execute(
                "INSERT INTO preferences (toolset, body, version) VALUES ($1, $2, $3) \
                 ON CONFLICT (toolset) DO UPDATE SET body = excluded.body, \
                 version = excluded.version",
                &[name.into(), body.into(), version.into()],
            )
            .await?;
        write.commit(slice::from_ref(change)).await?;
        Ok(version)
    }
}

/// Forgets what a toolset has stated: it is gone, or another one begins under its name.
pub(crate) async fn remove_toolset(
    write: &mut WriteTransaction<'_>,
    name: &ToolsetName,
) -> Result<(), StoreError> {
    remove(write, name.as_str()).await
}

/// Moves what a toolset has stated to another name. No toolset had that name, so what may stand
/// there counted nowhere.
pub(crate) async fn move_toolset(
    write: &mut WriteTransaction<'_>,
    old: &ToolsetName,
    new: &ToolsetName,
) -> Result<(), StoreError> {
    remove_toolset(write, new).await?;
    let version = write.revision();
    write
        .execute(
            "UPDATE preferences SET toolset = $2, version = $3 WHERE toolset = $1",
            &[old.as_str().into(), new.as_str().into(), version.into()],
        )
        .await?;
    Ok(())
}

async fn remove(write: &mut WriteTransaction<'_>, name: &str) -> Result<(), StoreError> {
    let statement = "DELETE FROM preferences WHERE toolset = $1";
    write.execute(statement, &[name.into()]).await?;
    Ok(())
}

/// The house has the empty name, which no toolset can have.
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
    fn read(self) -> Result<StoredPreferences, StoreError> {
        let unread = |column, value: &str| StoreError::Row {
            kind: "setting",
            id: match self.toolset.as_str() {
                "" => "preferences for every toolset".to_owned(),
                name => format!("preferences of {name}"),
            },
            column,
            value: value[..value.floor_char_boundary(200)].to_owned(),
        };
        let toolset = match self.toolset.as_str() {
            "" => None,
            name => Some(ToolsetName::parse(name).map_err(|_| unread("toolset", name))?),
        };
        Ok(StoredPreferences {
            toolset,
            edits: body::read(&self.body)
                .map_err(|body::PreferencesReadError(part, value)| unread(part, &value))?,
            version: number(self.version),
        })
    }
}
