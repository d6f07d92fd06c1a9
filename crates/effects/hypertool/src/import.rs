//! The result of an import.

use std::path::PathBuf;

use candor_model::{Diagnostic, Toolset, ToolsetName};

/// The import in Candor's terms. Nothing has been stored yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HypertoolImport {
    /// The toolsets, in the order of the file and all of different names. None is empty.
    pub toolsets: Vec<Toolset>,
    /// The one that was in use, or that a persona suggests. It is among the toolsets.
    pub equipped: Option<ToolsetName>,
    /// Files that list the servers behind the tools, as named. They have the form of an `.mcp.json`
    /// and may no longer exist.
    pub server_files: Vec<PathBuf>,
    /// What cannot be imported, each with its place and reason. Severity `Note` if nothing is lost,
    /// otherwise `Error`.
    pub left_out: Vec<Diagnostic>,
    /// What was changed or guessed, and other remarks.
    pub notices: Vec<Diagnostic>,
}
