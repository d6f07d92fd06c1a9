//! What an import brings.

use std::path::PathBuf;

use candor_model::{Diagnostic, Toolset, ToolsetName};

/// What was found, in Candor's own words. Nothing has been stored yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HypertoolImport {
    /// The toolsets, in the order of the file and all of different names. None is empty.
    pub toolsets: Vec<Toolset>,
    /// The one that was in use, or that a persona suggests. It is among the toolsets.
    pub equipped: Option<ToolsetName>,
    /// Files that list the servers behind the tools, as they were named. They have the form of
    /// an `.mcp.json` and need not be there any more.
    pub server_files: Vec<PathBuf>,
    /// What cannot be imported: each with its place and the reason. Severity `Note` where
    /// nothing is lost, `Error` where something is.
    pub left_out: Vec<Diagnostic>,
    /// What was changed or guessed on the way, and what is worth knowing.
    pub notices: Vec<Diagnostic>,
}
