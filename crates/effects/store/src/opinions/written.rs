//! The result of writing opinions, for in-memory copies.

use candor_model::OpinionKey;

use super::{OpinionWrite, StoredOpinion, body};
use crate::{
    StoreResult,
    row_label::{ReadError, RowLabel},
};

/// The result of a write, identical to what a read would return, so that no read is needed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrittenOpinions {
    /// The revision of the change; 0 if nothing changed.
    pub revision: u64,
    /// The keys with their new entries, in the order of the writes.
    pub entries: Vec<(OpinionKey, Option<StoredOpinion>)>,
}

// === impl WrittenOpinions ===

impl WrittenOpinions {
    /// The new versions; 0 for removed entries.
    pub fn versions(&self) -> impl Iterator<Item = u64> {
        let entries = self.entries.iter();
        entries.map(|(_, stored)| stored.as_ref().map_or(0, |stored| stored.version))
    }
}

/// The entry that a write will leave, parsed from its body.
pub(super) fn entry(
    write: &OpinionWrite,
    body: Option<&str>,
    version: u64,
) -> StoreResult<(OpinionKey, Option<StoredOpinion>)> {
    let key = write.key.clone();
    let Some(text) = body else {
        return Ok((key, None));
    };
    let read = body::read(text, key.scope.layer(), &key.about.to_string());
    let unread = |_| {
        let label = key.to_string();
        RowLabel::new("annotation", &label).unread(ReadError("body", text.to_owned()))
    };
    let opinion = read.map_err(unread)?;
    let stored = StoredOpinion {
        key: key.clone(),
        opinion,
        version,
    };
    Ok((key, Some(stored)))
}
