//! Annotation overrides in a file.

use candor_model::{FilePosition, Opinion, OpinionKey};

/// One `[annotations."PATTERN"]` table. It was checked to be consistent and not empty.
#[derive(Clone, Debug, PartialEq)]
pub struct DeclaredOpinion {
    /// The tools it is about and where it applies.
    pub key: OpinionKey,
    /// The opinion; each field has the file and line as provenance.
    pub opinion: Opinion,
    /// The place of the table.
    pub place: FilePosition,
}
