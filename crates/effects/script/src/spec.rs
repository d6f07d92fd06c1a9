//! The specification of a program and its limits.

use std::path::PathBuf;
use std::time::Duration;

use candor_workers::WorkerCommand;

const MIB: usize = 1024 * 1024;

/// A program to be loaded.
#[derive(Clone, Debug)]
pub struct ScriptSpec {
    /// Its file, or the folder it is in.
    pub path: PathBuf,
    /// How to start its workers.
    pub command: WorkerCommand,
    /// Limits on what it uses.
    pub limits: ScriptLimits,
    /// Whether it may reach addresses that are not public.
    pub private: bool,
}

/// The limits of a program and its calls.
#[derive(Clone, Copy, Debug)]
pub struct ScriptLimits {
    /// Bytes that the objects of one worker may take.
    pub heap: u64,
    /// Processor time of one call.
    pub cpu: Duration,
    /// The timeout of a call, including waiting for a worker and starting it.
    pub time: Duration,
    /// The timeout for loading the program.
    pub start: Duration,
    /// The maximum number of workers; zero means one.
    pub workers: usize,
    /// Bytes that a result may have.
    pub max_result: usize,
    /// Bytes that the reply to one request may have.
    pub max_fetch: usize,
    /// The maximum number of requests per call.
    pub max_fetches: u32,
    /// The maximum number of log lines and of progress updates per call.
    pub max_log_lines: usize,
    /// Bytes that these lines may have together.
    pub max_log_bytes: usize,
    /// How long an idle worker is kept.
    pub idle: Duration,
}

// === impl ScriptLimits ===

/// Enough for tools that call an API and tidy up its reply.
impl Default for ScriptLimits {
    fn default() -> Self {
        Self {
            heap: 64 * MIB as u64,
            cpu: Duration::from_secs(5),
            time: Duration::from_mins(1),
            start: Duration::from_secs(10),
            workers: 16,
            max_result: MIB,
            max_fetch: 8 * MIB,
            max_fetches: 64,
            max_log_lines: 1_000,
            max_log_bytes: 256 * 1024,
            idle: Duration::from_mins(1),
        }
    }
}
