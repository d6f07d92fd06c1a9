//! Options of a run.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use candor_verify::VerifyScenario;

use crate::hosted::HostedServer;

/// Options of a run.
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    /// The command that starts the server.
    pub command: Vec<String>,
    /// The server, where it is in this process; then there is no command.
    pub hosted: Option<Arc<dyn HostedServer>>,
    /// How to start the confinement: the launcher and its arguments.
    pub launcher: (PathBuf, Vec<String>),
    /// The author's scenario.
    pub scenario: VerifyScenario,
    /// The text of the scenario, for its digest.
    pub scenario_text: Option<String>,
    /// Only tools that match this pattern.
    pub tools: Option<String>,
    /// The startup timeout.
    pub start_time: Duration,
    /// The timeout of a call.
    pub call_time: Duration,
    /// How long to wait after the last result of a tool.
    pub late_time: Duration,
    /// The most cases of a tool.
    pub most_cases: usize,
    /// Distinguishes texts of one run from those of another.
    pub seed: u64,
}
