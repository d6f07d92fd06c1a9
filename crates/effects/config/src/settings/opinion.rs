//! What a file says about tools.

use candor_model::{FilePosition, Opinion, OpinionKey};

/// One `[annotations."PATTERN"]` table. It was checked: what it says does not contradict itself,
/// and it says something.
#[derive(Clone, Debug, PartialEq)]
pub struct DeclaredOpinion {
    /// About which tools, and where it counts.
    pub key: OpinionKey,
    /// What is said; each field knows the file and its line.
    pub opinion: Opinion,
    /// Where the table begins.
    pub place: FilePosition,
}
