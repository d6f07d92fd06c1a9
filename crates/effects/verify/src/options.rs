//! What a run is told.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use candor_verify::VerifyScenario;

use crate::hosted::HostedServer;

/// How a run is made.
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    /// The command that starts the server.
    pub command: Vec<String>,
    /// The server, where it is in this process; then there is no command.
    pub hosted: Option<Arc<dyn HostedServer>>,
    /// How the confinement is started: the program and the arguments of its launcher.
    pub launcher: (PathBuf, Vec<String>),
    /// What the author says about it.
    pub scenario: VerifyScenario,
    /// The text of the scenario, for its digest.
    pub scenario_text: Option<String>,
    /// Only tools that match this pattern.
    pub tools: Option<String>,
    /// How long a start may take.
    pub start_time: Duration,
    /// How long a call may take.
    pub call_time: Duration,
    /// How long is waited after the last reply of a tool.
    pub late_time: Duration,
    /// The most cases of a tool.
    pub most_cases: usize,
    /// Makes texts of one run differ from those of another.
    pub seed: u64,
}
