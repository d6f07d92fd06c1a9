//! Toolsets declared in the file.

use candor_model::{FilePosition, Toolset};

/// One `[toolsets.NAME]` table, without its opinions: those are with all others.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolsetSettings {
    /// The toolset. Members and notes that could not be read are missing.
    pub toolset: Toolset,
    /// The place of the table.
    pub place: FilePosition,
}
