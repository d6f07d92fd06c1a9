//! Sources that people added while the gateway ran.
//!
//! The description of a source is sealed by the caller, since it may hold credentials; here it is a
//! text like any other.

use std::slice;

use candor_model::{ChangeRecord, SourceName};

use crate::{Store, StoreError, sql::number, write::WriteTransaction};

/// The most bytes of one source, sealed; the document of an API may be part of it.
pub const SAVED_SOURCE_MAX: usize = 32 << 20;

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
    pub async fn saved_sources(&self) -> Result<Vec<StoredSource>, StoreError> {
        let rows: Vec<(String, String, i64)> = self
            .rows(
                "read the saved sources",
                "SELECT name, body, version FROM saved_sources ORDER BY name",
                &[],
            )
            .await?;
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
    pub async fn saved_source_versions(&self) -> Result<Vec<(String, u64)>, StoreError> {
        let rows: Vec<(String, i64)> = self
            .rows(
                "read the saved sources",
                "SELECT name, version FROM saved_sources ORDER BY name",
                &[],
            )
            .await?;
        let read = |(name, version): (String, i64)| (name, number(version));
        Ok(rows.into_iter().map(read).collect())
    }

    /// Keeps a source; returns its version.
    pub async fn add_saved_source(
        &self,
        name: &SourceName,
        sealed: &str,
        change: &ChangeRecord,
    ) -> Result<u64, StoreError> {
        check_size(name, sealed)?;
        let mut write = self.write("save a source").await?;
        let version = write.revision();
        let values = [name.as_str().into(), sealed.into(), version.into()];
        let added = write
            .execute(
                "INSERT INTO saved_sources (name, body, version) VALUES ($1, $2, $3) \
                 ON CONFLICT (name) DO NOTHING",
                &values,
            )
            .await?;
        if added == 0 {
            return Err(StoreError::Exists { what: called(name) });
        }
        write.commit(slice::from_ref(change)).await?;
        Ok(version)
    }

    /// Puts another text in place of a source's, which is at version `expected`; returns its new
    /// version.
    pub async fn update_saved_source(
        &self,
        name: &SourceName,
        sealed: &str,
        expected: u64,
        change: &ChangeRecord,
    ) -> Result<u64, StoreError> {
        check_size(name, sealed)?;
        let mut write = self.write("change a source").await?;
        expect(&mut write, name, expected).await?;
        let version = write.revision();
        let values = [name.as_str().into(), sealed.into(), version.into()];
        let statement = "UPDATE saved_sources SET body = $2, version = $3 WHERE name = $1";
        write.execute(statement, &values).await?;
        write.commit(slice::from_ref(change)).await?;
        Ok(version)
    }

    /// Forgets a source that is at version `expected`, and with it the definitions that its tools
    /// were held to: another of the same name is another source.
    pub async fn remove_saved_source(
        &self,
        name: &SourceName,
        expected: u64,
        change: &ChangeRecord,
    ) -> Result<(), StoreError> {
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
        write.commit(slice::from_ref(change)).await
    }

    /// Puts texts that were sealed anew in place of those that say the same; versions stay.
    pub async fn reseal_saved_sources(
        &self,
        anew: &[StoredSource],
        change: &ChangeRecord,
    ) -> Result<(), StoreError> {
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
        write.commit(slice::from_ref(change)).await
    }
}

/// Refuses to go on unless the source is there at this version.
async fn expect(
    write: &mut WriteTransaction<'_>,
    name: &SourceName,
    expected: u64,
) -> Result<(), StoreError> {
    let found: Option<(i64,)> = write
        .one(
            "SELECT version FROM saved_sources WHERE name = $1",
            &[name.as_str().into()],
        )
        .await?;
    let Some((found,)) = found else {
        return Err(StoreError::Missing { what: called(name) });
    };
    let found = number(found);
    if found == expected {
        return Ok(());
    }
    let subject = called(name);
    Err(StoreError::Stale { subject, found })
}

fn check_size(name: &SourceName, sealed: &str) -> Result<(), StoreError> {
    if sealed.len() <= SAVED_SOURCE_MAX {
        return Ok(());
    }
    Err(StoreError::TooLarge {
        what: called(name),
        size: sealed.len(),
        limit: SAVED_SOURCE_MAX,
        unit: "bytes",
    })
}

/// How a source is called in a sentence.
fn called(name: &SourceName) -> String {
    format!("saved source `{name}`")
}
