//! Sources that were added at run time.
//!
//! The caller seals a source's description, which may contain credentials; here it is an opaque
//! text.

use candor_boxed::boxed;
use candor_model::{ChangeRecord, SourceName};

use crate::{
    Store, StoreError, StoreResult, error::check_bytes, sql::number, write::WriteTransaction,
};

/// The maximum size of one sealed source, in bytes; it may include an API document.
pub const SAVED_SOURCE_MAX: usize = 32 << 20;

const READ: &str = "read the saved sources";

/// A source that was added at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSource {
    /// The name of the source.
    pub name: SourceName,
    /// Its description, sealed.
    pub sealed: String,
    /// The revision at which it was last written.
    pub version: u64,
}

impl Store {
    /// All added sources, ordered by name.
    #[boxed]
    pub async fn saved_sources(&self) -> StoreResult<Vec<StoredSource>> {
        let query = "SELECT name, body, version FROM saved_sources ORDER BY name";
        let rows: Vec<(String, String, i64)> = self.rows(READ, query, &[]).await?;
        // An invalid name comes from a newer version of the program; the row is skipped.
        let read = |(name, sealed, version): (String, String, i64)| {
            Some(StoredSource {
                name: SourceName::parse(&name).ok()?,
                sealed,
                version: number(version),
            })
        };
        Ok(rows.into_iter().filter_map(read).collect())
    }

    /// The names and versions of these sources, to find out which to read again.
    #[boxed]
    pub async fn saved_source_versions(&self) -> StoreResult<Vec<(String, u64)>> {
        let query = "SELECT name, version FROM saved_sources ORDER BY name";
        let rows: Vec<(String, i64)> = self.rows(READ, query, &[]).await?;
        let read = |(name, version): (String, i64)| (name, number(version));
        Ok(rows.into_iter().map(read).collect())
    }

    /// Adds a source; returns its version.
    #[boxed]
    pub async fn add_saved_source(
        &self,
        name: &SourceName,
        sealed: &str,
        change: &ChangeRecord,
    ) -> StoreResult<u64> {
        check_size(name, sealed)?;
        let mut write = self.write("save a source").await?;
        let values = [name.as_str().into(), sealed.into(), write.revision().into()];
        let statement = "INSERT INTO saved_sources (name, body, version) VALUES ($1, $2, $3) \
                         ON CONFLICT (name) DO NOTHING";
        let exists = || StoreError::Exists { what: called(name) };
        write.must(statement, &values, exists).await?;
        write.commit_one(change).await
    }

    /// Replaces the text of a source that is at version `expected`; returns its new version.
    #[boxed]
    pub async fn update_saved_source(
        &self,
        name: &SourceName,
        sealed: &str,
        expected: u64,
        change: &ChangeRecord,
    ) -> StoreResult<u64> {
        check_size(name, sealed)?;
        let mut write = self.write("change a source").await?;
        expect(&mut write, name, expected).await?;
        let values = [name.as_str().into(), sealed.into(), write.revision().into()];
        let statement = "UPDATE saved_sources SET body = $2, version = $3 WHERE name = $1";
        write.execute(statement, &values).await?;
        write.commit_one(change).await
    }

    /// Deletes a source that is at version `expected`, along with the pins of its tools: a later
    /// source with the same name is a different one.
    #[boxed]
    pub async fn remove_saved_source(
        &self,
        name: &SourceName,
        expected: u64,
        change: &ChangeRecord,
    ) -> StoreResult<()> {
        let mut write = self.write("remove a source").await?;
        expect(&mut write, name, expected).await?;
        for statement in [
            "DELETE FROM saved_sources WHERE name = $1",
            "DELETE FROM pins WHERE source = $1",
            "DELETE FROM drifts WHERE source = $1",
            "DELETE FROM sources WHERE name = $1",
        ] {
            write.execute(statement, &[name.as_str().into()]).await?;
        }
        write.commit_one(change).await.map(drop)
    }

    /// Replaces texts by their re-encrypted form; versions are unchanged.
    #[boxed]
    pub async fn reseal_saved_sources(
        &self,
        anew: &[StoredSource],
        change: &ChangeRecord,
    ) -> StoreResult<()> {
        if anew.is_empty() {
            return Ok(());
        }
        let mut write = self.write("re-encrypt the sources").await?;
        for source in anew {
            expect(&mut write, &source.name, source.version).await?;
            let values = [source.name.as_str().into(), source.sealed.as_str().into()];
            let statement = "UPDATE saved_sources SET body = $2 WHERE name = $1";
            write.execute(statement, &values).await?;
        }
        write.commit_one(change).await.map(drop)
    }
}

/// Fails unless the source exists at this version.
async fn expect(
    write: &mut WriteTransaction<'_>,
    name: &SourceName,
    expected: u64,
) -> StoreResult<()> {
    let query = "SELECT version FROM saved_sources WHERE name = $1";
    let what = called(name);
    write
        .check_version(query, name.as_str(), expected, what)
        .await
}

fn check_size(name: &SourceName, sealed: &str) -> StoreResult<()> {
    check_bytes(sealed.len(), SAVED_SOURCE_MAX, || called(name))
}

/// The source as named in messages.
fn called(name: &SourceName) -> String {
    format!("saved source `{name}`")
}
