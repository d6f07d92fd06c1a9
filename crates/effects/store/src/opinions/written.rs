//! What a change of opinions has written, for whoever keeps them in memory.

use candor_model::OpinionKey;

use super::{OpinionWrite, StoredOpinion, body};
use crate::{
    StoreResult,
    row_label::{ReadError, RowLabel},
};

/// What a change has written: the same as a read would find, so that nobody has to read it again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrittenOpinions {
    /// The revision that the change made; 0 if there was nothing to change.
    pub revision: u64,
    /// Each key with what stands under it now, in the order of the writes.
    pub entries: Vec<(OpinionKey, Option<StoredOpinion>)>,
}

// === impl WrittenOpinions ===

impl WrittenOpinions {
    /// The new versions, 0 for removed entries.
    pub fn versions(&self) -> impl Iterator<Item = u64> {
        let entries = self.entries.iter();
        entries.map(|(_, stored)| stored.as_ref().map_or(0, |stored| stored.version))
    }
}

/// What will stand under the key of a write, read back from its body.
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
