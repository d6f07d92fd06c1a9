//! The notes that apply in every toolset.

use std::slice;

use candor_model::{ChangeRecord, ToolNotes};

use crate::{
    Store, StoreError,
    sql::number,
    toolsets::{
        body::{self, ToolsetReadError},
        rename::{self, ToolRename},
    },
    write::WriteTransaction,
};

/// The most bytes of the notes for every toolset, as JSON.
pub const GLOBAL_NOTES_MAX: usize = 1 << 20;

/// The notes for every toolset, and the version they have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGlobalNotes {
    /// The notes, in their order.
    pub notes: Vec<ToolNotes>,
    /// The revision at which they were last written; 0 if they never were.
    pub version: u64,
}

#[derive(sqlx::FromRow)]
struct GlobalNotesColumns {
    body: String,
    version: i64,
}

const QUERY: &str = "SELECT body, version FROM house_notes WHERE id = 1";
const WHAT: &str = "what is noted for every toolset";

impl Store {
    /// The notes for every toolset.
    pub async fn global_notes(&self) -> Result<StoredGlobalNotes, StoreError> {
        let rows: Vec<GlobalNotesColumns> = self
            .rows("read the notes for every toolset", QUERY, &[])
            .await?;
        match rows.into_iter().next() {
            Some(row) => row.read(),
            None => Ok(StoredGlobalNotes {
                notes: Vec::new(),
                version: 0,
            }),
        }
    }

    /// Replaces the notes for every toolset, which are at version `expected`; returns their new
    /// version.
    pub async fn set_global_notes(
        &self,
        notes: &[ToolNotes],
        expected: u64,
        change: &ChangeRecord,
    ) -> Result<u64, StoreError> {
        let mut write = self.write("change the notes for every toolset").await?;
        replace(&mut write, notes, expected).await?;
        let version = write.revision();
        write.commit(slice::from_ref(change)).await?;
        Ok(version)
    }
}

/// Replaces the notes, which are at version `expected`, inside a change.
pub(crate) async fn replace(
    write: &mut WriteTransaction<'_>,
    notes: &[ToolNotes],
    expected: u64,
) -> Result<(), StoreError> {
    let body = text(notes)?;
    if body.len() > GLOBAL_NOTES_MAX {
        return Err(StoreError::TooLarge {
            what: WHAT.to_owned(),
            size: body.len(),
            limit: GLOBAL_NOTES_MAX,
            unit: "bytes",
        });
    }
    let found: Option<GlobalNotesColumns> = write.one(QUERY, &[]).await?;
    let found = found.map_or(0, |row| row.version());
    if found != expected {
        let subject = WHAT.to_owned();
        return Err(StoreError::Stale { subject, found });
    }
    put(write, body).await
}

/// Follows tools to their new names. Notes that cannot be read stay as they are.
pub(crate) async fn follow(
    write: &mut WriteTransaction<'_>,
    renamed: &[ToolRename<'_>],
) -> Result<(), StoreError> {
    let Some(row) = write.one::<GlobalNotesColumns>(QUERY, &[]).await? else {
        return Ok(());
    };
    match row.read() {
        Err(error) => tracing::warn!("left the notes for every toolset alone: {error}"),
        Ok(mut stored) => {
            if rename::in_notes(&mut stored.notes, renamed) {
                put(write, text(&stored.notes)?).await?;
            }
        }
    }
    Ok(())
}

fn text(notes: &[ToolNotes]) -> Result<String, StoreError> {
    body::write_notes(notes).map_err(|cause| StoreError::NotJson {
        what: WHAT.to_owned(),
        cause: cause.into(),
    })
}

async fn put(write: &mut WriteTransaction<'_>, body: String) -> Result<(), StoreError> {
    let version = write.revision();
    write
        .execute(
            "INSERT INTO house_notes (id, body, version) VALUES (1, $1, $2) \
             ON CONFLICT (id) DO UPDATE SET body = excluded.body, version = excluded.version",
            &[body.into(), version.into()],
        )
        .await?;
    Ok(())
}

// === impl GlobalNotesColumns ===

impl GlobalNotesColumns {
    fn version(&self) -> u64 {
        number(self.version)
    }

    fn read(self) -> Result<StoredGlobalNotes, StoreError> {
        let unread = |ToolsetReadError(column, value)| StoreError::Row {
            kind: "setting",
            id: "notes for every toolset".to_owned(),
            column,
            value,
        };
        Ok(StoredGlobalNotes {
            version: self.version(),
            notes: body::read_notes(&self.body).map_err(unread)?,
        })
    }
}
