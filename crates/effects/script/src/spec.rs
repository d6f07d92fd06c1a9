//! What a program is and what it may use.

use std::path::PathBuf;
use std::time::Duration;

use candor_workers::WorkerCommand;

const MIB: usize = 1024 * 1024;

/// A program to be loaded.
#[derive(Clone, Debug)]
pub struct ScriptSpec {
    /// Its file, or the folder it is in.
    pub path: PathBuf,
    /// How its workers are started.
    pub command: WorkerCommand,
    /// What it may use.
    pub limits: ScriptLimits,
    /// Whether it may reach addresses that are not public.
    pub private: bool,
}

/// What a program and its calls may use.
#[derive(Clone, Copy, Debug)]
pub struct ScriptLimits {
    /// Bytes that the objects of one worker may take.
    pub heap: u64,
    /// Processor time of one call.
    pub cpu: Duration,
    /// How long a call may take, with waiting for a worker and starting it.
    pub time: Duration,
    /// How long a worker may take to load the program.
    pub start: Duration,
    /// How many workers there may be at a time; none means one.
    pub workers: usize,
    /// Bytes that a result may have.
    pub max_result: usize,
    /// Bytes that the reply to one request may have.
    pub max_fetch: usize,
    /// How many requests a call may make.
    pub max_fetches: u32,
    /// How many lines a call may write to the log, and how often it may tell its progress.
    pub max_log_lines: usize,
    /// Bytes that these lines may have together.
    pub max_log_bytes: usize,
    /// How long a worker waits for the next call before it ends.
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
