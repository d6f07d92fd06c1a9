//! Global notes, which apply in every toolset.

use candor_boxed::boxed;
use candor_model::{ChangeRecord, ToolNotes};

use crate::{
    Store, StoreError, StoreResult,
    error::{check_bytes, not_json},
    row_label::RowLabel,
    sql::number,
    toolsets::{
        body,
        rename::{self, ToolRename},
    },
    write::WriteTransaction,
};

/// The maximum size of the global notes, as JSON, in bytes.
pub const GLOBAL_NOTES_MAX: usize = 1 << 20;

/// The global notes and their version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGlobalNotes {
    /// The notes, in order.
    pub notes: Vec<ToolNotes>,
    /// The revision at which they were last written; 0 if never.
    pub version: u64,
}

/// The body and the version.
type GlobalNotesColumns = (String, i64);

const QUERY: &str = "SELECT body, version FROM house_notes WHERE id = 1";
const WHAT: &str = "what is noted for every toolset";

impl Store {
    /// Returns the global notes.
    #[boxed]
    pub async fn global_notes(&self) -> StoreResult<StoredGlobalNotes> {
        let task = "read the notes for every toolset";
        match self.one::<GlobalNotesColumns>(task, QUERY, &[]).await? {
            Some(row) => read(row),
            None => Ok(StoredGlobalNotes {
                notes: Vec::new(),
                version: 0,
            }),
        }
    }

    /// Replaces the global notes, which must be at version `expected`; returns the new version.
    #[boxed]
    pub async fn set_global_notes(
        &self,
        notes: &[ToolNotes],
        expected: u64,
        change: &ChangeRecord,
    ) -> StoreResult<u64> {
        let mut write = self.write("change the notes for every toolset").await?;
        replace(&mut write, notes, expected).await?;
        write.commit_one(change).await
    }
}

/// Replaces the global notes, which must be at version `expected`, within a transaction.
pub(crate) async fn replace(
    write: &mut WriteTransaction<'_>,
    notes: &[ToolNotes],
    expected: u64,
) -> StoreResult<()> {
    let body = text(notes)?;
    check_bytes(body.len(), GLOBAL_NOTES_MAX, || WHAT.to_owned())?;
    let found: Option<GlobalNotesColumns> = write.one(QUERY, &[]).await?;
    let found = found.map_or(0, |(_, version)| number(version));
    if found != expected {
        let subject = WHAT.to_owned();
        return Err(StoreError::Stale { subject, found });
    }
    put(write, body).await
}

/// Updates references to renamed tools. Unreadable notes are left unchanged.
pub(crate) async fn follow(
    write: &mut WriteTransaction<'_>,
    renamed: &[ToolRename<'_>],
) -> StoreResult<()> {
    let Some(row) = write.one::<GlobalNotesColumns>(QUERY, &[]).await? else {
        return Ok(());
    };
    match read(row) {
        Err(error) => tracing::warn!("left the notes for every toolset alone: {error}"),
        Ok(mut stored) => {
            if rename::in_notes(&mut stored.notes, renamed) {
                put(write, text(&stored.notes)?).await?;
            }
        }
    }
    Ok(())
}

fn text(notes: &[ToolNotes]) -> StoreResult<String> {
    body::write_notes(notes).map_err(not_json(WHAT.to_owned()))
}

async fn put(write: &mut WriteTransaction<'_>, body: String) -> StoreResult<()> {
    let values = [body.into(), write.revision().into()];
    let statement = "INSERT INTO house_notes (id, body, version) VALUES (1, $1, $2) \
         ON CONFLICT (id) DO UPDATE SET body = excluded.body, version = excluded.version";
    write.execute(statement, &values).await.map(drop)
}

fn read((body, version): GlobalNotesColumns) -> StoreResult<StoredGlobalNotes> {
    let label = RowLabel::new("setting", "notes for every toolset");
    let notes = body::read_notes(&body).map_err(|error| label.unread(error))?;
    Ok(StoredGlobalNotes {
        notes,
        version: number(version),
    })
}
