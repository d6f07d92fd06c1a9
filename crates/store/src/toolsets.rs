//! Toolsets, with the version of each and the versions it had.
//!
//! As everywhere, whoever changes one says which version they have read, so two editors of the
//! same toolset cannot overwrite each other, and those who make different ones do not meet.

pub(crate) mod body;
mod read;
pub(crate) mod rename;
mod versions;

use std::slice;

use candor_model::{ChangeRecord, Toolset, ToolsetName};

use crate::{Store, StoreError, equipped, opinions, write::Write};

pub use versions::{TOOLSET_VERSIONS_MAX, ToolsetVersion};

/// The most bytes of a toolset, as JSON.
pub const TOOLSET_MAX: usize = 1 << 20;

/// A toolset, and the version it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredToolset {
    /// The toolset.
    pub toolset: Toolset,
    /// The revision at which it was last written.
    pub version: u64,
}

impl Store {
    /// Makes a toolset; returns its version.
    pub async fn create_toolset(
        &self,
        toolset: &Toolset,
        change: &ChangeRecord,
    ) -> Result<u64, StoreError> {
        let body = text(toolset)?;
        let mut write = self.write("create a toolset").await?;
        insert(&mut write, &toolset.name, body, Some(change)).await?;
        let version = write.revision();
        write.commit(slice::from_ref(change)).await?;
        Ok(version)
    }

    /// Makes many toolsets, all or none of them; if one is there already, or twice among them,
    /// it is the error. The records are those of the toolsets, in their order; if there are
    /// fewer, the last one speaks for the rest.
    pub async fn create_toolsets(
        &self,
        toolsets: &[Toolset],
        changes: &[ChangeRecord],
    ) -> Result<(), StoreError> {
        let bodies: Vec<String> = toolsets.iter().map(text).collect::<Result<_, _>>()?;
        if toolsets.is_empty() {
            return Ok(());
        }
        let mut write = self.write("create toolsets").await?;
        for (at, (toolset, body)) in toolsets.iter().zip(bodies).enumerate() {
            let by = changes.get(at).or(changes.last());
            insert(&mut write, &toolset.name, body, by).await?;
        }
        write.commit(changes).await
    }

    /// Changes the toolset `name`, which is at version `expected`; returns its new version.
    ///
    /// If `toolset` has another name, it is renamed: what is said about tools in it moves to the
    /// new name, in place of what may be said there about the same tools, and if it is equipped,
    /// it stays so. A name that another toolset has is an error.
    pub async fn update_toolset(
        &self,
        name: &ToolsetName,
        toolset: &Toolset,
        expected: u64,
        change: &ChangeRecord,
    ) -> Result<u64, StoreError> {
        let body = text(toolset)?;
        let mut write = self.write("change a toolset").await?;
        expect(&mut write, name, expected).await?;
        let renamed_from = (toolset.name != *name).then_some(name);
        if renamed_from.is_some() {
            leave(&mut write, name, &toolset.name, change).await?;
        }
        let version = write.revision();
        write
            .execute(
                "UPDATE toolsets SET name = $2, body = $3, version = $4 WHERE name = $1",
                &[
                    name.as_str().into(),
                    toolset.name.as_str().into(),
                    body.as_str().into(),
                    version.into(),
                ],
            )
            .await?;
        versions::Entry {
            name: &toolset.name,
            body: Some(&body),
            renamed_from,
        }
        .write(&mut write, Some(change))
        .await?;
        write.commit(slice::from_ref(change)).await?;
        Ok(version)
    }

    /// Removes a toolset that is at version `expected`, with what is said about tools in it. If
    /// it is equipped, none is afterwards. Its versions stay readable.
    pub async fn delete_toolset(
        &self,
        name: &ToolsetName,
        expected: u64,
        change: &ChangeRecord,
    ) -> Result<(), StoreError> {
        let mut write = self.write("delete a toolset").await?;
        expect(&mut write, name, expected).await?;
        opinions::remove_toolset(&mut write, name).await?;
        equipped::replace(&mut write, name, None).await?;
        let statement = "DELETE FROM toolsets WHERE name = $1";
        write.execute(statement, &[name.as_str().into()]).await?;
        versions::Entry::deleted(name)
            .write(&mut write, Some(change))
            .await?;
        write.commit(slice::from_ref(change)).await
    }
}

/// Refuses to go on unless the toolset is there; returns its version.
pub(crate) async fn find(write: &mut Write<'_>, name: &ToolsetName) -> Result<u64, StoreError> {
    version(write, name)
        .await?
        .ok_or_else(|| StoreError::Missing { what: called(name) })
}

/// Refuses to go on unless the toolset is there at this version.
async fn expect(
    write: &mut Write<'_>,
    name: &ToolsetName,
    expected: u64,
) -> Result<(), StoreError> {
    let found = find(write, name).await?;
    if found == expected {
        return Ok(());
    }
    let subject = called(name);
    Err(StoreError::Stale { subject, found })
}

async fn version(write: &mut Write<'_>, name: &ToolsetName) -> Result<Option<u64>, StoreError> {
    let found: Option<(i64,)> = write
        .one(
            "SELECT version FROM toolsets WHERE name = $1",
            &[name.as_str().into()],
        )
        .await?;
    Ok(found.map(|(version,)| u64::try_from(version).unwrap_or_default()))
}

/// Puts a toolset where there is none.
async fn insert(
    write: &mut Write<'_>,
    name: &ToolsetName,
    body: String,
    by: Option<&ChangeRecord>,
) -> Result<(), StoreError> {
    let version = write.revision();
    let created = write
        .execute(
            "INSERT INTO toolsets (name, body, version) VALUES ($1, $2, $3) \
             ON CONFLICT (name) DO NOTHING",
            &[name.as_str().into(), body.as_str().into(), version.into()],
        )
        .await?;
    if created == 0 {
        return Err(StoreError::Exists { what: called(name) });
    }
    let entry = versions::Entry {
        name,
        body: Some(&body),
        renamed_from: None,
    };
    entry.write(write, by).await
}

/// Takes along what depends on the name.
async fn leave(
    write: &mut Write<'_>,
    old: &ToolsetName,
    new: &ToolsetName,
    change: &ChangeRecord,
) -> Result<(), StoreError> {
    if version(write, new).await?.is_some() {
        return Err(StoreError::Exists { what: called(new) });
    }
    opinions::move_toolset(write, old, new).await?;
    equipped::replace(write, old, Some(new)).await?;
    versions::Entry::deleted(old)
        .write(write, Some(change))
        .await
}

/// The toolset as it is kept, if it is not too large.
fn text(toolset: &Toolset) -> Result<String, StoreError> {
    let text = body::write(toolset).map_err(|cause| StoreError::NotJson {
        what: called(&toolset.name),
        cause: cause.into(),
    })?;
    if text.len() > TOOLSET_MAX {
        return Err(StoreError::TooLarge {
            what: called(&toolset.name),
            size: text.len(),
            limit: TOOLSET_MAX,
            unit: "bytes",
        });
    }
    Ok(text)
}

/// How a toolset is called in a sentence.
fn called(name: &ToolsetName) -> String {
    format!("toolset `{name}`")
}
