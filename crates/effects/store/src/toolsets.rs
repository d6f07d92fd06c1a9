//! Toolsets, with the version of each and the versions it had.
//!
//! As everywhere, a change names the version that was read, so two editors of the
//! same toolset cannot overwrite each other, and those who make different ones do not meet.

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

/// The most bytes of a toolset, as JSON.
pub const TOOLSET_MAX: usize = 1 << 20;

const VERSION: &str = "SELECT version FROM toolsets WHERE name = $1";

/// A toolset, and the version it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredToolset {
    /// The toolset itself.
    pub toolset: Toolset,
    /// The number of its latest version.
    pub number: u64,
    /// The revision at which it, or what is said about tools in it, was last written.
    pub version: u64,
    /// When it was made, in microseconds since the Unix epoch, where that is known.
    pub created_micros: Option<i64>,
}

/// A toolset with what is said about tools in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeToolset {
    /// The toolset itself.
    pub toolset: Toolset,
    /// About which tools, and what; each pattern once.
    pub opinions: Vec<(ToolPattern, Opinion)>,
}

/// A whole toolset as it is kept: the body, and what is said in it.
type WholeToolsetColumns = (String, Vec<opinions::OpinionEntryColumns>);

impl Store {
    /// Makes a toolset; returns its version.
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

    /// Makes many toolsets with what is said in them and, where there are any, replaces the notes
    /// for every toolset, whose version is the one that was read: all of it or nothing. If a
    /// toolset is there already, or twice among them, it is the error. The first records are
    /// those of the toolsets, in their order; if there are fewer, the last one speaks for the
    /// rest.
    #[boxed]
    pub async fn create_toolsets(
        &self,
        toolsets: &[WholeToolset],
        notes: Option<&StoredGlobalNotes>,
        changes: &[ChangeRecord],
    ) -> StoreResult<()> {
        self.take_over_toolsets(toolsets, &[], notes, changes).await
    }

    /// The same, and changes others, each of which is at the version beside it: all of it or
    /// nothing. What is said about tools in those stays. Their records are after those of the
    /// toolsets that are made.
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

    /// Makes a copy of the toolset `from`, which is at version `expected`; returns the version of
    /// the copy. The caller has read what it copies; it has not changed since. The first
    /// record is that of the copy.
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

    /// Makes a toolset what it was: the whole of it, or, where it is not known what was said about
    /// tools in it, the rest. It is at version `expected`, or, if that is 0, not there. Returns
    /// its new version.
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

    /// Changes the toolset `name`, which is at version `expected`; returns its new version.
    ///
    /// If `toolset` has another name, it is renamed: what is said about tools in it moves to the
    /// new name, in place of what may be said there about the same tools, its preferences do too,
    /// and if it is equipped, it stays so. A name that another toolset has is an error.
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

    /// Removes a toolset that is at version `expected`, with what is said about tools in it and
    /// with its preferences. If it is equipped, none is afterwards. Its versions stay readable.
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

/// Refuses to go on unless the toolset is there at this version.
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

/// Puts another body in place of a toolset's.
async fn set_body(
    write: &mut WriteTransaction<'_>,
    name: &ToolsetName,
    body: &str,
) -> StoreResult<()> {
    let statement = "UPDATE toolsets SET body = $2 WHERE name = $1";
    let values = [name.as_str().into(), body.into()];
    write.execute(statement, &values).await.map(drop)
}

/// Puts a toolset where there is none. What becomes of it is to be entered among its versions.
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
    // What another toolset of this name once preferred would decide here when a person is asked.
    preferences::remove(write, name.as_str()).await
}

/// The same with what is said in it and nothing else. Nothing that was said there before counted.
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

/// Enters what a toolset is from now on among its versions.
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

/// Something else is said about tools in a toolset: it is another version of it. A toolset that
/// the configuration file declares has no versions here.
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

/// Takes along what depends on the name.
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

/// The toolset as it is kept, if it is not too large.
fn text(toolset: &Toolset) -> StoreResult<String> {
    let text = written(toolset)?;
    check_bytes(text.len(), TOOLSET_MAX, || called(&toolset.name))?;
    Ok(text)
}

/// The toolset as it is kept, however large.
fn written(toolset: &Toolset) -> StoreResult<String> {
    body::write(toolset).map_err(not_json(called(&toolset.name)))
}

/// How a toolset is called in a sentence.
fn called(name: &ToolsetName) -> String {
    format!("toolset `{name}`")
}
