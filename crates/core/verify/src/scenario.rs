//! Verification scenarios written by authors.

use std::path::PathBuf;

use serde_json::Value;

/// A scenario: everything is optional.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VerifyScenario {
    /// The command that starts the server; `{work}`, `{home}`, `{tmp}` and `{given}`
    /// are folders of the world.
    pub command: Vec<String>,
    /// Folders that are copied into the working folder of the world, by their name.
    pub folders: Vec<PathBuf>,
    /// Files that are written into the working folder: path and content.
    pub files: Vec<(String, String)>,
    /// Variables of the server.
    pub environment: Vec<(String, String)>,
    /// The steps before verification.
    pub setup: Vec<ScenarioStep>,
    /// A program that runs beside the server.
    pub service: Vec<String>,
    /// Tools that show the server's state, with their arguments.
    pub probes: Vec<(String, Value)>,
    /// Calls to try.
    pub cases: Vec<ScenarioCase>,
    /// Tools that are not called, by pattern, with the reason.
    pub skip: Vec<(String, String)>,
    /// Paths that are not held against a tool, by pattern, with the reason.
    pub ignore: Vec<(String, String)>,
}

/// A step that prepares the world.
#[derive(Clone, Debug, PartialEq)]
pub enum ScenarioStep {
    /// Runs a program in the working folder before the server starts.
    Run(Vec<String>),
    /// Calls a tool.
    Call {
        /// The name of the tool.
        tool: String,
        /// The arguments of the call.
        arguments: Value,
        /// Whether the run continues if it fails.
        optional: bool,
    },
}

/// A call to try.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioCase {
    /// The name of the tool.
    pub tool: String,
    /// The arguments of the call.
    pub arguments: Value,
    /// A text that the result must contain.
    pub expect: Option<String>,
    /// Whether the result must be an error.
    pub expect_error: Option<bool>,
}
