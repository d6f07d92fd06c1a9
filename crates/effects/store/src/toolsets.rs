//! Toolsets with their version history.
//!
//! A change names the version that was read, so two editors of the same toolset cannot overwrite
//! each other, and editors of different ones do not conflict.

pub(crate) mod body;
mod read;
pub(crate) mod rename;
mod versions;

use candor_boxed::boxed;
use candor_model::{ChangeRecord, Opinion, OpinionScope, ToolPattern, Toolset, ToolsetName};

use crate::{
    Store, StoreError, StoreResult, StoredGlobalNotes, equipped,
    error::{check_bytes, not_json},
    global_notes, opinions, preferences,
    write::WriteTransaction,
};

pub use read::{ToolsetChanges, ToolsetState};
pub use versions::{TOOLSET_VERSIONS_MAX, ToolsetVersion};

/// The maximum size of a toolset, as JSON, in bytes.
pub const TOOLSET_MAX: usize = 1 << 20;

const VERSION: &str = "SELECT version FROM toolsets WHERE name = $1";

/// A toolset and its version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredToolset {
    /// The toolset itself.
    pub toolset: Toolset,
    /// The number of its latest version.
    pub number: u64,
    /// The revision at which it or its annotation overrides were last written.
    pub version: u64,
    /// When it was created, in microseconds since the Unix epoch, if known.
    pub created_micros: Option<i64>,
}

/// A toolset with its annotation overrides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeToolset {
    /// The toolset itself.
    pub toolset: Toolset,
    /// The overrides, at most one per pattern.
    pub opinions: Vec<(ToolPattern, Opinion)>,
}

/// The stored form of a whole toolset: its body and its overrides.
type WholeToolsetColumns = (String, Vec<opinions::OpinionEntryColumns>);

impl Store {
    /// Creates a toolset; returns its version.
    #[boxed]
    pub async fn create_toolset(
        &self,
        toolset: &Toolset,
        change: &ChangeRecord,
    ) -> StoreResult<u64> {
        let body = text(toolset)?;
        let mut write = self.write("create a toolset").await?;
        insert(&mut write, &toolset.name, &body, Some(change)).await?;
        enter(&mut write, &toolset.name, &body, Some(change)).await?;
        write.commit_one(change).await
    }

    /// Creates several toolsets with their annotation overrides and, if given, replaces the global
    /// notes, which must be at the version that was read: all or nothing. A toolset that exists or
    /// occurs twice is an error. The first records are those of the toolsets, in order; if there
    /// are fewer, the last one applies to the rest.
    #[boxed]
    pub async fn create_toolsets(
        &self,
        toolsets: &[WholeToolset],
        notes: Option<&StoredGlobalNotes>,
        changes: &[ChangeRecord],
    ) -> StoreResult<()> {
        self.take_over_toolsets(toolsets, &[], notes, changes).await
    }

    /// As [`Store::create_toolsets`], and also changes existing toolsets, each at the given
    /// version, all or nothing. Their annotation overrides are unchanged. Their records follow
    /// those of the new toolsets.
    #[boxed]
    pub async fn take_over_toolsets(
        &self,
        toolsets: &[WholeToolset],
        replaced: &[(Toolset, u64)],
        notes: Option<&StoredGlobalNotes>,
        changes: &[ChangeRecord],
    ) -> StoreResult<()> {
        let kept = toolsets.iter().map(whole_columns);
        let kept: Vec<WholeToolsetColumns> = kept.collect::<Result<_, _>>()?;
        let bodies = replaced.iter().map(|(toolset, _)| text(toolset));
        let bodies: Vec<String> = bodies.collect::<Result<_, _>>()?;
        if toolsets.is_empty() && replaced.is_empty() && notes.is_none() {
            return Ok(());
        }
        let mut write = self.write("create toolsets").await?;
        let by = |at: usize| changes.get(at).or(changes.last());
        for (at, (whole, kept)) in toolsets.iter().zip(kept).enumerate() {
            insert_whole(&mut write, &whole.toolset.name, &kept, by(at)).await?;
        }
        for (at, ((toolset, expected), body)) in replaced.iter().zip(bodies).enumerate() {
            let name = &toolset.name;
            expect(&mut write, name, *expected).await?;
            set_body(&mut write, name, &body).await?;
            enter(&mut write, name, &body, by(toolsets.len() + at)).await?;
        }
        if let Some(notes) = notes {
            global_notes::replace(&mut write, &notes.notes, notes.version).await?;
        }
        write.commit(changes).await
    }

    /// Creates a copy of the toolset `from`, which must be at version `expected`, so that it is
    /// what the caller has read; returns the version of the copy. The first record is that of the
    /// copy.
    #[boxed]
    pub async fn copy_toolset(
        &self,
        from: &ToolsetName,
        expected: u64,
        copy: &WholeToolset,
        changes: &[ChangeRecord],
    ) -> StoreResult<u64> {
        let kept = whole_columns(copy)?;
        let mut write = self.write("copy a toolset").await?;
        expect(&mut write, from, expected).await?;
        insert_whole(&mut write, &copy.toolset.name, &kept, changes.first()).await?;
        let version = write.revision();
        write.commit(changes).await?;
        Ok(version)
    }

    /// Restores an earlier version of a toolset with its annotation overrides or, if those are
    /// unknown, without changing them. It must be at version `expected`, where 0 means that it does
    /// not exist. Returns the new version.
    #[boxed]
    pub async fn restore_toolset(
        &self,
        toolset: &Toolset,
        opinions: Option<&[(ToolPattern, Opinion)]>,
        expected: u64,
        change: &ChangeRecord,
    ) -> StoreResult<u64> {
        let name = &toolset.name;
        let body = text(toolset)?;
        let opinions = opinions.map(opinions::opinion_entries).transpose()?;
        let mut write = self.write("restore a toolset").await?;
        if expected == 0 {
            insert(&mut write, name, &body, Some(change)).await?;
        } else {
            expect(&mut write, name, expected).await?;
            set_body(&mut write, name, &body).await?;
        }
        if let Some(opinions) = opinions {
            opinions::replace_toolset(&mut write, name, &opinions).await?;
        }
        enter(&mut write, name, &body, Some(change)).await?;
        write.commit_one(change).await
    }

    /// Changes the toolset `name`, which must be at version `expected`; returns its new version.
    ///
    /// If `toolset` has another name, it is renamed: its annotation overrides move to the new name,
    /// replacing any there about the same tools, as do its preferences; if it is equipped, it stays
    /// equipped. The name of another toolset is an error.
    #[boxed]
    pub async fn update_toolset(
        &self,
        name: &ToolsetName,
        toolset: &Toolset,
        expected: u64,
        change: &ChangeRecord,
    ) -> StoreResult<u64> {
        let body = text(toolset)?;
        let mut write = self.write("change a toolset").await?;
        expect(&mut write, name, expected).await?;
        let renamed_from = (toolset.name != *name).then_some(name);
        if renamed_from.is_some() {
            leave(&mut write, name, &toolset.name, change).await?;
        }
        let values = [
            name.as_str().into(),
            toolset.name.as_str().into(),
            body.as_str().into(),
        ];
        let statement = "UPDATE toolsets SET name = $2, body = $3 WHERE name = $1";
        write.execute(statement, &values).await?;
        versions::VersionEntry {
            name: &toolset.name,
            body: Some(&body),
            renamed_from,
        }
        .write(&mut write, Some(change))
        .await?;
        write.commit_one(change).await
    }

    /// Deletes a toolset that is at version `expected`, with its annotation overrides and
    /// preferences. If it is equipped, none is afterwards. Its version history stays readable.
    #[boxed]
    pub async fn delete_toolset(
        &self,
        name: &ToolsetName,
        expected: u64,
        change: &ChangeRecord,
    ) -> StoreResult<()> {
        let mut write = self.write("delete a toolset").await?;
        expect(&mut write, name, expected).await?;
        let scope = OpinionScope::Toolset(name.clone());
        opinions::remove_scope(&mut write, &scope).await?;
        preferences::remove(&mut write, name.as_str()).await?;
        equipped::replace(&mut write, name, None).await?;
        let statement = "DELETE FROM toolsets WHERE name = $1";
        write.execute(statement, &[name.as_str().into()]).await?;
        let gone = versions::VersionEntry::deleted(name);
        gone.write(&mut write, Some(change)).await?;
        write.commit_one(change).await.map(drop)
    }
}

/// Fails unless the toolset exists at this version.
async fn expect(
    write: &mut WriteTransaction<'_>,
    name: &ToolsetName,
    expected: u64,
) -> StoreResult<()> {
    let what = called(name);
    write
        .check_version(VERSION, name.as_str(), expected, what)
        .await
}

/// Replaces the body of a toolset.
async fn set_body(
    write: &mut WriteTransaction<'_>,
    name: &ToolsetName,
    body: &str,
) -> StoreResult<()> {
    let statement = "UPDATE toolsets SET body = $2 WHERE name = $1";
    let values = [name.as_str().into(), body.into()];
    write.execute(statement, &values).await.map(drop)
}

/// Inserts a new toolset. The caller adds an entry to its version history.
async fn insert(
    write: &mut WriteTransaction<'_>,
    name: &ToolsetName,
    body: &str,
    by: Option<&ChangeRecord>,
) -> StoreResult<()> {
    let values = [
        name.as_str().into(),
        body.into(),
        write.revision().into(),
        by.map_or(0, |record| record.at_micros).into(),
    ];
    let statement = "INSERT INTO toolsets (name, body, version, created_micros) \
                     VALUES ($1, $2, $3, $4) ON CONFLICT (name) DO NOTHING";
    let exists = || StoreError::Exists { what: called(name) };
    write.must(statement, &values, exists).await?;
    // Preferences of a deleted toolset with this name must not apply to the new one.
    preferences::remove(write, name.as_str()).await
}

/// Inserts a new toolset with its overrides. Leftover overrides under the name had no effect and
/// are replaced.
async fn insert_whole(
    write: &mut WriteTransaction<'_>,
    name: &ToolsetName,
    (body, opinions): &WholeToolsetColumns,
    by: Option<&ChangeRecord>,
) -> StoreResult<()> {
    insert(write, name, body, by).await?;
    opinions::replace_toolset(write, name, opinions).await?;
    enter(write, name, body, by).await
}

/// Adds the toolset's new state to its version history.
async fn enter(
    write: &mut WriteTransaction<'_>,
    name: &ToolsetName,
    body: &str,
    by: Option<&ChangeRecord>,
) -> StoreResult<()> {
    let entry = versions::VersionEntry {
        name,
        body: Some(body),
        renamed_from: None,
    };
    entry.write(write, by).await
}

/// Records a new version of a toolset whose annotation overrides changed. A toolset declared in the
/// configuration file has no versions here.
pub(crate) async fn touch(
    write: &mut WriteTransaction<'_>,
    name: &ToolsetName,
    by: Option<&ChangeRecord>,
) -> StoreResult<()> {
    let query = "SELECT body FROM toolsets WHERE name = $1";
    let found: Option<(String,)> = write.one(query, &[name.as_str().into()]).await?;
    match found {
        Some((body,)) => enter(write, name, &body, by).await,
        None => Ok(()),
    }
}

/// Moves what depends on the toolset's name.
async fn leave(
    write: &mut WriteTransaction<'_>,
    old: &ToolsetName,
    new: &ToolsetName,
    change: &ChangeRecord,
) -> StoreResult<()> {
    if write.version_of(VERSION, new.as_str()).await?.is_some() {
        return Err(StoreError::Exists { what: called(new) });
    }
    opinions::move_toolset(write, old, new).await?;
    preferences::move_toolset(write, old, new).await?;
    equipped::replace(write, old, Some(new)).await?;
    let gone = versions::VersionEntry::deleted(old);
    gone.write(write, Some(change)).await
}

// === impl WholeToolset ===

impl From<Toolset> for WholeToolset {
    fn from(toolset: Toolset) -> Self {
        Self {
            toolset,
            opinions: Vec::new(),
        }
    }
}

fn whole_columns(whole: &WholeToolset) -> StoreResult<WholeToolsetColumns> {
    let body = text(&whole.toolset)?;
    Ok((body, opinions::opinion_entries(&whole.opinions)?))
}

/// Serializes a toolset, if it is not too large.
fn text(toolset: &Toolset) -> StoreResult<String> {
    let text = written(toolset)?;
    check_bytes(text.len(), TOOLSET_MAX, || called(&toolset.name))?;
    Ok(text)
}

/// Serializes a toolset, whatever its size.
fn written(toolset: &Toolset) -> StoreResult<String> {
    body::write(toolset).map_err(not_json(called(&toolset.name)))
}

/// The toolset as named in messages.
fn called(name: &ToolsetName) -> String {
    format!("toolset `{name}`")
}
