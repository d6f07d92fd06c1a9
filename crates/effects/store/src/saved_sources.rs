//! Sources that people added while the gateway ran.
//!
//! The description of a source is sealed by the caller, since it may hold credentials; here it is a
//! text like any other.

use candor_boxed::boxed;
use candor_model::{ChangeRecord, SourceName};

use crate::{
    Store, StoreError, StoreResult, error::check_bytes, sql::number, write::WriteTransaction,
};

/// The most bytes of one source, sealed; the document of an API may be part of it.
pub const SAVED_SOURCE_MAX: usize = 32 << 20;

const READ: &str = "read the saved sources";

/// A source that was added while the gateway ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSource {
    /// What it is called.
    pub name: SourceName,
    /// What it is, sealed.
    pub sealed: String,
    /// The revision at which it was last written.
    pub version: u64,
}

impl Store {
    /// Every added source, by name.
    #[boxed]
    pub async fn saved_sources(&self) -> StoreResult<Vec<StoredSource>> {
        let query = "SELECT name, body, version FROM saved_sources ORDER BY name";
        let rows: Vec<(String, String, i64)> = self.rows(READ, query, &[]).await?;
        // A name that is none any more is of a newer program; it is left alone.
        let read = |(name, sealed, version): (String, String, i64)| {
            Some(StoredSource {
                name: SourceName::parse(&name).ok()?,
                sealed,
                version: number(version),
            })
        };
        Ok(rows.into_iter().filter_map(read).collect())
    }

    /// The names of these sources with their versions: what differs tells what to read.
    #[boxed]
    pub async fn saved_source_versions(&self) -> StoreResult<Vec<(String, u64)>> {
        let query = "SELECT name, version FROM saved_sources ORDER BY name";
        let rows: Vec<(String, i64)> = self.rows(READ, query, &[]).await?;
        let read = |(name, version): (String, i64)| (name, number(version));
        Ok(rows.into_iter().map(read).collect())
    }

    /// Keeps a source; returns its version.
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

    /// Puts another text in place of a source's, which is at version `expected`; returns its new
    /// version.
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

    /// Forgets a source that is at version `expected`, and with it the definitions that its tools
    /// were held to: another of the same name is another source.
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

    /// Puts texts that were sealed anew in place of those that say the same; versions stay.
    #[boxed]
    pub async fn reseal_saved_sources(
        &self,
        anew: &[StoredSource],
        change: &ChangeRecord,
    ) -> StoreResult<()> {
        if anew.is_empty() {
            return Ok(());
        }
        let mut write = self.write("seal the sources anew").await?;
        for source in anew {
            expect(&mut write, &source.name, source.version).await?;
            let values = [source.name.as_str().into(), source.sealed.as_str().into()];
            let statement = "UPDATE saved_sources SET body = $2 WHERE name = $1";
            write.execute(statement, &values).await?;
        }
        write.commit_one(change).await.map(drop)
    }
}

/// Refuses to go on unless the source is there at this version.
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

/// How a source is called in a sentence.
fn called(name: &SourceName) -> String {
    format!("saved source `{name}`")
}
