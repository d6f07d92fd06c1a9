//! The worker's side: a process that confines itself first.

use std::{io, thread};

use candor_sandbox::{ProcessLimits, SandboxError, confine_self};

/// Why a worker ended before its input did.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The process could not be confined, so it does nothing.
    #[error("the worker could not confine itself")]
    Unconfined(#[source] SandboxError),
    /// The host sent nonsense, or is gone.
    #[error("the worker lost its host")]
    Lost(#[source] io::Error),
    /// The thread for the jobs could not be started.
    #[error("the worker could not start its thread")]
    NoThread(#[source] io::Error),
    /// The language's engine did not start, or failed outside of a job.
    #[error("the worker's engine failed: {detail}")]
    Engine {
        /// The engine's message.
        detail: String,
    },
    /// The worker itself failed. The panic message is on standard error.
    #[error("the worker failed")]
    Panicked,
}

/// Runs a worker in a thread with this stack size.
pub fn serve_in_thread(
    name: &str,
    stack: usize,
    serve: impl FnOnce() -> Result<(), ServeError> + Send,
) -> Result<(), ServeError> {
    thread::scope(|scope| {
        thread::Builder::new()
            .name(name.to_owned())
            .stack_size(stack)
            .spawn_scoped(scope, serve)
            .map_err(ServeError::NoThread)?
            .join()
            .unwrap_or(Err(ServeError::Panicked))
    })
}

/// Irreversibly gives up what a worker does not need: it opens, writes and starts nothing. `memory`
/// is its address space in bytes, including the stack.
pub fn confine(memory: u64, cpu_seconds: u64) -> Result<(), SandboxError> {
    let limits = ProcessLimits {
        memory,
        cpu_seconds,
        open_files: 3,
        file_size: 0,
        processes: 0,
    };
    confine_self(&limits).map(drop)
}
